// Amounts, thresholds and ids are compared digit for digit, also where a float would lose some.
import { expect, test } from 'vitest';
import { readJson } from '../../contract/exact-json.ts';
import type { NotificationRule } from '../../messages/notification-rule.ts';
import { goodPlainMessages, goodRules } from '../documented/good-plain-messages.ts';
import { defaultSettings } from '../settings.ts';
import { judgePlainMessage } from './judge-message.ts';

/** The places that are broken in the good message of the event with some of its text replaced. */
function broken(event: keyof typeof goodPlainMessages, changes: Record<string, string>, params?: object) {
  let text = JSON.stringify(goodPlainMessages[event]);
  for (const [from, to] of Object.entries(changes)) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  const rule = { ...goodRules[event], ...(params && { params: { ...params } }) };
  return judgePlainMessage(readJson(text), { rule }).findings.map(({ clause }) => clause);
}

test('a balance change is exact to the last of twenty digits', () => {
  const old = '"oldBalance":100.1';
  const balances = '"newBalance":87.4,"balanceChange":-12.7';
  const told = (newBalance: string, change: string) =>
    broken('NEW_ACCOUNT_BALANCE', {
      [balances]: `"newBalance":${newBalance},"balanceChange":${change}`,
      [old]: '"oldBalance":12345678901234567890.01',
    });
  expect(told('12345678901234567890.03', '0.02')).toEqual([]);
  expect(told('12345678901234567890.03', '0.020')).toEqual([]);
  expect(told('12345678901234567890.03', '2e-2')).toEqual([]);
  expect(told('12345678901234567890.03', '0.01')).toEqual(['MESSAGE-BALANCE-DETAILS-CHANGE']);
  expect(told('12345678901234567890.010', '0')).toEqual(['MESSAGE-BALANCE-CHANGES']);
});

test('a change of thousandths is exact as well', () => {
  const told = (change: string) =>
    broken('NEW_ACCOUNT_BALANCE', {
      '"oldBalance":100.1,"newBalance":87.4,"balanceChange":-12.7': `"oldBalance":0.1,"newBalance":0.3,"balanceChange":${change}`,
    });
  expect(told('0.2')).toEqual([]);
  // What floats make of 0.3 - 0.1.
  expect(told('0.19999999999999998')).toEqual(['MESSAGE-BALANCE-DETAILS-CHANGE']);
  expect(told('0.201')).toEqual(['MESSAGE-BALANCE-DETAILS-CHANGE']);
  const thousandths = (change: string) =>
    broken('NEW_ACCOUNT_BALANCE', {
      '"oldBalance":100.1,"newBalance":87.4,"balanceChange":-12.7': `"oldBalance":0.111,"newBalance":0.333,"balanceChange":${change}`,
    });
  expect(thousandths('0.222')).toEqual([]);
  expect(thousandths('0.221')).toEqual(['MESSAGE-BALANCE-DETAILS-CHANGE']);
});

test('a balance is below a threshold by its twentieth digit', () => {
  const low = (newBalance: string) =>
    broken(
      'LOW_ACCOUNT_BALANCE',
      {
        '87.41': '12345678901234567890.01',
        '"oldBalance":100.1,"newBalance":87.4,"balanceChange":-12.7': `"oldBalance":0,"newBalance":${newBalance},"balanceChange":${newBalance}`,
      },
      { balanceThreshold: '12345678901234567890.010' },
    );
  expect(low('12345678901234567890')).toEqual([]);
  expect(low('12345678901234567890.01')).toEqual(['MESSAGE-LOW']);
});

test('an amount reaches a threshold by its twentieth digit', () => {
  const high = (amount: string) =>
    broken(
      'HIGH_TRANSACTION_AMOUNT',
      { '"amount":-12.5': `"amount":${amount}`, 'Threshold":12.5': 'Threshold":100.0000000000000001' },
      { absoluteAmountThreshold: '100.0000000000000001' },
    );
  expect(high('-100.0000000000000001')).toEqual([]);
  expect(high('100.00000000000000010')).toEqual([]);
  expect(high('-100.0000000000000000')).toEqual(['MESSAGE-HIGH-QUALIFYING']);
  expect(high('-12.5')).toEqual(['MESSAGE-HIGH-QUALIFYING']);
});

test('ids beyond the floats name one account, and two', () => {
  const ids = (first: string, second: string, accountIds: string) =>
    broken(
      'NEW_ACCOUNT_BALANCE',
      { '"accountId":101': `"accountId":${first}`, '"accountId":102': `"accountId":${second}` },
      { accountIds },
    );
  const [one, two] = ['9007199254740993', '9007199254740992'];
  expect(ids(one, two, `${one},${two}`)).toEqual([]);
  expect(ids(one, one, `${one},${two}`)).toEqual(['MESSAGE-BALANCE-CHANGES']);
  expect(ids(one, two, one)).toEqual(['MESSAGE-LISTED-ONLY']);
});

test('settings are carried out in the exact view as well', () => {
  const text = JSON.stringify(goodPlainMessages.LOW_ACCOUNT_BALANCE)
    .replace('"accountId":101', '"account":9007199254740993')
    .replace('"balanceThreshold":87.41', '"balanceThreshold":"87.410000000000000000001"');
  const params = { balanceThreshold: '87.410000000000000000001', accountIds: '9007199254740993' };
  const settings = {
    ...defaultSettings,
    bigDecimalForm: 'string',
    fieldAliases: { accountId: ['account'] },
  } as const;
  const findings = (rule: NotificationRule['params'] = {}) =>
    judgePlainMessage(readJson(text), { rule: { ...goodRules.LOW_ACCOUNT_BALANCE, params: rule }, settings })
      .findings;
  expect(findings(params)).toEqual([]);
  expect(findings({ ...params, accountIds: '9007199254740992' })).toMatchObject([
    { clause: 'MESSAGE-LISTED-ONLY' },
  ]);
  expect(findings({ ...params, balanceThreshold: 87.41 })).toMatchObject([
    { clause: 'MESSAGE-LOW-THRESHOLD' },
  ]);
});

test('ids of transactions beyond the floats are told apart, and one in two forms is one', () => {
  const listed = (first: string, second: string) =>
    broken('HIGH_TRANSACTION_AMOUNT', { '"id":9001': `"id":${first}`, '"id":9002': `"id":${second}` });
  expect(listed('9007199254740993', '9007199254740992')).toEqual([]);
  expect(listed('9007199254740993', '9007199254740993')).toEqual(['MESSAGE-HIGH-DETAILS-ID']);
  expect(listed('9007199254740993', '90071992547409930e-1')).toEqual(['MESSAGE-HIGH-DETAILS-ID']);
});

test('ids of listed accounts in any form of a number are upheld', () => {
  const text = JSON.stringify(goodPlainMessages.NEW_ACCOUNT_BALANCE);
  for (const form of ['1.01E2', '101.0', '1010e-1']) {
    const written = text.replace('"accountId":101', `"accountId":${form}`);
    expect(written).not.toBe(text);
    const given = { settings: defaultSettings, rule: goodRules.NEW_ACCOUNT_BALANCE };
    expect(judgePlainMessage(readJson(written), given).findings).toEqual([]);
  }
});
