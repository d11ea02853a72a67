// Lists of more transactions than a rule asks for, whether it says how many or leaves it at the default of 100.
import { expect, test } from 'vitest';
import { goodPlainMessages, goodRules } from '../../../src/test-support/good-plain-messages.ts';
import { readJson } from '../base/exact-json.ts';
import { firstLaterTime } from '../base/german-time.ts';
import type { NotificationRule } from '../messages/message.ts';
import { judgePlainMessage } from './judge-message.ts';
import { defaultSettings } from './settings.ts';

const [item] = (
  goodPlainMessages.NEW_TRANSACTIONS as { newTransactions: { details: { transactionDetails: object[] } }[] }
).newTransactions;
const [transaction] = item?.details.transactionDetails ?? [];
const list = '/newTransactions/0/details/transactionDetails';

function found(length: number, params: object) {
  const transactionDetails = Array.from({ length }, (_, at) => ({ ...transaction, id: at + 1 }));
  const newTransactions = [{ ...item, newTransactionsCount: length, details: { transactionDetails } }];
  const message = { ...goodPlainMessages.NEW_TRANSACTIONS, newTransactions };
  const rule = { ...goodRules.NEW_TRANSACTIONS, params: { ...params } };
  return judgePlainMessage(readJson(JSON.stringify(message)), { rule }).findings;
}

const capOf101 = (why: string) => `transactionDetails is a list of 101, not at most 100${why}`;

test('a list of 100 is as long as one may be', () => {
  expect(found(100, {})).toEqual([]);
  expect(found(100, { maxTransactionsCount: 100 })).toEqual([]);
});

test('a list of 101 breaks the default of a rule that says nothing, beside what no list may be', () => {
  expect(found(101, {})).toEqual([
    { clause: 'MESSAGE-LIST-CAP', pointer: list, message: capOf101('') },
    {
      clause: 'RULE-MAX-COUNT-DEFAULT',
      pointer: list,
      message: capOf101(', as for every rule without maxTransactionsCount'),
    },
  ]);
});

test('a list of 101 breaks nothing but the maximum where the rule says it', () => {
  expect(found(101, { maxTransactionsCount: '100' }).map(({ clause }) => clause)).toEqual([
    'MESSAGE-LIST-CAP',
  ]);
});

// Which lists of German wall times can be in descending order, also in the night that repeats an hour.

const later = (...times: unknown[]) => firstLaterTime(times);

test('times in descending order are in order, ties in any', () => {
  expect(later()).toBeUndefined();
  expect(later('2026-11-20 09:15:00.123')).toBeUndefined();
  expect(
    later(
      '2026-11-20 09:15:00.123',
      '2026-11-20 09:15:00.123',
      '2026-11-20 09:15:00.122',
      '2025-12-31 23:59:59.999',
    ),
  ).toBeUndefined();
});

test('the first time that is later than the one before it is found', () => {
  expect(later('2026-11-20 09:15:00.123', '2026-11-20 09:15:00.124')).toBe(1);
  expect(later('2026-11-21 09:15:00.123', '2026-11-20 09:15:00.123', '2026-11-20 23:15:00.123')).toBe(2);
  expect(later('2026-09-30 00:00:00.000', '2026-10-01 00:00:00.000')).toBe(1);
});

test('in the hour that autumn repeats a time may be of the first or of the second pass', () => {
  const night = '2026-10-25';
  // By instants: 02:10 of the second pass, then 02:50 and 02:20 of the first.
  expect(
    later(`${night} 03:00:00.000`, `${night} 02:10:00.000`, `${night} 02:50:00.000`, `${night} 02:20:00.000`),
  ).toBe(undefined);
  expect(later(`${night} 02:10:00.000`, `${night} 02:50:00.000`, `${night} 02:50:00.000`)).toBeUndefined();
  // By texts.
  expect(later(`${night} 02:50:00.000`, `${night} 02:50:00.000`, `${night} 02:10:00.000`)).toBeUndefined();
});

test('in the repeated hour too, a time that is later in either pass is out of order', () => {
  const night = '2026-10-25';
  expect(
    later(`${night} 02:10:00.000`, `${night} 02:50:00.000`, `${night} 02:20:00.000`, `${night} 02:30:00.000`),
  ).toBe(3);
  expect(later(`${night} 01:59:00.000`, `${night} 02:10:00.000`)).toBe(1);
  expect(later(`${night} 02:10:00.000`, `${night} 03:00:00.000`)).toBe(1);
});

test('the same hour of another night is not repeated', () => {
  expect(later('2026-10-24 02:10:00.000', '2026-10-24 02:50:00.000')).toBe(1);
});

test('what is no German time is passed over', () => {
  const skipped = '2026-03-29 02:30:00.000';
  expect(
    later('2026-11-20 09:15:00.123', undefined, 17, 'later', skipped, '2026-11-19 09:15:00.123'),
  ).toBeUndefined();
  expect(later('2026-11-20 09:15:00.123', 'z', '2026-11-21 09:15:00.123')).toBe(2);
  expect(later(null, 'text', '2026-11-20 09:15:00.123')).toBeUndefined();
});

// Amounts, thresholds and ids are compared digit for digit, also where a float would lose some.

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
