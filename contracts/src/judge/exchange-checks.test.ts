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
    const ofErrors = operation === 'createMoneyTransferV1' ? 'V1-ENVELOPE-ENDPOINT' : 'RULE-WAIT-V1-REFUSED';
    const due = checks.map(({ clause }) => clause).filter((clause) => clause !== ofErrors);
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

test('without the hosts of web forms no host is judged', () => {
  expect(judged('createStandalonePayment', {}, defaultSettings).shows).not.toContain('V2-FORM-URL-HOST');
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
