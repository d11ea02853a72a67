// Web Form V2: 201, six fields, the address in the body, and a form that holds what was sent.
import { expect, test } from 'vitest';
import { Visitor } from '../visitor.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const payment =
  '{"sender":{"iban":"DE89"},"orders":[{"amount":{"value":12345678901234.560,"currency":"EUR"}}]}';

for (const [operationId, type] of [
  ['createStandalonePayment', 'STANDALONE_PAYMENT'],
  ['createBankConnectionImport', 'BANK_CONNECTION_IMPORT'],
] as const) {
  test(`${operationId} is answered with 201 and the six documented fields`, async () => {
    const visitor = new Visitor();
    const token = await visitor.userToken();
    const answer = await visitor.operate(operationId, {
      token,
      body: {},
      headers: { host: 'forms.example:81' },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers['location']).toBeUndefined();
    const { id } = answer.json;
    expect(answer.json).toEqual({
      id: expect.stringMatching(UUID),
      url: `http://forms.example:81/forms/${id}`,
      createdAt: '2026-03-02T08:00:00.000+0000',
      expiresAt: '2026-03-02T08:20:00.000+0000',
      type,
      status: 'NOT_YET_OPENED',
    });
  });
}

test('the form holds what was sent, digit for digit', async () => {
  const visitor = new Visitor();
  const answer = await visitor.operate('createStandalonePayment', {
    token: await visitor.userToken(),
    body: payment,
  });
  const stored = await visitor.control('GET', `/web-forms/${answer.json.id}`);
  expect(stored.text).toContain(`"content":${payment}`);
  expect(stored.json).toMatchObject({ id: answer.json.id, flow: 'createStandalonePayment', user: 'anna' });
});

test('no id is ever given twice: not in a row, not after a reset, not by a seed that begins again', async () => {
  const visitor = new Visitor({ seed: 7 });
  const ids = new Set<string>();
  for (let round = 0; round < 2; round++) {
    const token = await visitor.userToken();
    for (let count = 0; count < 50; count++) {
      ids.add((await visitor.operate('createStandalonePayment', { token, body: payment })).json.id);
    }
    await visitor.control('POST', '/reset');
  }
  expect(ids.size).toBe(100);
});

test('a Host header that is no host does not reach the address', async () => {
  const visitor = new Visitor({ webFormUrl: 'http://forms.example' });
  const headers = { host: 'evil.example/x" onload=' };
  const sent = { token: await visitor.userToken(), body: payment, headers };
  const answer = await visitor.operate('createStandalonePayment', sent);
  expect(answer.json.url).toBe(`http://forms.example/forms/${answer.json.id}`);
});

for (const [says, body, error] of [
  [
    'an amount that is text',
    { orders: [{ amount: { value: '12.50' } }] },
    'orders[0].amount.value is not of the type number',
  ],
  ['a date that does not exist', { executionDate: '2026-02-30' }, 'executionDate is no date that exists'],
  ['orders that are no list', { orders: {} }, 'orders is not of the type array'],
  ['an array', [], 'the body is not of the type object'],
] as const) {
  test(`a payment with ${says} is refused`, async () => {
    const visitor = new Visitor();
    const answer = await visitor.operate('createStandalonePayment', {
      token: await visitor.userToken(),
      body,
    });
    expect([answer.status, answer.json.error]).toEqual([400, error]);
  });
}
