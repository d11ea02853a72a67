/** Records written by hand from the documentation, each with its verdict. */
import { expect, test } from 'vitest';
import { documentedRecords, type TestRecord } from '../../../src/test-support/documented-records.ts';
import { type CheckedRecord, checkExchange } from './check-record.ts';

type Operation = keyof ReturnType<typeof documentedRecords>;
type Json = Record<string, unknown>;

/** The record of the operation after an edit, checked. */
function checked(operation: Operation, edit: (record: TestRecord) => void = () => {}): CheckedRecord {
  const record = documentedRecords()[operation];
  edit(record);
  return checkExchange(() => record);
}

/** Each finding as `clause pointer`. */
const places = ({ findings }: CheckedRecord) => findings.map(({ clause, pointer }) => `${clause} ${pointer}`);

const body = (side: { body?: unknown }) => side.body as Json;

/** The documented rule with these params, under this path prefix, with this answer. */
function rule(triggerEvent: string, params: unknown, status = 201, prefix = '/api/v2'): CheckedRecord {
  return checked('createNotificationRule', ({ request, response }) => {
    request.url = `https://api.example${prefix}/notificationRules`;
    request.body = { triggerEvent, callbackHandle: 'handle', ...(params !== undefined && { params }) };
    response.status = status;
  });
}

for (const operation of Object.keys(documentedRecords()) as Operation[]) {
  test(`${operation} as documented is upheld`, () => {
    expect(checked(operation)).toMatchObject({ operation, verdict: 'upheld', findings: [] });
  });
}

const violations: [string, Operation, (record: TestRecord) => void, string][] = [
  [
    'a token that lives for a fraction of a second',
    'createToken',
    ({ response }) => Object.assign(body(response), { expires_in: 0.5 }),
    'AUTH-TOKEN-EXPIRES-IN /response/body/expires_in',
  ],
  [
    'a token answer without scope',
    'createToken',
    ({ response }) => Reflect.deleteProperty(body(response), 'scope'),
    'AUTH-TOKEN-SCOPE /response/body/scope',
  ],
  [
    'a user whose phone changes',
    'createUser',
    ({ response }) => Object.assign(body(response), { phone: '+49 30 1' }),
    'USER-RESPONSE-PHONE /response/body/phone',
  ],
  [
    'a user created without an answer body',
    'createUser',
    ({ response }) => Reflect.deleteProperty(response, 'body'),
    'USER-RESPONSE /response/body',
  ],
  [
    'a client configuration of text',
    'getClientConfiguration',
    ({ response }) => Object.assign(response, { body: '<html>' }),
    'CONFIG-RESPONSE /response/body',
  ],
  [
    'a V1 import without a location',
    'importBankConnectionV1',
    ({ response }) => Reflect.deleteProperty(response.headers, 'Location'),
    'V1-451-LOCATION /response/headers',
  ],
  [
    'a V1 import that says WEB_FORM_REQUIRED with 400',
    'importBankConnectionV1',
    ({ response }) => Object.assign(response, { status: 400 }),
    'V1-IMPORT-451 /response/status',
  ],
  [
    'a V1 import with account types of V2 that is taken',
    'importBankConnectionV1',
    ({ request }) => Object.assign(body(request), { accountTypes: ['CHECKING'] }),
    'V1-IMPORT-ACCOUNT-TYPES /request/body/accountTypes/0',
  ],
  [
    'a V1 submit whose envelope names another call',
    'submitPaymentV1',
    ({ response }) => Object.assign(body(response), { endpoint: 'POST /api/v1/bankConnections/import' }),
    'V1-ENVELOPE-ENDPOINT /response/body/endpoint',
  ],
  [
    'a V1 payment that counts one order of two',
    'createMoneyTransferV1',
    ({ response }) => Object.assign(body(response), { orderCount: 1 }),
    'V1-PAYMENT-ORDER-COUNT /response/body/orderCount',
  ],
  [
    'a V1 payment with an account id',
    'createMoneyTransferV1',
    ({ response }) => Object.assign(body(response), { accountId: 7 }),
    'V1-PAYMENT-ACCOUNT-ID /response/body/accountId',
  ],
  [
    'a V2 form with a location header in any case',
    'createBankConnectionImport',
    ({ response }) => Object.assign(response.headers, { LOCATION: 'https://webform.example/forms/1' }),
    'V2-NO-LOCATION /response/headers/location',
  ],
  [
    'a V2 form answered with 200',
    'createStandalonePayment',
    ({ response }) => Object.assign(response, { status: 200 }),
    'V2-PAYMENT-201 /response/status',
  ],
  [
    'a V2 form that expires when it is created',
    'createStandalonePayment',
    ({ response }) => Object.assign(body(response), { expiresAt: body(response)['createdAt'] }),
    'V2-FORM-VALIDITY /response/body/expiresAt',
  ],
  [
    'a V2 amount of text that is taken',
    'createStandalonePayment',
    ({ request }) =>
      Object.assign(body(request), { orders: [{ amount: { value: '12.50', currency: 'EUR' } }] }),
    'V2-ORDER-AMOUNT-VALUE /request/body/orders/0/amount/value',
  ],
];
for (const [what, operation, edit, place] of violations) {
  test(`${what} is violated`, () => {
    const result = checked(operation, edit);
    expect(places(result)).toEqual([place]);
    expect(result).toMatchObject({ operation, verdict: 'violated' });
  });
}

test('a rule without its required param is violated when it is created and upheld when it is refused', () => {
  for (const [event, params, place] of [
    ['LOW_ACCOUNT_BALANCE', undefined, 'RULE-LOW-PARAMS-REQUIRED /request/body/params'],
    ['LOW_ACCOUNT_BALANCE', {}, 'RULE-LOW-THRESHOLD /request/body/params/balanceThreshold'],
    ['HIGH_TRANSACTION_AMOUNT', {}, 'RULE-HIGH-THRESHOLD /request/body/params/absoluteAmountThreshold'],
    ['CATEGORY_CASH_FLOW', {}, 'RULE-CATEGORY-ID /request/body/params/categoryId'],
  ] as const) {
    expect(places(rule(event, params, 201))).toEqual([place]);
    expect(rule(event, params, 422)).toMatchObject({ verdict: 'upheld', findings: [] });
    expect(rule(event, params, 500)).toMatchObject({ verdict: 'upheld', findings: [] });
  }
});

test('maxTransactionsCount runs from 0 to 100, as a number or as a string', () => {
  for (const event of ['NEW_TRANSACTIONS', 'HIGH_TRANSACTION_AMOUNT']) {
    const taken = (maxTransactionsCount: unknown, status?: number) =>
      rule(event, { absoluteAmountThreshold: 1, maxTransactionsCount }, status);
    for (const count of [101, -1, 100.5, '101', '-1']) {
      const [found, ...more] = taken(count).findings;
      expect(found).toMatchObject({ pointer: '/request/body/params/maxTransactionsCount' });
      expect(more).toEqual([]);
      expect(taken(count, 400).verdict).toBe('upheld');
    }
    for (const count of [0, 1, 100, '0', '100']) expect(taken(count).verdict).toBe('upheld');
  }
});

test('waitForCategorization is refused on API v1 and taken elsewhere', () => {
  for (const wait of [true, false, 'true']) {
    const taken = (prefix: string, status?: number) =>
      rule('NEW_TRANSACTIONS', { waitForCategorization: wait }, status, prefix);
    expect(places(taken('/api/v1'))).toEqual([
      'RULE-WAIT-V1-REFUSED /request/body/params/waitForCategorization',
    ]);
    expect(places(taken('/gateway/api/v1'))).toHaveLength(1);
    expect(taken('/api/v1', 400).verdict).toBe('upheld');
    for (const prefix of ['', '/api/v2', '/gateway']) expect(taken(prefix).verdict).toBe('upheld');
  }
});

test('a rule of an optional or no params is upheld without them', () => {
  for (const event of [
    'NEW_ACCOUNT_BALANCE',
    'NEW_TRANSACTIONS',
    'BANK_LOGIN_ERROR',
    'FOREIGN_MONEY_TRANSFER',
    'NEW_TERMS_AND_CONDITIONS',
  ]) {
    expect(rule(event, undefined).verdict).toBe('upheld');
    expect(rule(event, {}).verdict).toBe('upheld');
  }
});

test('a call is recognised on any host, under any prefix, in any case of its method', () => {
  for (const url of [
    'https://api.example/users',
    'http://localhost:4010/api/v1/users',
    'https://proxy.example/a/b/api/v2/users/',
    '/users?trace=1',
    'https://api.example/users#top',
  ]) {
    const result = checked('createUser', ({ request }) => Object.assign(request, { url, method: 'pOsT' }));
    expect(result).toMatchObject({ operation: 'createUser', verdict: 'upheld' });
  }
});

test('a call that the documentation does not know is not judged, whatever its answer is', () => {
  const [method, path] = ['GET', 'https://api.example/accounts'];
  for (const response of [undefined, { status: 0 }, { status: 200, body: {} }]) {
    expect(checkExchange(() => ({ request: { method, url: path }, response }))).toEqual({
      operation: null,
      verdict: 'not-judged',
      findings: [],
    });
  }
  expect(
    checked('createUser', ({ request }) => Object.assign(request, { method: 'PUT' })).operation,
  ).toBeNull();
});

test('an answer that the documentation does not show is not judged', () => {
  const answered = (operation: Operation, status: number) =>
    checked(operation, ({ response }) => Object.assign(response, { status, body: {} })).verdict;
  expect(answered('importBankConnectionV1', 200)).toBe('not-judged');
  expect(answered('createUser', 302)).toBe('not-judged');
});

test('fields that are not documented violate nothing on either side', () => {
  for (const operation of Object.keys(documentedRecords()) as Operation[]) {
    const result = checked(operation, ({ request, response }) => {
      if (request.body) Object.assign(body(request), { extra: null, nested: { deep: [1] } });
      Object.assign(body(response), { extra: 'text', nested: { deep: [1] } });
      Object.assign(request.headers, { 'X-Extra': '1' });
      Object.assign(response.headers, { 'X-Extra': '1' });
    });
    expect(result.findings).toEqual([]);
  }
});

test('no Authorization header is no fault, nor are headers that were left out', () => {
  const result = checked('createUser', (record) => {
    Reflect.deleteProperty(record.request, 'headers');
    Reflect.deleteProperty(record.response, 'headers');
  });
  expect(result.verdict).toBe('upheld');
});

test('a violated secret is named and not repeated', () => {
  const [finding] = checked('createUser', ({ response }) =>
    Object.assign(body(response), { password: 'another-secret' }),
  ).findings;
  expect(finding?.clause).toBe('USER-RESPONSE-PASSWORD');
  expect(JSON.stringify(finding)).not.toMatch(/another-secret|example-password/);
});
