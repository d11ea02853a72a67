// The V1 payment: created by one call with its orders counted, submitted by another.
import { expect, test } from 'vitest';
import { Visitor } from '../visitor.ts';

const order = { counterpartName: 'Max Mustermann', counterpartIban: 'DE02120300000000202051', amount: 12.5 };
const transfer = { iban: 'DE89370400440532013000', executionDate: '2026-12-01', moneyTransfers: [order] };

test('the created payment has the eleven documented fields', async () => {
  const visitor = new Visitor();
  const answer = await visitor.operate('createMoneyTransferV1', {
    token: await visitor.userToken(),
    body: transfer,
  });
  expect(answer.status).toBe(201);
  expect(answer.json).toEqual({
    id: expect.any(Number),
    accountId: null,
    iban: 'DE89370400440532013000',
    bankId: expect.any(Number),
    type: 'MONEY_TRANSFER',
    amount: 12.5,
    orderCount: 1,
    status: 'OPEN',
    instructedExecutionDate: '2026-12-01',
    instantPayment: false,
    statusV2: 'OPEN',
  });
});

for (const count of [1, 2, 100, 1000]) {
  test(`${count} orders are counted`, async () => {
    const visitor = new Visitor();
    const body = { ...transfer, moneyTransfers: Array.from({ length: count }, () => order) };
    const answer = await visitor.operate('createMoneyTransferV1', { token: await visitor.userToken(), body });
    expect(answer.json.orderCount).toBe(count);
  });
}

for (const [amounts, sum] of [
  [['0.1'], '0.1'],
  [['0.1', '0.2'], '0.3'],
  [['12345678901234.56'], '12345678901234.56'],
  [['123456789012345678901234567890'], '123456789012345678901234567890'],
  [['123456789012345678901234567890', '0.01'], '123456789012345678901234567890.01'],
  [['1e2'], '100'],
] as const) {
  test(`the amount of ${amounts.join(' and ')} is exactly ${sum}`, async () => {
    const visitor = new Visitor();
    const body = `{"moneyTransfers":[${amounts.map((amount) => `{"amount":${amount}}`).join()}]}`;
    const answer = await visitor.operate('createMoneyTransferV1', { token: await visitor.userToken(), body });
    expect(answer.text).toContain(`"amount":${sum},`);
  });
}

test('without an execution date the payment has the German date of the clock', async () => {
  const visitor = new Visitor();
  const token = await visitor.userToken();
  const { executionDate: _, ...body } = transfer;
  const dates = [];
  // From 08:00 UTC, 09:00 in Germany, to 22:59 UTC, 23:59 in Germany, and a minute more.
  for (const advance of ['PT0S', 'PT14H59M', 'PT1M']) {
    await visitor.control('POST', '/clock', { advance });
    const fresh = advance === 'PT0S' ? token : await visitor.userToken();
    const answer = await visitor.operate('createMoneyTransferV1', { token: fresh, body });
    dates.push(answer.json.instructedExecutionDate);
  }
  expect(dates).toEqual(['2026-03-02', '2026-03-02', '2026-03-03']);
});

test('an execution date that does not exist is refused', async () => {
  const visitor = new Visitor();
  const body = { ...transfer, executionDate: '2026-02-30' };
  const answer = await visitor.operate('createMoneyTransferV1', { token: await visitor.userToken(), body });
  expect(answer.status).toBe(400);
});

test('a submission is answered with 451, and its form shows the created payment', async () => {
  const visitor = new Visitor();
  const token = await visitor.userToken('anna');
  const body = '{"iban":"DE89370400440532013000","moneyTransfers":[{"amount":0.10,"purpose":"Rent"}]}';
  const payment = await visitor.operate('createMoneyTransferV1', { token, body });
  const submission = `{"paymentId":${payment.json.id},"interface":"XS2A"}`;
  const answer = await visitor.operate('submitPaymentV1', { token, body: submission });
  expect(answer.status).toBe(451);
  expect(answer.json).toMatchObject({
    errors: [{ code: 'WEB_FORM_REQUIRED', type: 'BUSINESS' }],
    endpoint: 'POST /api/v1/payments/submit',
    authContext: 'sandbox-client/anna',
  });
  const stored = await visitor.control('GET', `/web-forms/${answer.headers['location']?.split('/').at(-1)}`);
  expect(stored.text).toContain(`"content":${body},"submission":${submission}`);
  expect(stored.json.flow).toBe('submitPaymentV1');
});

test('a payment that is nobody’s or somebody else’s is refused in the same words', async () => {
  const visitor = new Visitor();
  const token = await visitor.userToken('anna');
  const payment = await visitor.operate('createMoneyTransferV1', { token, body: transfer });
  const other = await visitor.userToken('ben');
  const body = { paymentId: payment.json.id };
  const foreign = await visitor.operate('submitPaymentV1', { token: other, body });
  const unknown = await visitor.operate('submitPaymentV1', { token, body: { paymentId: 999 } });
  const unnamed = await visitor.operate('submitPaymentV1', { token, body: {} });
  expect([foreign.status, unknown.status, unnamed.status]).toEqual([404, 404, 404]);
  expect(foreign.json.errors[0].message).toBe(unknown.json.errors[0].message);
});
