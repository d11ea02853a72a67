// A web framework checks the body of a request by a validator. The line marked as an error has to be one.
import assert from 'node:assert/strict';
import { sValidator } from '@hono/standard-validator';
import type { PaymentRequest } from 'bank-access-contracts';
import { validate } from 'bank-access-contracts/validators/createStandalonePayment.request';
import { Hono } from 'hono';

const app = new Hono().post('/payments', sValidator('json', validate), (context) => {
  const payment: PaymentRequest = context.req.valid('json');
  // @ts-expect-error the documentation lists no such field
  const none = payment.purpose;
  return context.json({ orders: payment.orders?.length, none });
});

const post = (body: PaymentRequest) =>
  app.request('/payments', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
assert.deepEqual(await (await post({ orders: [{ purpose: 'rent' }] })).json(), { orders: 1 });
const refused = await post({ executionDate: '2026-02-30' });
assert.equal(refused.status, 400);
assert.deepEqual((await refused.json()).error, [
  {
    message: 'V2-PAYMENT-EXECUTION-DATE: executionDate: expected a valid date, yyyy-MM-dd, got "2026-02-30"',
    path: ['executionDate'],
  },
]);
console.log('a request is refused with its clause');
