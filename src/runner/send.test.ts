// What a target repeats of the secrets of a run is struck from its answer, however its JSON writes them.
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { defaultTargetSettings, type TargetSettings } from '../../contracts/generated/settings.ts';
import { judge } from '../../contracts/src/judge/judge.ts';
import type { SendHttp } from '../../contracts/src/node/http-sender.ts';
import { broken } from './call.ts';
import { send, wireRequest, writtenParams } from './send.ts';
import { httpTarget } from './targets/http-target.ts';
import { MOCK_LACKS, mockSettings } from './targets/mock-target.ts';
import { Secrets } from './targets/target.ts';

const SECRET = 'Zm9v/"YmFy"/ä';

function answering(body: string): ReturnType<typeof httpTarget> {
  const sendHttp: SendHttp = async () => ({
    status: 200,
    headers: [
      ['x-said', `by ${SECRET}`],
      [`x-${SECRET.toLowerCase()}-said`, 'a header name is in lower case'],
    ],
    text: async () => body,
  });
  return httpTarget({
    name: 'bank',
    chosenBy: 'bank',
    accessUrl: 'http://127.0.0.1:1',
    webFormUrl: 'http://127.0.0.1:1',
    client: { id: 'client', secret: SECRET },
    settings: defaultTargetSettings,
    lacks: {},
    timeLimit: 1000,
    prefix: 'test',
    sendHttp,
  });
}

for (const [says, written] of [
  ['as it is', String.raw`Zm9v/\"YmFy\"/ä`],
  ['with escaped slashes', String.raw`Zm9v\/\"YmFy\"\/ä`],
  ['with escaped letters', String.raw`\u005am9v/\u0022YmFy\u0022/\u00e4`],
]) {
  test(`a secret that JSON writes ${says} is struck`, async () => {
    const target = answering(`{"id":"${written}","${written}":["${written}"]}`);
    const call = { when: 'createToken', send: { example: 'x', body: {} }, then: '2XX' } as never;
    const { response } = await send(target, await target.session(), call);
    expect(response).toEqual({
      status: 200,
      headers: { 'x-said': 'by [secret]', 'x-[secret]-said': 'a header name is in lower case' },
      body: { json: { id: '[secret]', '[secret]': ['[secret]'] } },
    });
  });
}

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
    lacks: MOCK_LACKS,
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
  const settings = { ...mockSettings, readsRequests: true };
  const broken = (count: unknown) =>
    judge('createNotificationRule', exchange(count), settings).map(({ clause }) => clause);
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

// The secrets of a target are removed from its answers, and short texts are not.

test('credentials and issued tokens are struck, the longer of two first', () => {
  const secrets = new Secrets(['client-secret', 'client-secret-two']);
  secrets.add('token-0123');
  expect(struck(secrets, 'client-secret-two, client-secret, token-0123')).toBe(
    '[secret], [secret], [secret]',
  );
});

test('an answer that issues a token keeps it, and no other secret', () => {
  const secrets = new Secrets(['client-secret']);
  secrets.add('token-0123');
  expect(struck(secrets, 'token-0123 client-secret', { issues: true })).toBe('token-0123 [secret]');
});

test('a token is struck wherever a text holds it, also beside tokens that begin as it does and within a word', () => {
  const secrets = new Secrets([]);
  for (const token of ['eyJhbGci.1', 'eyJhbGci.2', 'žetön-123']) secrets.add(token);
  expect(struck(secrets, 'eyJhbGci.2')).toBe('[secret]');
  expect(struck(secrets, 'xeyJhbGci.1y, eyJhbGci.3, žetön-123')).toBe('x[secret]y, eyJhbGci.3, [secret]');
});

test('what is too short to protect anything would be found in words, and stays', () => {
  const secrets = new Secrets(['', 'OPEN']);
  secrets.add('1');
  expect(struck(secrets, 'OPEN 1')).toBe('OPEN 1');
});

test('a secret is struck from every part of an answer that holds it, whatever its kind', () => {
  const body = { json: { 'client-secret': ['a client-secret', 1, null], key: 12345678901 } };
  const parts = [body, 'b', 'client-secret'];
  const strike = new Secrets(['client-secret', '12345678901']).strikeIn(parts);
  expect(parts.map((part) => strike(part))).toEqual([
    { json: { '[secret]': ['a [secret]', 1, null], key: '[secret]' } },
    'b',
    '[secret]',
  ]);
});

function struck(secrets: Secrets, whole: string, how?: { issues: boolean }): string {
  return secrets.strikeIn([whole], how)(whole);
}
