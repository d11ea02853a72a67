// What each check of an exchange shows: its clause where it is kept, nothing where it compares nothing.
import { expect, test } from 'vitest';
import { type Edits, edited, GONE, goodExchanges, placesOf } from '../../../src/test-support/fixtures.ts';
import { exchangeChecks } from './exchange-checks.ts';
import { judge } from './judge.ts';
import type { OperationId } from './operation.ts';
import { defaultSettings, type Settings } from './settings.ts';

const hosted: Settings = { ...defaultSettings, webFormHosts: ['webform.example'] };

function judged(operation: OperationId, edits: Edits = {}, settings = hosted) {
  const { findings, shows } = judge(operation, edited(goodExchanges[operation][0], edits), settings);
  return { found: placesOf(findings), shows };
}

test('a good exchange shows the checks of its operation but for those of errors', () => {
  for (const [operation, checks] of Object.entries(exchangeChecks)) {
    const ofErrors = ['RULE-WAIT-V1-REFUSED', 'V1-ENVELOPE'];
    const due = checks.map(({ clause }) => clause).filter((clause) => !ofErrors.includes(clause));
    expect(judged(operation as OperationId).shows).toEqual(expect.arrayContaining(due));
  }
});

// A place that is taken away or set, and the check that then shows nothing; its clause is that of no field.
test.each<[OperationId, string, unknown, string]>([
  ['createStandalonePayment', '/response/body/json/url', '/forms/1', 'V2-FORM-URL-HOST'],
  ['createStandalonePayment', '/response/body/json/url', GONE, 'V2-FORM-URL-HOST'],
  ['createStandalonePayment', '/response/status', 400, 'V2-FORM-URL-HOST'],
  ['createStandalonePayment', '/response/body/json/createdAt', 'now', 'V2-FORM-VALIDITY'],
  ['createStandalonePayment', '/response/body/json/expiresAt', GONE, 'V2-FORM-VALIDITY'],
  ['createStandalonePayment', '/response/status', 302, 'V2-NO-LOCATION'],
  ['createStandalonePayment', '/response/status', 400, 'V2-NO-WEB-FORM-REQUIRED'],
  ['submitPaymentV1', '/response', { status: 400, headers: {} }, 'V1-451-LOCATION'],
  ['createMoneyTransferV1', '/response', { status: 400, headers: {} }, 'V1-TWO-CALLS'],
])('%s with %s as %j does not show %s', (operation, place, to, clause) => {
  expect(judged(operation).shows).toContain(clause);
  expect(judged(operation, { [place]: to }).shows).not.toContain(clause);
});

// What a check compares is not there, or of another type, which is a finding of the schema alone.
test.each<[OperationId, string, unknown]>([
  ['createUser', '/request/body/json/phone', GONE],
  ['createMoneyTransferV1', '/request/body/json/moneyTransfers', GONE],
  ['createMoneyTransferV1', '/request/body/json/iban', GONE],
  ['submitPaymentV1', '/request/url', '/elsewhere'],
  ['createUser', '/request/body', GONE],
  ['createUser', '/request/body', { text: 'id=anna' }],
])('%s without %s has nothing to compare', (operation, place, to) => {
  expect(judged(operation, { [place]: to }).found).toEqual([]);
});

test('without the hosts of web forms no host is judged, and an IBAN in groups of four is the same', () => {
  expect(judged('createStandalonePayment', {}, defaultSettings).shows).not.toContain('V2-FORM-URL-HOST');
  const iban = {
    '/request/body/json/iban': 'DE89 3704 0044 0532 0130 00',
    '/response/body/json/iban': 'DE89370400440532013000',
  };
  expect(judged('createMoneyTransferV1', iban).found).toEqual([]);
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

test('a created user repeats id and setting as they are, a password or its mask, and e-mail and phone as they are read', () => {
  const found = (sent: object, answered: object) => {
    const at = (side: string, fields: object) =>
      Object.entries(fields).map(([name, value]) => [`/${side}/body/json/${name}`, value]);
    const edits = Object.fromEntries([...at('request', sent), ...at('response', answered)]);
    return judged('createUser', edits).found.map((place) => place.split(' ')[0]);
  };
  const kept: [sent: object, answered: object][] = [
    [{ phone: '+49 30 901820' }, { phone: '004930901820' }],
    [{ phone: '030 901820' }, { phone: '+4930901820' }],
    [{ phone: '+49 (30) 901820' }, { phone: '030/901820' }],
    [{ password: 'secret-1' }, { password: '********' }],
    [{ password: 'secret-1' }, { password: '[hidden]' }],
    [{ email: 'Anna@Example.org' }, { email: 'anna@example.org' }],
    // What the request left out has no value.
    [
      { email: GONE, phone: GONE },
      { email: null, phone: GONE },
    ],
  ];
  expect(kept.filter(([sent, answered]) => found(sent, answered).length > 0)).toEqual([]);
  expect(found({ id: 'Anna' }, { id: 'anna' })).toEqual(['USER-RESPONSE-ID']);
  // Without the code of its area, or cut to three digits, it is another number.
  for (const phone of ['+49 30 901821', '', '901820', '820'])
    expect(found({ phone: '+49 30 901820' }, { phone })).toEqual(['USER-RESPONSE-PHONE']);
  for (const password of ['', 'secret-2', 'SECRET-1', 'a<secret>', '<secret>a'])
    expect(found({ password: 'secret-1' }, { password })).toEqual(['USER-RESPONSE-PASSWORD']);
  expect(found({ email: 'anna@example.org' }, { email: 'ann@example.org' })).toEqual(['USER-RESPONSE-EMAIL']);
  expect(found({}, { email: null, phone: GONE })).toEqual(['USER-RESPONSE-EMAIL', 'USER-RESPONSE-PHONE']);
});

test('of an error of a V1 call other than 451, the envelope is judged where the body has errors; the bank may be unknown', () => {
  const found = (status: number, edits: Edits) =>
    judged('submitPaymentV1', { '/response/status': status, '/response/body/json/bank': GONE, ...edits })
      .found;
  const other = {
    '/response/body/json/errors': [{ message: 'Not found', code: 'UNKNOWN', type: 'BUSINESS' }],
  };
  expect(found(404, other)).toEqual([]);
  const wrong = { ...other, '/response/body/json/date': 'today' };
  for (const status of [400, 422, 500])
    expect(found(status, wrong)).toEqual(['V1-ENVELOPE /response/body/date']);
  for (const status of [429, 502, 503, 504]) expect(found(status, wrong)).toEqual([]);
  for (const body of [{ json: { error: 'no' } }, { json: null }, { text: '<p>no</p>' }])
    expect(judged('submitPaymentV1', { '/response/status': 404, '/response/body': body }).found).toEqual([]);
});
