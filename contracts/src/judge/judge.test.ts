// What a finding says and repeats, which clauses an exchange shows, and which of its fields are not documented.
import { expect, test } from 'vitest';
import { type Edits, edited, GONE, goodExchanges } from '../../../src/test-support/fixtures.ts';
import type { Exchange } from './exchange.ts';
import { judge } from './judge.ts';
import type { OperationId } from './operation.ts';
import { defaultSettings } from './settings.ts';

test('of a body that repeats a key, the key is named', () => {
  const [{ request }] = goodExchanges.createUser;
  const of = (text: string) =>
    judge('createUser', { request, response: { status: 201, headers: {}, body: { text } } }).findings;
  const found = ['{"a":1,"_links":1,"_links":2}', '<html>'].map((text) => of(text)[0]?.found);
  expect(found).toEqual(['unclear JSON: key "_links" is repeated', 'other text']);
});

test('no finding repeats a secret or personal data', () => {
  const personal: [OperationId, string[]][] = [
    ['createToken', ['access_token']],
    ['createUser', ['id', 'password', 'email', 'phone']],
    ['createMoneyTransferV1', ['iban', 'amount']],
  ];
  for (const [operation, fields] of personal) {
    for (const field of fields) {
      for (const canary of ['canary', 31337, ['canary'], { canary: 31337 }]) {
        const bad = edited(goodExchanges[operation][0], { [`/response/body/json/${field}`]: canary });
        expect(JSON.stringify(judge(operation, bad).findings)).not.toMatch(/canary|31337/);
      }
    }
  }
});

test.each([
  [{}, 'request'],
  [undefined, 'request'],
  [{ request: { method: 'POST', url: '/users', headers: {} } }, 'response'],
  [{ request: { method: 'POST', url: '/users', headers: {} }, response: 201 }, 'response'],
])('an exchange %j lacks a part, which the error names', (exchange, part) => {
  const error = expect.objectContaining({
    name: 'TypeError',
    message: expect.stringContaining(`its ${part} is`),
  });
  expect(() => judge('createUser', exchange as never)).toThrow(error);
});

// Which clauses an exchange shows: those of the places it reaches and of the checks that answer, and no others.

const [token] = goodExchanges.createToken;
const shown = (operation: OperationId, edits: Edits = {}, settings = defaultSettings) =>
  judge(operation, edited(goodExchanges[operation][0], edits), settings).shows;

test('a token call shows the call, the answer, its fields and the fields that were sent', () => {
  const answered = ['CALL', 'EXPIRES-IN', 'RESPONSE', 'SCOPE', 'TYPE', 'VALUE'].map(
    (of) => `AUTH-TOKEN-${of}`,
  );
  const sent = ['AUTH-CLIENT-ID', 'AUTH-CLIENT-SECRET', 'AUTH-GRANT-TYPE', 'AUTH-PASSWORD', 'AUTH-USERNAME'];
  expect(shown('createToken').toSorted()).toEqual([...answered, ...sent].toSorted());
  for (const unset of [GONE, null])
    expect(shown('createToken', { '/request/body/json/username': unset })).not.toContain('AUTH-USERNAME');
  // A mock reads no requests, and a refusal shows no success.
  const mock = { ...defaultSettings, readsRequests: false };
  expect(shown('createToken', {}, mock).toSorted()).toEqual(answered);
  expect(shown('createToken', { '/response': { status: 401, headers: {} } })).toEqual([]);
});

test('a 451 answer shows its status, its address, its error and the call it names', () => {
  const due = ['V1-SUBMIT-451', 'V1-451-LOCATION', 'V1-451-CODE', 'V1-451-TYPE', 'V1-451-MESSAGE'];
  const others = ['V1-451-MULTI-STEP', 'V1-ENVELOPE-ENDPOINT', 'V1-SUBMIT-CALL', 'V1-PREFIX'];
  expect(shown('submitPaymentV1')).toEqual(expect.arrayContaining([...due, ...others]));
  expect(shown('submitPaymentV1')).not.toContain('V1-IMPORT-451');
  // An invalid list and invalid items show nothing below them, and the status all the same.
  for (const errors of [{ code: 'x' }, 'text', 17, [null, 'text']]) {
    const found = shown('submitPaymentV1', { '/response/body/json/errors': errors });
    expect(found).toEqual(expect.arrayContaining(['V1-SUBMIT-451', 'V1-ENVELOPE-DATE']));
    expect(found).not.toContain('V1-ENVELOPE-TYPE');
  }
});

test('a rule shows the params of its own trigger event', () => {
  const isHigh = ({ request }: Exchange) => JSON.stringify(request).includes('HIGH_');
  const high = goodExchanges.createNotificationRule.find(isHigh) ?? token;
  const { shows } = judge('createNotificationRule', high);
  expect(shows).toEqual(expect.arrayContaining(['RULE-HIGH-THRESHOLD', 'RULE-HIGH-MAX-COUNT']));
  expect(shows).not.toContain('RULE-LOW-THRESHOLD');
  expect(shows).not.toContain('RULE-TRANSACTIONS-MAX-COUNT');
});

/** Which fields count as not documented. */

function seen(operationId: OperationId, sent: unknown, status = 201, answered: unknown = {}): string[] {
  const { undocumented } = judge(operationId, {
    request: { method: 'POST', url: '/', headers: {}, body: { json: sent } },
    response: { status, headers: {}, body: { json: answered } },
  });
  return [...undocumented];
}

test('fields beside the documented ones are named on both sides, with * for the index and escaped', () => {
  const answered = { id: 'a', created: { at: 1 } };
  expect(seen('createUser', { id: 'a', age: null, 'a/b~c': 1, constructor: 1 }, 201, answered)).toEqual([
    '/request/body/age',
    '/request/body/a~1b~0c',
    '/request/body/constructor',
    '/response/body/created',
  ]);
  const orders = [{ recipient: { name: 'A', nick: 'a' } }, { recipient: { address: { zip: 1 } } }];
  expect(seen('createStandalonePayment', { orders })).toEqual([
    '/request/body/orders/*/recipient/nick',
    '/request/body/orders/*/recipient/address/zip',
  ]);
  const error = { message: '1', code: 'X', type: 'BUSINESS', multiStepAuthentication: { a: 1 } };
  expect(seen('submitPaymentV1', {}, 451, { errors: [error, { ...error, hint: '' }], bank: '' })).toEqual([
    '/response/body/errors/*/hint',
  ]);
  // Not of an answer that is not documented.
  expect(seen('createUser', {}, 404, { error: 1 })).toEqual([]);
  expect(seen('createNotificationRule', {}, 201, { id: 1 })).toEqual([]);
});

test('the trigger event decides which params are documented', () => {
  const params = { accountIds: '1', maxTransactionsCount: 1 };
  const rule = (triggerEvent: string) =>
    seen('createNotificationRule', { triggerEvent, params }).map((pointer) => pointer.replace(/.*\//, ''));
  expect(rule('NEW_TRANSACTIONS')).toEqual([]);
  expect(rule('LOW_ACCOUNT_BALANCE')).toEqual(['maxTransactionsCount']);
  expect(rule('A_TRIGGER_THAT_IS_NOT_SHOWN')).toEqual([]);
});
