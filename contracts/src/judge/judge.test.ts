// What a finding says and repeats, which clauses an exchange shows, and which of its fields are not documented.
import { expect, test } from 'vitest';
import { type Edits, edited, GONE, goodExchanges, placesOf } from '../../../src/test-support/fixtures.ts';
import type { Exchange } from './exchange.ts';
import { exchangeChecks } from './exchange-checks.ts';
import { judge } from './judge.ts';
import type { OperationId } from './operation.ts';
import { defaultSettings, type Settings } from './settings.ts';

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

const hosted: Settings = { ...defaultSettings, webFormHosts: ['webform.example'] };

function judged(operation: OperationId, edits: Edits = {}, settings = hosted) {
  const { findings, shows } = judge(operation, edited(goodExchanges[operation][0], edits), settings);
  return { found: placesOf(findings), shows: shows.toSorted() };
}

test('a good exchange shows the checks of its operation but for those of errors', () => {
  for (const [operation, checks] of Object.entries(exchangeChecks)) {
    const ofErrors = operation === 'createMoneyTransferV1' ? 'V1-ENVELOPE-ENDPOINT' : 'RULE-WAIT-V1-REFUSED';
    const due = checks.map(({ clause }) => clause).filter((clause) => clause !== ofErrors);
    expect(judged(operation as OperationId).shows).toEqual(expect.arrayContaining(due));
  }
});

test('a token call shows the call, the response, its fields and the fields that were sent', () => {
  const ofResponse = ['CALL', 'EXPIRES-IN', 'RESPONSE', 'SCOPE', 'TYPE', 'VALUE'].map(
    (of) => `AUTH-TOKEN-${of}`,
  );
  const sent = ['AUTH-CLIENT-ID', 'AUTH-CLIENT-SECRET', 'AUTH-GRANT-TYPE', 'AUTH-PASSWORD', 'AUTH-USERNAME'];
  expect(judged('createToken').shows).toEqual([...sent, ...ofResponse].toSorted());
  // A mock reads no requests, and an error response shows no success.
  expect(judged('createToken', {}, { ...hosted, readsRequests: false }).shows).toEqual(ofResponse);
  expect(judged('createToken', { '/response': { status: 401, headers: {} } }).shows).toEqual([]);
});

const refused = { status: 400, headers: {} };
const errors = '/response/body/json/errors';
test.each<[OperationId, Edits, not: string, ...shows: string[]]>([
  ['createToken', { '/request/body/json/username': GONE }, 'AUTH-USERNAME'],
  ['createToken', { '/request/body/json/username': null }, 'AUTH-USERNAME'],
  [
    'submitPaymentV1',
    {},
    'V1-IMPORT-451',
    'V1-SUBMIT-451',
    'V1-451-MULTI-STEP',
    'V1-SUBMIT-CALL',
    'V1-PREFIX',
  ],
  // An invalid list and invalid items show nothing below them, and the status all the same.
  ...[{ code: 'x' }, 'text', 17, [null, 'text']].map((to): [OperationId, Edits, string, ...string[]] => [
    ...(['submitPaymentV1', { [errors]: to }] as const),
    ...(['V1-ENVELOPE-TYPE', 'V1-SUBMIT-451', 'V1-ENVELOPE-DATE'] as const),
  ]),
  ['submitPaymentV1', { '/response': refused }, 'V1-451-LOCATION'],
  ['createMoneyTransferV1', { '/response': refused }, 'V1-TWO-CALLS'],
  ['createStandalonePayment', { '/response/body/json/url': '/forms/1' }, 'V2-FORM-URL-HOST'],
  ['createStandalonePayment', { '/response/body/json/url': GONE }, 'V2-FORM-URL-HOST'],
  ['createStandalonePayment', { '/response/status': 400 }, 'V2-FORM-URL-HOST'],
  ['createStandalonePayment', { '/response/body/json/createdAt': 'now' }, 'V2-FORM-VALIDITY'],
  ['createStandalonePayment', { '/response/body/json/expiresAt': GONE }, 'V2-FORM-VALIDITY'],
  ['createStandalonePayment', { '/response/status': 302 }, 'V2-NO-LOCATION'],
  ['createStandalonePayment', { '/response/status': 400 }, 'V2-NO-WEB-FORM-REQUIRED'],
])('%s with %j does not show %s', (operation, edits, not, ...due) => {
  const { shows } = judged(operation, edits);
  expect(shows).toEqual(expect.arrayContaining(due));
  expect(shows).not.toContain(not);
});

test('without the hosts of web forms no host is judged', () => {
  expect(judged('createStandalonePayment', {}, defaultSettings).shows).not.toContain('V2-FORM-URL-HOST');
});

test('a rule shows the params of its own trigger event', () => {
  const isHigh = ({ request }: Exchange) => JSON.stringify(request).includes('HIGH_');
  const [high = expect.unreachable()] = goodExchanges.createNotificationRule.filter(isHigh);
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

// A path /api/v1 may be the prefix of every endpoint, and the bare path is API v1 only where nothing else selects v2.
test.each<[Settings['apiVersionSelectors'], url: string, version: string | undefined, isV1: boolean]>([
  [{}, '/api/v1/notificationRules', undefined, false],
  [{ v1: '/v1', v2: '/v2' }, '/v1/notificationRules', undefined, true],
  [{ v1: '/v1', v2: '/v2' }, '/v2/notificationRules', undefined, false],
  [{ v1: '/v1', v2: '/v2' }, '/one/notificationRules', undefined, false],
  [{ v1: 'Api-Version: 1', v2: '/v2' }, '/notificationRules', '1', true],
  [{ v1: 'Api-Version: 1', v2: '/v2' }, '/notificationRules', '2', false],
  [{ v1: '?version=1', v2: '/v2' }, '/notificationRules?a=b&version=1', undefined, true],
  [{ v1: '?version=1', v2: '/v2' }, '/notificationRules?version=2', undefined, false],
  [{ v1: '', v2: 'Api-Version: 2' }, '/notificationRules', undefined, true],
  [{ v1: '', v2: 'Api-Version: 2' }, '/notificationRules', '2', false],
  [{ v1: '', v2: '/api/v2' }, '/notificationRules', undefined, true],
  [{ v1: '', v2: '/api/v2' }, '/api/v2/notificationRules', undefined, false],
])('with %j the call %s with version %s is API v1: %s', (apiVersionSelectors, url, version, isV1) => {
  const headers = version === undefined ? {} : { 'api-version': version };
  const answered = (status: number) => {
    const edits = {
      '/request/url': `https://h${url}`,
      '/request/headers': headers,
      '/response/status': status,
    };
    return judged('createNotificationRule', edits, { ...defaultSettings, apiVersionSelectors });
  };
  expect(answered(400).shows.includes('RULE-WAIT-V1-REFUSED')).toBe(isV1);
  const due = 'RULE-WAIT-V1-REFUSED /request/body/params/waitForCategorization';
  expect(answered(200).found).toEqual(isV1 ? [due] : []);
});

/** What the judge finds in an error with this message, sent by a client with personal values. */
function found(message: string, edits: Edits = {}) {
  const exchange = edited(goodExchanges.importBankConnectionV1[0], {
    '/request/headers': { authorization: 'Bearer t0ken-of-erika' },
    '/request/body/json/name': 'Erikas Bank',
    '/response/body/json/authContext': 'app/erika',
    '/response/body/json/errors/0/message': message,
    ...edits,
  });
  return judge('importBankConnectionV1', exchange).findings.map((finding) => finding.found);
}

test.each([
  ['please log in', 'please log in'],
  ['no t0ken-of-erika for Erikas Bank, app/erika', 'no [not repeated] for [not repeated], [not repeated]…'],
  // In another spelling, and cut short.
  ['no T0KEN%2Dof-erika for Erikas\\u0020bank', 'no [not repeated] for [not repeated]'],
  [`${'x'.repeat(30)}t0ken-of-erika`, `${'x'.repeat(30)}[not repeated]-…`],
])('%s is repeated as %s', (message, shown) => {
  const due = JSON.stringify(shown);
  expect(found(message)).toEqual([due]);
  // The answer is judged as the documented one.
  expect(found(message, { '/response/status': 403 })).toEqual(['403', due]);
});

test('a word of the documentation is judged as it is, though a name is the same word', () => {
  const named = { '/request/body/json/name': 'BUSINESS' };
  expect(found('4711', named)).toEqual([]);
  expect(found('BUSINESS', named)).toEqual(['"[not repeated]"']);
});
