// More is not wrong: undocumented fields, headers, refusals and other spellings of the same thing give no finding.
import { expect, test } from 'vitest';
import { documentedMessages, edited, goodExchanges } from '../../../src/test-support/fixtures.ts';
import open from '../../generated/validators/open.js';
import type { Body, Exchange } from './exchange.ts';
import { judge } from './judge.ts';
import type { OperationId } from './operation.ts';
import { schemaFindings } from './schema-findings.ts';
import { defaultSettings } from './settings.ts';

const good = Object.entries(goodExchanges) as [OperationId, readonly [Exchange, ...Exchange[]]][];
/** Bodies of refusals, and of answers that are not shown. */
const answers: readonly (Body | undefined)[] = [
  undefined,
  { text: 'Bad Gateway' },
  { json: null },
  { json: [{ code: 'ILLEGAL' }] },
  { json: { errors: [{ code: 'ILLEGAL_FIELD_VALUE' }] } },
  { json: { errors: [], date: 'yesterday', endpoint: 'GET /elsewhere' } },
  { json: { errors: 'NOT_A_LIST' } },
  // What would be wrong in a success says nothing in a refusal.
  { json: { iban: 'X', orderCount: 99, id: 'bert', password: null } },
  {
    json: {
      url: 'https://elsewhere.example/1',
      createdAt: '2026-11-20T08:15:00.123+0000',
      expiresAt: '2026-11-20T08:15:00.000+0000',
    },
  },
];
const settings = { ...defaultSettings, webFormHosts: ['webform.example'] };

/** Which of these responses give findings. */
function wrong(operation: OperationId, statuses: readonly number[], bodies: typeof answers) {
  const [{ request }] = goodExchanges[operation];
  return bodies.flatMap((body) =>
    statuses
      .map((status) => ({ operation, status, headers: {}, ...withBody(body) }))
      .filter((response) => judge(operation, { request, response }, settings).findings.length > 0),
  );
}

test('a token of the type bearer, in any case, is a bearer token, as OAuth 2.0 reads it', () => {
  for (const type of ['bearer', 'Bearer', 'BEARER']) {
    const typed = edited(goodExchanges.createToken[0], { '/response/body/json/token_type': type });
    expect(judge('createToken', typed).findings).toEqual([]);
  }
});

test('an exchange may carry more fields and headers than documented, on either side, in any order', () => {
  for (const [operation, exchanges] of good) {
    for (const { request, response } of exchanges) {
      const more = {
        request: { ...request, ...withBody(withMore(request.body)), headers: { 'x-request-id': '1' } },
        response: { ...response, ...withBody(withMore(response.body)) },
      };
      expect(judge(operation, edited(more, { '/response/headers/x-more': '1' })).findings).toEqual([]);
      const turned = {
        request: { ...request, ...withBody(reversed(request.body)) },
        response: { ...response, ...withBody(reversed(response.body)) },
      };
      expect(judge(operation, turned).findings).toEqual([]);
    }
  }
});

test('a call may be refused with any number and any body; a V1 error with errors has the envelope (Errors 1)', () => {
  const refused = [400, 401, 403, 404, 409, 418, 422, 429, 500, 502, 503, 599];
  for (const [operation] of good) {
    const isV1 = operation.endsWith('V1');
    const bodies = answers.filter((body) => !isV1 || !JSON.stringify(body ?? '').includes('"errors"'));
    expect(wrong(operation, isV1 ? refused : [...refused, 451], bodies)).toEqual([]);
  }
});

test('a success without a documented number has any number, and an answer that is not shown any body', () => {
  for (const operation of ['importBankConnectionV1', 'submitPaymentV1', 'createNotificationRule'] as const)
    expect(wrong(operation, [200, 201, 202, 204], answers)).toEqual([]);
  for (const operation of [
    'createToken',
    'createUser',
    'getClientConfiguration',
    'createMoneyTransferV1',
  ] as const)
    expect(wrong(operation, [200, 206, 299], [goodExchanges[operation][0].response.body])).toEqual([]);
});

test('a request whose body is not in the record, or is no JSON, is not judged', () => {
  for (const [operation, [{ request, response }]] of good) {
    const { body: _, ...bare } = request;
    expect(judge(operation, { request: bare, response }).findings).toEqual([]);
    expect(
      judge(operation, { request: { ...bare, body: { text: 'grant_type=password' } }, response }).findings,
    ).toEqual([]);
  }
});

test('a count runs from 0 to 100, and numbers and booleans in params may be written as text', () => {
  const params: [string, object][] = [
    ['NEW_TRANSACTIONS', { maxTransactionsCount: '100', waitForCategorization: 'true' }],
    ['NEW_TRANSACTIONS', { maxTransactionsCount: 100 }],
    ['HIGH_TRANSACTION_AMOUNT', { absoluteAmountThreshold: 1, maxTransactionsCount: 0 }],
    ['LOW_ACCOUNT_BALANCE', { balanceThreshold: '-0.5' }],
    [
      'HIGH_TRANSACTION_AMOUNT',
      { absoluteAmountThreshold: '123456789012345678901234567890.12', maxTransactionsCount: '0' },
    ],
    ['CATEGORY_CASH_FLOW', { categoryId: '7', includeChildCategories: 'false' }],
  ];
  for (const [triggerEvent, text] of params) {
    const [exchange] = goodExchanges.createNotificationRule;
    const other = edited(exchange, { '/request/body/json': { triggerEvent, params: text } });
    expect(judge('createNotificationRule', other).findings).toEqual([]);
  }
});

test('an endpoint names its call in any case of the method, with host, prefix and query', () => {
  const endpoints = [
    'post /api/v1/payments/submit',
    'POST https://access.example/api/v1/payments/submit?x=1',
    'POST:/prefix/api/v1/payments/submit',
  ];
  for (const endpoint of endpoints) {
    const exchange = edited(goodExchanges.submitPaymentV1[0], { '/response/body/json/endpoint': endpoint });
    expect(judge('submitPaymentV1', exchange).findings).toEqual([]);
  }
});

test('a web form may be anywhere, in any zone, under any UUID', () => {
  const [exchange] = goodExchanges.createStandalonePayment;
  const others: [string, unknown][] = [
    ['id', '0F8FAD5B-D9CB-469F-A165-70867728950E'],
    ['url', 'http://127.0.0.1:4011/f/1?lang=de#top'],
    ['expiresAt', '2026-11-20T13:46:00.123+0530'],
    ['createdAt', '2026-11-19T23:10:00.123-0900'],
  ];
  for (const [field, to] of others) {
    expect(
      judge('createStandalonePayment', edited(exchange, { [`/response/body/json/${field}`]: to })).findings,
    ).toEqual([]);
  }
});

test('messages and details may carry more fields than documented, in any order', () => {
  const at = { pointer: '', name: 'the message', clause: 'MESSAGE-EMITTED' } as const;
  for (const [name, message] of Object.entries(documentedMessages)) {
    const compiled = open[name as keyof typeof open];
    expect(schemaFindings(compiled, withMore(message), at)).toEqual([]);
    expect(schemaFindings(compiled, reversed(message), at)).toEqual([]);
  }
});

function withBody(body: Body | undefined): { body?: Body } {
  return body === undefined ? {} : { body };
}

/** The same value with an undocumented field in every object. */
function withMore<T>(value: T): T {
  return mapped(value, (entries) => [...entries, ['undocumented', { null: null, list: [1] }]]);
}

/** The same value with the fields of every object in the opposite order. */
function reversed<T>(value: T): T {
  return mapped(value, (entries) => entries.toReversed());
}

function mapped<T>(value: T, change: (entries: [string, unknown][]) => [string, unknown][]): T {
  if (Array.isArray(value)) return value.map((item) => mapped(item, change)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, part]): [string, unknown] => [
    name,
    mapped(part, change),
  ]);
  return Object.fromEntries(change(entries)) as T;
}
