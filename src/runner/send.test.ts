// A call is sent as its target reads it, and what came is judged as it came.
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { defaultTargetSettings, type TargetSettings } from '../../contracts/generated/settings.ts';
import { defaultTestData } from '../../contracts/generated/test-data.ts';
import { writeJson } from '../../contracts/src/base/exact-json.ts';
import { KnownValues, type Secrets } from '../../contracts/src/base/known-values.ts';
import { judge } from '../../contracts/src/judge/judge.ts';
import type { SendHttp } from '../../contracts/src/node/http-sender.ts';
import { broken } from './call.ts';
import { send, wireRequest, writtenParams } from './send.ts';
import { httpTarget } from './targets/http-target.ts';
import { describedMock } from './targets/mock-target.ts';

test.each([
  ['a token response', 200, '{"access_token":"token-1","refresh_token":"token-2","token_type":"bearer"}'],
  ['an error response', 401, '{"errors":[{"accessToken":"token-1"}],"id_token":"token-2"}'],
  ['a form', 200, 'access_token=token-1&refresh_token=token%2D2&token_type=bearer'],
])('%s is judged as it came, and its tokens are secrets of the run', async (_, status, body) => {
  const sendHttp: SendHttp = async () => ({
    status,
    headers: [['x-said', 'token-1']],
    text: async () => body,
  });
  const secrets: Secrets = new KnownValues();
  const target = httpTarget({
    ...{ name: 'bank', chosenBy: 'bank', accessUrl: 'http://127.0.0.1:1', webFormUrl: 'http://127.0.0.1:1' },
    ...{ client: { id: 'client', secret: 'client-secret' }, wire: defaultTargetSettings, lacks: {} },
    ...{ testData: defaultTestData, deviations: [] },
    ...{ timeLimit: 1000, prefix: 'test', sendHttp, secrets },
  });
  const call = { when: 'createToken', send: { example: 'x', body: {} }, then: '2XX' } as never;
  const { response } = await send(target, await target.session(), call);
  expect(writeJson(response)).toContain('"x-said":"token-1"');
  expect(writeJson(response.body)).toContain('token-1');
  expect(secrets.strike('token-1 TOKEN 2 bearer', (what) => what)).toBe('secret secret bearer');
});

// How the params of a rule are sent, by the settings of the target.

const BODY = {
  triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
  params: {
    absoluteAmountThreshold: new LosslessNumber('12345678901234567890.10'),
    maxTransactionsCount: 100,
    includeChildCategories: true,
    accountIds: '1,2',
  },
  callbackHandle: '7',
  includeDetails: true,
};

/** The params as they are sent to a target with these settings. */
function sent(settings: Partial<TargetSettings>, body: object = BODY): string | undefined {
  const target = {
    accessUrl: 'http://bank.example',
    webFormUrl: 'http://bank.example',
    wire: { ...defaultTargetSettings, ...settings },
    takesPreferences: false,
    lacks: {},
  };
  const call = { when: 'createNotificationRule', then: '2XX' } as const;
  return wireRequest(target, call, body, 'token').text?.replace(/^.*"params":|,"callbackHandle".*$/g, '');
}

test('numbers and booleans go as such, as strings, or only thresholds as strings, digit for digit', () => {
  expect(sent({})).toBe(
    '{"absoluteAmountThreshold":12345678901234567890.10,"maxTransactionsCount":100,"includeChildCategories":true,"accountIds":"1,2"}',
  );
  const strings =
    '{"absoluteAmountThreshold":"12345678901234567890.10","maxTransactionsCount":"100","includeChildCategories":"true","accountIds":"1,2"}';
  expect(sent({ paramsForm: 'strings' })).toBe(strings);
  expect(sent({ paramsForm: 'strings', bigDecimalForm: 'string' })).toBe(strings);
  expect(sent({ bigDecimalForm: 'string' })).toBe(
    '{"absoluteAmountThreshold":"12345678901234567890.10","maxTransactionsCount":100,"includeChildCategories":true,"accountIds":"1,2"}',
  );
});

test('what is sent in order to be refused stays as wrong as it is', () => {
  const strings = { paramsForm: 'strings', bigDecimalForm: 'string' } as const;
  const wrong = {
    categoryId: 7,
    maxTransactionsCount: true,
    waitForCategorization: 1,
    balanceThreshold: null,
  };
  expect(writtenParams({ params: wrong }, strings)).toEqual({ params: wrong });
  for (const body of [undefined, 'text', {}, { params: null }, { params: [1] }, { params: 'text' }])
    expect(writtenParams(body, strings)).toBe(body);
});

test('only params of a rule change', () => {
  const form = { balanceThreshold: 5, params: { maxTransactionsCount: 5 } };
  expect(writtenParams(form, { paramsForm: 'strings', bigDecimalForm: 'number' })).toEqual({
    balanceThreshold: 5,
    params: { maxTransactionsCount: '5' },
  });
  const wire = { ...defaultTargetSettings, paramsForm: 'strings' } as const;
  const target = { accessUrl: '', webFormUrl: 'http://form.example', wire, takesPreferences: false };
  const call = { when: 'createStandalonePayment', then: 201 } as const;
  expect(wireRequest(target, call, form, 'token').text).toBe(
    '{"balanceThreshold":5,"params":{"maxTransactionsCount":5}}',
  );
});

test('a rule is judged the same, however its params are written', () => {
  const exchange = (maxTransactionsCount: unknown) => ({
    request: {
      method: 'POST',
      url: '/notificationRules',
      headers: {},
      body: { json: { triggerEvent: 'NEW_TRANSACTIONS', params: { maxTransactionsCount } } },
    },
    response: { status: 201, headers: {} },
  });
  const settings = { ...describedMock.settings, readsRequests: true };
  const broken = (count: unknown) =>
    judge('createNotificationRule', exchange(count), settings).findings.map(({ clause }) => clause);
  expect([broken(100), broken('100')]).toEqual([[], []]);
  expect([broken(101), broken('101')]).toEqual([
    ['RULE-MAX-TRANSACTIONS-COUNT'],
    ['RULE-MAX-TRANSACTIONS-COUNT'],
  ]);
});

// Invalid input is wrong in the one intended way and nowhere else.

const valid = { params: { count: 50 }, name: 'a' };

test('an edit removes or sets one place of a copy', () => {
  expect(broken(valid, { without: '/params/count' })).toEqual({
    broken: '/params/count is missing',
    body: { params: {}, name: 'a' },
    valid,
  });
  expect(broken(valid, { set: '/params/count', to: 101 })).toEqual({
    broken: '/params/count is 101',
    body: { params: { count: 101 }, name: 'a' },
    valid,
  });
  expect(valid).toEqual({ params: { count: 50 }, name: 'a' });
});

test('an edit that would change nothing is refused', () => {
  expect(() => broken(valid, { without: '/params/other' })).toThrow('/params/other is not in the valid body');
  expect(() => broken(valid, { set: '/nowhere/count', to: 1 })).toThrow(
    '/nowhere/count is not in the valid body',
  );
});
