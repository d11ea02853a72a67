// What every check says of an exchange: upheld where it shows the clause kept, silent where it shows nothing of it.
import { expect, test } from 'vitest';
import { type Edits, edited, GONE, goodExchanges } from '../../../src/test-support/fixtures.ts';
import type { Body, Exchange } from './exchange.ts';
import { checksOf, judge } from './judge.ts';
import type { OperationId } from './operation.ts';
import { defaultSettings, type Settings } from './settings.ts';

const hosted: Settings = { ...defaultSettings, webFormHosts: ['webform.example'] };
const mock: Settings = { ...hosted, readsRequests: false };

/** The checks of each operation that a good exchange upholds; `true` marks those that a mock can uphold too. */
const rules: Record<OperationId, Record<string, boolean>> = {
  createToken: {},
  getClientConfiguration: {},
  createNotificationRule: {},
  createUser: {
    'USER-RESPONSE-ID': false,
    'USER-RESPONSE-PASSWORD': false,
    'USER-RESPONSE-EMAIL': false,
    'USER-RESPONSE-PHONE': false,
    'USER-RESPONSE-AUTO-UPDATE': false,
  },
  createMoneyTransferV1: {
    'V1-TWO-CALLS': true,
    'V1-PAYMENT-ORDER-COUNT': false,
    'V1-PAYMENT-IBAN': false,
    'V1-PAYMENT-EXECUTION-DATE': false,
    'V1-PAYMENT-INSTANT': false,
  },
  importBankConnectionV1: { 'V1-451-LOCATION': true, 'V1-ENVELOPE-ENDPOINT': false },
  submitPaymentV1: { 'V1-451-LOCATION': true, 'V1-ENVELOPE-ENDPOINT': false },
  createBankConnectionImport: forms(),
  createStandalonePayment: forms(),
};

function forms(): Record<string, boolean> {
  return {
    'V2-NO-LOCATION': true,
    'V2-NO-WEB-FORM-REQUIRED': true,
    'V2-FORM-URL-HOST': true,
    'V2-FORM-VALIDITY': true,
  };
}

/** What each check that the target can show finds. */
function results(operation: OperationId, exchange: Exchange, settings: Settings) {
  return checksOf(operation, settings).map(({ clause, check }) => ({
    clause,
    result: check(exchange, settings),
  }));
}

function upheld(operation: OperationId, exchange: Exchange, settings: Settings): string[] {
  return results(operation, exchange, settings)
    .filter(({ result }) => result === 'upheld')
    .map(({ clause }) => clause)
    .filter((clause, index, all) => all.indexOf(clause) === index);
}

for (const [id, kept] of Object.entries(rules)) {
  const operation = id as OperationId;
  const [good] = goodExchanges[operation];

  test(`a good ${operation} upholds its checks, on a mock those that need no request, and none when it is refused`, () => {
    expect(upheld(operation, good, hosted)).toEqual(Object.keys(kept));
    expect(upheld(operation, good, mock)).toEqual(Object.keys(kept).filter((clause) => kept[clause]));
    const refused = edited(good, { '/response': { status: 400, headers: {} } });
    expect(upheld(operation, refused, hosted)).toEqual([]);
  });
}

/** What the check of this clause says of the good exchange with these edits. */
function resultOf(operation: OperationId, clause: string, edits: Edits, settings = hosted) {
  const exchange = edited(goodExchanges[operation][0], edits);
  return results(operation, exchange, settings).find((each) => each.clause === clause)?.result;
}

test('only an answer of 2xx is a V2 success without a location header, and an IBAN in groups of four is the same', () => {
  const moved = (status: number) =>
    resultOf('createStandalonePayment', 'V2-NO-LOCATION', {
      '/response/status': status,
      '/response/headers': { location: 'https://a.example/' },
    });
  expect([199, 300].map(moved)).toEqual(['silent', 'silent']);
  for (const status of [200, 299])
    expect(moved(status)).toEqual([
      { pointer: '/response/headers/location', message: 'the location header is present, not absent' },
    ]);
  const iban = {
    '/request/body/json/iban': 'DE89 3704 0044 0532 0130 00',
    '/response/body/json/iban': 'DE89370400440532013000',
  };
  expect(resultOf('createMoneyTransferV1', 'V1-PAYMENT-IBAN', iban)).toBe('upheld');
});

// A place that is taken away or set, and the check that is silent then.
const silences: [OperationId, string, unknown, string][] = [
  ['createUser', '/request/body/json/phone', GONE, 'USER-RESPONSE-PHONE'],
  ['createUser', '/response/body/json/phone', GONE, 'USER-RESPONSE-PHONE'],
  ['createUser', '/response/body/json/phone', 17, 'USER-RESPONSE-PHONE'],
  ['createUser', '/response/status', 400, 'USER-RESPONSE-ID'],
  ['createMoneyTransferV1', '/request/body/json/moneyTransfers', GONE, 'V1-PAYMENT-ORDER-COUNT'],
  ['createMoneyTransferV1', '/response/body/json/orderCount', '2', 'V1-PAYMENT-ORDER-COUNT'],
  ['createMoneyTransferV1', '/response/status', 451, 'V1-PAYMENT-ORDER-COUNT'],
  ['createMoneyTransferV1', '/request/body/json/iban', GONE, 'V1-PAYMENT-IBAN'],
  ['createMoneyTransferV1', '/response/body/json/iban', null, 'V1-PAYMENT-IBAN'],
  ['createMoneyTransferV1', '/response/status', 400, 'V1-PAYMENT-IBAN'],
  ['submitPaymentV1', '/response/body/json/endpoint', GONE, 'V1-ENVELOPE-ENDPOINT'],
  ['submitPaymentV1', '/response/status', 400, 'V1-ENVELOPE-ENDPOINT'],
  ['submitPaymentV1', '/request/url', '/elsewhere', 'V1-ENVELOPE-ENDPOINT'],
  ['createStandalonePayment', '/response/body/json/url', '/forms/1', 'V2-FORM-URL-HOST'],
  ['createStandalonePayment', '/response/body/json/url', GONE, 'V2-FORM-URL-HOST'],
  ['createStandalonePayment', '/response/status', 200, 'V2-FORM-URL-HOST'],
  ['createStandalonePayment', '/response/body/json/createdAt', 'now', 'V2-FORM-VALIDITY'],
  ['createStandalonePayment', '/response/body/json/expiresAt', GONE, 'V2-FORM-VALIDITY'],
  ['createStandalonePayment', '/response/status', 200, 'V2-FORM-VALIDITY'],
  ['createStandalonePayment', '/response/status', 302, 'V2-NO-LOCATION'],
];

test('a check is silent where what it compares is not there', () => {
  const answered = silences.filter(
    ([operation, place, to, clause]) => resultOf(operation, clause, { [place]: to }) !== 'silent',
  );
  expect(answered).toEqual([]);
});

test('without the hosts of web forms no host is judged', () => {
  const [good] = goodExchanges.createStandalonePayment;
  expect(upheld('createStandalonePayment', good, defaultSettings)).not.toContain('V2-FORM-URL-HOST');
});

const selections: [
  selectors: Settings['apiVersionSelectors'],
  url: string,
  headers: object,
  isV1: boolean,
][] = [
  // A path /api/v1 may be the prefix of every endpoint.
  [{}, '/api/v1/notificationRules', {}, false],
  [{ v1: '/v1', v2: '/v2' }, '/v1/notificationRules', {}, true],
  [{ v1: '/v1', v2: '/v2' }, '/v2/notificationRules', {}, false],
  [{ v1: '/v1', v2: '/v2' }, '/notificationRules', {}, false],
  [{ v1: '/v1', v2: '/v2' }, '/one/notificationRules', {}, false],
  [{ v1: 'Api-Version: 1', v2: '/v2' }, '/notificationRules', { 'api-version': '1' }, true],
  [{ v1: 'Api-Version: 1', v2: '/v2' }, '/notificationRules', { 'api-version': '2' }, false],
  [{ v1: '?version=1', v2: '/v2' }, '/notificationRules?a=b&version=1', {}, true],
  [{ v1: '?version=1', v2: '/v2' }, '/notificationRules?version=2', {}, false],
  [{ v1: '?version=1', v2: '/v2' }, '/notificationRules', {}, false],
  // The bare path is API v1 only where nothing else selects v2.
  [{ v1: '', v2: 'Api-Version: 2' }, '/notificationRules', {}, true],
  [{ v1: '', v2: 'Api-Version: 2' }, '/notificationRules', { 'api-version': '2' }, false],
  [{ v1: '', v2: '/api/v2' }, '/notificationRules', {}, true],
  [{ v1: '', v2: '/api/v2' }, '/api/v2/notificationRules', {}, false],
];

test('API v1 is known by the settings alone: by a path, a header or a query', () => {
  for (const [apiVersionSelectors, url, headers, isV1] of selections) {
    const result = (status: number) =>
      resultOf(
        'createNotificationRule',
        'RULE-WAIT-V1-REFUSED',
        { '/request/url': `https://h${url}`, '/request/headers': headers, '/response/status': status },
        { ...defaultSettings, apiVersionSelectors },
      );
    expect(result(400), url).toBe(isV1 ? 'upheld' : 'silent');
    if (isV1) expect(result(200)).toMatchObject([{ pointer: '/request/body/params/waitForCategorization' }]);
    else expect(result(200), url).toBe('silent');
  }
  expect(results('createNotificationRule', goodExchanges.createNotificationRule[0], mock)).toEqual([]);
});

test('a created user repeats id and setting as they are, a password or its mask, and e-mail and phone as they are read', () => {
  const [good] = goodExchanges.createUser;
  const found = (sent: object, answered: object) =>
    judge(
      'createUser',
      edited(
        good,
        Object.fromEntries([
          ...Object.entries(sent).map(([name, value]) => [`/request/body/json/${name}`, value]),
          ...Object.entries(answered).map(([name, value]) => [`/response/body/json/${name}`, value]),
        ]),
      ),
    ).findings.map(({ clause }) => clause);
  const kept: [sent: object, answered: object][] = [
    [{ phone: '+49 30 901820' }, { phone: '004930901820' }],
    [{ phone: '030 901820' }, { phone: '+4930901820' }],
    [{ phone: '+49 (30) 901820' }, { phone: '030/901820' }],
    [{ password: 'secret-1' }, { password: '********' }],
    [{ password: 'secret-1' }, { password: '[hidden]' }],
    [{ email: 'Anna@Example.org' }, { email: 'anna@example.org' }],
  ];
  expect(kept.map(([sent, answered]) => found(sent, answered))).toEqual(kept.map(() => []));
  expect(found({ id: 'Anna' }, { id: 'anna' })).toEqual(['USER-RESPONSE-ID']);
  expect(found({ phone: '+49 30 901820' }, { phone: '+49 30 901821' })).toEqual(['USER-RESPONSE-PHONE']);
  expect(found({ phone: '+49 30 901820' }, { phone: '' })).toEqual(['USER-RESPONSE-PHONE']);
  // Without the code of its area, or cut to three digits, it is another number.
  for (const phone of ['901820', '820'])
    expect(found({ phone: '+49 30 901820' }, { phone })).toEqual(['USER-RESPONSE-PHONE']);
  expect(found({ phone: '12345' }, { phone: '345' })).toEqual(['USER-RESPONSE-PHONE']);
  for (const password of ['', 'secret-2', 'SECRET-1', 'a<secret>', '<secret>a'])
    expect(found({ password: 'secret-1' }, { password })).toEqual(['USER-RESPONSE-PASSWORD']);
  expect(found({ email: 'anna@example.org' }, { email: 'ann@example.org' })).toEqual(['USER-RESPONSE-EMAIL']);
  // What the request left out has no value.
  expect(found({ email: GONE, phone: GONE }, { email: null, phone: GONE })).toEqual([]);
  expect(found({}, { email: null, phone: GONE })).toEqual(['USER-RESPONSE-EMAIL', 'USER-RESPONSE-PHONE']);
});

test('of an error of a V1 call other than 451, the envelope is judged where the body has errors; the bank may be unknown', () => {
  const [{ request, response }] = goodExchanges.submitPaymentV1;
  const { bank: _, ...json } = (response.body as { json: { bank: string } }).json;
  const found = (status: number, body: Body) =>
    judge('submitPaymentV1', { request, response: { status, headers: {}, body } }).findings.map(
      ({ clause, pointer }) => `${clause} ${pointer}`,
    );
  const other = { ...json, errors: [{ message: 'Not found', code: 'UNKNOWN', type: 'BUSINESS' }] };
  expect(found(404, { json: other })).toEqual([]);
  const wrong = { json: { ...other, date: 'today' } };
  for (const status of [400, 422, 500])
    expect(found(status, wrong)).toEqual(['V1-ENVELOPE /response/body/date']);
  for (const status of [429, 502, 503, 504]) expect(found(status, wrong)).toEqual([]);
  for (const body of [{ json: { error: 'no' } }, { json: null }, { text: '<p>no</p>' }])
    expect(found(404, body)).toEqual([]);
});

test('a url on another host is named beside the hosts that it may be on', () => {
  const [form] = goodExchanges.createBankConnectionImport;
  const settings = { ...hosted, webFormHosts: ['one.example', 'two.example'] };
  expect(judge('createBankConnectionImport', form, settings).findings.map(({ message }) => message)).toEqual([
    'url is on "webform.example", not on one.example or two.example',
  ]);
});
