// How the params of a rule stand on the wire, by the settings of the target.
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { judge } from '../../../contracts/src/judge/judge.ts';
import { MOCK_LACKS, mockSettings } from '../targets/mock-target.ts';
import { defaultTargetSettings, type TargetSettings } from '../targets/target-settings.ts';
import { wireRequest } from './wire-request.ts';
import { writtenParams } from './written-params.ts';

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
