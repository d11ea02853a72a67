// What the judge finds in whole exchanges: nothing in good ones, the one thing that is wrong in broken ones, and what they show.
import { expect, test } from 'vitest';
import { brokenAnswers, brokenRequests } from '../../../src/test-support/broken-exchanges.ts';
import {
  type Edits,
  edited,
  findingLines,
  GONE,
  goodExchanges,
  placesOf,
} from '../../../src/test-support/fixtures.ts';
import { operations } from '../../generated/operations.ts';
import type { Exchange } from './exchange.ts';
import { judge, undocumentedFields } from './judge.ts';
import { type OperationId, operationOf } from './operation.ts';
import { defaultSettings } from './settings.ts';

test('every operation has good exchanges, which give no finding', () => {
  expect(Object.keys(goodExchanges)).toEqual(Object.keys(operations));
  for (const [operation, exchanges] of Object.entries(goodExchanges)) {
    for (const exchange of exchanges) {
      expect(operationOf(exchange.request)).toBe(operation);
      expect(findingLines(judge(operation as OperationId, exchange).findings)).toEqual([]);
    }
  }
});

test('an exchange that breaks one sentence gives one finding, that of its clause', () => {
  const rows = [...brokenAnswers, ...brokenRequests];
  const found = rows.map(({ operation, exchange, settings }) =>
    placesOf(judge(operation, exchange, { ...defaultSettings, ...settings }).findings),
  );
  expect(found).toEqual(rows.map(({ due }) => [due]));
});

test('a name of the other version is a mistake of the client, in the request and in its orders', () => {
  const found = (operation: OperationId, edits: Edits) => {
    const places = Object.entries(edits).map(([place, to]) => [`/request/body/json/${place}`, to]);
    const findings = judge(
      operation,
      edited(goodExchanges[operation][0], Object.fromEntries(places)),
    ).findings;
    return findingLines(findings.filter(({ pointer }) => pointer.startsWith('/request')));
  };
  const client = (clause: string, name: string, version: string, own: string) =>
    `${clause} /request/body/${name}: ${name.replace(/.*\//, '')} is the ${version} name of ${own} (client)`;
  expect(found('createBankConnectionImport', { bankId: 7, name: 'a', interface: 'XS2A' })).toEqual([
    client('MIGRATION-BANK-ID', 'bankId', 'V1', 'bank.id'),
    client('MIGRATION-NAME', 'name', 'V1', 'bankConnectionName'),
    client('MIGRATION-INTERFACE', 'interface', 'V1', 'allowedInterfaces'),
  ]);
  expect(found('importBankConnectionV1', { bank: { id: 7 }, allowedInterfaces: ['XS2A'] })).toEqual([
    client('MIGRATION-BANK-ID', 'bank', 'V2', 'bankId'),
    client('MIGRATION-INTERFACE', 'allowedInterfaces', 'V2', 'interface'),
  ]);
  expect(
    found('createStandalonePayment', { iban: 'a', moneyTransfers: [], 'orders/1/counterpartName': 'b' }),
  ).toEqual([
    client('MIGRATION-IBAN', 'iban', 'V1', 'sender.iban'),
    client('MIGRATION-ORDERS', 'moneyTransfers', 'V1', 'orders'),
    client('MIGRATION-COUNTERPART-NAME', 'orders/1/counterpartName', 'V1', 'orders[].recipient.name'),
  ]);
  expect(found('createMoneyTransferV1', { 'moneyTransfers/0/recipient': {}, note: 1, id: 2 })).toEqual([
    client(
      'MIGRATION-COUNTERPART-NAME',
      'moneyTransfers/0/recipient',
      'V2',
      'moneyTransfers[].counterpartName',
    ),
  ]);
});

test('a broken request that is refused gives no finding', () => {
  const found = brokenRequests.flatMap(({ operation, exchange, due }) =>
    [400, 422, 500]
      .filter(
        (status) => judge(operation, { ...exchange, response: { status, headers: {} } }).findings.length > 0,
      )
      .map((status) => `${due}, refused with ${status}`),
  );
  expect(found).toEqual([]);
});

test('a service that does not read requests is not judged by its requests', () => {
  const mock = { ...defaultSettings, readsRequests: false };
  const repeating = /^(USER-RESPONSE-|V1-PAYMENT-(IBAN|ORDER-COUNT)|V1-ENVELOPE-ENDPOINT)/;
  const rows = brokenAnswers.filter(({ due }) => repeating.test(due) && !due.endsWith('/response/body'));
  expect(rows.length).toBeGreaterThan(15);
  const kept = rows.filter(({ operation, exchange }) => judge(operation, exchange, mock).findings.length > 0);
  expect(kept.map(({ due }) => due)).toEqual([]);
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
        const [good] = goodExchanges[operation];
        const findings = judge(
          operation,
          edited(good, { [`/response/body/json/${field}`]: canary }),
        ).findings;
        expect(JSON.stringify(findings)).not.toMatch(/canary|31337/);
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
  const judged = () => judge('createUser', exchange as unknown as Exchange).findings;
  expect(judged).toThrow(TypeError);
  expect(judged).toThrow(`judge takes an exchange with request and response, and its ${part} is missing.`);
});

// Which clauses an exchange shows: those of the places it reaches and of the checks that answer, and no others.

const [token] = goodExchanges.createToken;
const shownClauses = (...judged: Parameters<typeof judge>) => new Set(judge(...judged).shows);
const mock = { ...defaultSettings, readsRequests: false };

test('a token call shows the call, the answer, its fields and the fields that were sent', () => {
  expect([...shownClauses('createToken', token, defaultSettings)].toSorted()).toEqual([
    'AUTH-CLIENT-ID',
    'AUTH-CLIENT-SECRET',
    'AUTH-GRANT-TYPE',
    'AUTH-PASSWORD',
    'AUTH-TOKEN-CALL',
    'AUTH-TOKEN-EXPIRES-IN',
    'AUTH-TOKEN-RESPONSE',
    'AUTH-TOKEN-SCOPE',
    'AUTH-TOKEN-TYPE',
    'AUTH-TOKEN-VALUE',
    'AUTH-USERNAME',
  ]);
});

test('what was sent to a service that reads no requests shows nothing', () => {
  const shown = shownClauses('createToken', token, mock);
  expect(shown).not.toContain('AUTH-CLIENT-ID');
  expect(shown).toContain('AUTH-TOKEN-VALUE');
});

test('a field that is absent is not shown', () => {
  const shown = shownClauses(
    'createToken',
    edited(token, { '/request/body/json/username': GONE }),
    defaultSettings,
  );
  expect(shown).not.toContain('AUTH-USERNAME');
});

test('a refusal shows no success', () => {
  const refused = { ...token, response: { status: 401, headers: {} } };
  expect([...shownClauses('createToken', refused, defaultSettings)]).toEqual([]);
});

test('a 451 answer shows its status, its address, its error and the call it names', () => {
  const shown = shownClauses('submitPaymentV1', goodExchanges.submitPaymentV1[0], defaultSettings);
  for (const clause of [
    'V1-SUBMIT-451',
    'V1-451-LOCATION',
    'V1-451-CODE',
    'V1-451-TYPE',
    'V1-451-MESSAGE',
    'V1-451-MULTI-STEP',
    'V1-ENVELOPE-ENDPOINT',
    'V1-SUBMIT-CALL',
    'V1-PREFIX',
  ] as const) {
    expect(shown).toContain(clause);
  }
  expect(shown).not.toContain('V1-IMPORT-451');
});

test('a rule shows the params of its own trigger event', () => {
  const high = goodExchanges.createNotificationRule.find(({ request }) =>
    JSON.stringify(request).includes('HIGH_'),
  );
  const shown = shownClauses('createNotificationRule', high ?? token, defaultSettings);
  expect(shown).toContain('RULE-HIGH-THRESHOLD');
  expect(shown).toContain('RULE-HIGH-MAX-COUNT');
  expect(shown).not.toContain('RULE-LOW-THRESHOLD');
  expect(shown).not.toContain('RULE-TRANSACTIONS-MAX-COUNT');
});

test('an invalid list and invalid items show nothing below them', () => {
  for (const errors of [{ code: 'x' }, 'text', 17, [null, 'text']]) {
    const exchange = edited(goodExchanges.submitPaymentV1[0], { '/response/body/json/errors': errors });
    const shown = shownClauses('submitPaymentV1', exchange, defaultSettings);
    // The status is there all the same.
    expect(shown).toContain('V1-SUBMIT-451');
    expect(shown).toContain('V1-ENVELOPE-DATE');
    expect(shown).not.toContain('V1-ENVELOPE-TYPE');
  }
});

/** Which fields count as not documented. */

function seen(operationId: OperationId, sent: unknown, status = 201, answered: unknown = {}): string[] {
  const pointers: string[] = [];
  undocumentedFields(
    operationId,
    {
      request: { method: 'POST', url: '/', headers: {}, body: { json: sent } },
      response: { status, headers: {}, body: { json: answered } },
    },
    (pointer) => pointers.push(pointer),
  );
  return pointers;
}

test('fields beside the documented ones are named on both sides', () => {
  expect(seen('createUser', { id: 'a', age: 7 }, 201, { id: 'a', created: { at: 1 } })).toEqual([
    '/request/body/age',
    '/response/body/created',
  ]);
});

test('fields inside objects and lists are named with * for the index, once each time', () => {
  const orders = [{ recipient: { name: 'A', nick: 'a' } }, { recipient: { nick: 'b', address: { zip: 1 } } }];
  expect(seen('createStandalonePayment', { orders })).toEqual([
    '/request/body/orders/*/recipient/nick',
    '/request/body/orders/*/recipient/nick',
    '/request/body/orders/*/recipient/address/zip',
  ]);
});

test('the trigger event decides which params are documented', () => {
  const rule = (triggerEvent: string, params: object) =>
    seen('createNotificationRule', { triggerEvent, params });
  const params = { accountIds: '1', maxTransactionsCount: 1 };
  expect(rule('NEW_TRANSACTIONS', params)).toEqual([]);
  expect(rule('LOW_ACCOUNT_BALANCE', params)).toEqual(['/request/body/params/maxTransactionsCount']);
  expect(rule('NEW_TERMS_AND_CONDITIONS', params)).toEqual([
    '/request/body/params/accountIds',
    '/request/body/params/maxTransactionsCount',
  ]);
  expect(rule('A_TRIGGER_THAT_IS_NOT_SHOWN', params)).toEqual([]);
});

test('an answer that is not documented has no undocumented fields', () => {
  expect(seen('createUser', {}, 404, { error: 1 })).toEqual([]);
  expect(seen('createNotificationRule', {}, 201, { id: 1 })).toEqual([]);
});

test('an envelope of several errors is known', () => {
  const error = {
    message: '1',
    code: 'WEB_FORM_REQUIRED',
    type: 'BUSINESS',
    multiStepAuthentication: { any: 1 },
  };
  expect(seen('submitPaymentV1', {}, 451, { errors: [error, { ...error, hint: '' }], bank: '' })).toEqual([
    '/response/body/errors/*/hint',
  ]);
});

test('a field name is escaped as in a JSON Pointer, and may be one that every object has', () => {
  expect(seen('createUser', { 'a/b~c': 1, constructor: 1 })).toEqual([
    '/request/body/a~1b~0c',
    '/request/body/constructor',
  ]);
});

test('a wrong status breaks the clause of the status alone, and the rest is judged as the documented answer', () => {
  const [submitted] = goodExchanges.submitPaymentV1;
  const [form] = goodExchanges.createStandalonePayment;
  const found = (operation: OperationId, exchange: Exchange) =>
    judge(operation, exchange).findings.map(({ clause, message }) => `${clause}: ${message}`);
  expect(found('submitPaymentV1', edited(submitted, { '/response/status': 403 }))).toEqual([
    'V1-SUBMIT-451: the status is 403, not 451',
  ]);
  expect(found('createStandalonePayment', edited(form, { '/response/status': 200 }))).toEqual([
    'V2-PAYMENT-201: the status is 200, not 201',
  ]);
  const noAddress = edited(form, { '/response/status': 200, '/response/body/json/url': GONE });
  expect(found('createStandalonePayment', noAddress)).toEqual([
    'V2-PAYMENT-201: the status is 200, not 201',
    'V2-FORM-URL: url is missing',
  ]);
  // An import that needs no web form succeeds as the documentation leaves open.
  const direct = { ...submitted, response: { status: 201, headers: {}, body: { json: { id: 1 } } } };
  expect(found('submitPaymentV1', direct)).toEqual([]);
});
