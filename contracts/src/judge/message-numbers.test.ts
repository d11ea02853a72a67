// Amounts, thresholds and ids are compared digit for digit, also where a float would lose some; long lists end where they must.
import { expect, test } from 'vitest';
import {
  clausesOf,
  digits,
  type Edits,
  findingLines,
  firstItem,
  foundIn,
  messageJson,
  ruleWith,
} from '../../../src/test-support/fixtures.ts';
import type { NotificationRule, TriggerEvent } from '../messages/message.ts';
import { judgePlainMessage } from './judge-message.ts';
import { defaultSettings } from './settings.ts';

function broken(event: TriggerEvent, edits: Edits, params?: NotificationRule['params']): string[] {
  return clausesOf(foundIn(event, edits, { rule: params ? { params } : {} }));
}

const list = '/newTransactions/0/details/transactionDetails';
const balances = (oldBalance: string, newBalance: string, balanceChange: string): Edits => ({
  '/balanceChanges/0/details/oldBalance': digits(oldBalance),
  '/balanceChanges/0/details/newBalance': digits(newBalance),
  '/balanceChanges/0/details/balanceChange': digits(balanceChange),
});

test('a balance change is exact to the last of fifteen digits, and to thousandths', () => {
  const change = 'MESSAGE-BALANCE-DETAILS-CHANGE';
  const rows: [oldBalance: string, newBalance: string, balanceChange: string, due: string[]][] = [
    ['12345678901234567890.01', '12345678901234567890.03', '0.02', []],
    ['12345678901234567890.01', '12345678901234567890.03', '0.020', []],
    ['12345678901234567890.01', '12345678901234567890.03', '2e-2', []],
    ['1234567890123.01', '1234567890123.03', '0.01', [change]],
    ['123456789.01', '123456789.010', '0', ['MESSAGE-BALANCE-CHANGES']],
    ['0.1', '0.3', '0.2', []],
    // What floats make of these (NUMBER-PRECISION).
    ['0.1', '0.3', '0.19999999999999998', []],
    ['-29296.08', '-29289.77', '6.31000000000131', []],
    ['-29296.08', '-29289.77', '6.3100000001', [change]],
    ['0.1', '0.3', '0.201', [change]],
    ['0.111', '0.333', '0.222', []],
    ['0.111', '0.333', '0.221', [change]],
  ];
  const found = rows.map(([old, now, by]) => broken('NEW_ACCOUNT_BALANCE', balances(old, now, by)));
  expect(found).toEqual(rows.map(([, , , due]) => due));
});

test('a balance is below a threshold, and an amount reaches one, by the last digit of the threshold', () => {
  const low = (newBalance: string) =>
    broken(
      'LOW_ACCOUNT_BALANCE',
      { ...balances('0', newBalance, newBalance), '/balanceThreshold': digits('12345678901234567890.01') },
      { balanceThreshold: '12345678901234567890.010' },
    );
  expect(low('12345678901234567890')).toEqual([]);
  expect(low('12345678901234600000')).toEqual(['MESSAGE-LOW']);
  const high = (amount: string) =>
    broken(
      'HIGH_TRANSACTION_AMOUNT',
      { [`${list}/0/amount`]: digits(amount), '/absoluteAmountThreshold': digits('100.0000000000000001') },
      { absoluteAmountThreshold: '100.0000000000000001' },
    );
  expect([high('-100.0000000000000001'), high('100.00000000000000010')]).toEqual([[], []]);
  expect([high('-100'), high('-12.5')]).toEqual([['MESSAGE-HIGH-QUALIFYING'], ['MESSAGE-HIGH-QUALIFYING']]);
});

test('ids beyond the floats name one account, and two, in any form of a number', () => {
  const ids = (first: string, second: string, accountIds: string) =>
    broken(
      'NEW_ACCOUNT_BALANCE',
      { '/balanceChanges/0/accountId': digits(first), '/balanceChanges/1/accountId': digits(second) },
      { accountIds },
    );
  const [one, two] = ['9007199254740993', '9007199254740992'];
  expect(ids(one, two, `${one},${two}`)).toEqual([]);
  expect(ids(one, one, `${one},${two}`)).toEqual(['MESSAGE-BALANCE-CHANGES']);
  expect(ids(one, '1', two)).toEqual(['MESSAGE-LISTED-ONLY']);
  for (const form of ['1.01E2', '101.0', '1010e-1']) expect(ids(form, '102', '101,102')).toEqual([]);
  const listed = (first: string, second: string) =>
    broken('HIGH_TRANSACTION_AMOUNT', { [`${list}/0/id`]: digits(first), [`${list}/1/id`]: digits(second) });
  expect(listed(one, two)).toEqual([]);
  expect(listed(one, one)).toEqual(['MESSAGE-HIGH-DETAILS-ID']);
  expect(listed(one, '90071992547409930e-1')).toEqual(['MESSAGE-HIGH-DETAILS-ID']);
});

test('settings are carried out in the exact view as well', () => {
  const json = messageJson('LOW_ACCOUNT_BALANCE', {
    '/balanceThreshold': '12345678901234567890.01',
    '/balanceChanges/0/account': digits('9007199254740993'),
    '/balanceChanges/0/accountId': undefined,
  });
  const settings = {
    ...defaultSettings,
    fieldAliases: { accountId: ['account'] },
  };
  const params = { balanceThreshold: '12345678901234567890.01', accountIds: '9007199254740993' };
  const found = (other: object) => {
    const rule = ruleWith('LOW_ACCOUNT_BALANCE', { params: { ...params, ...other } });
    return clausesOf(findingLines(judgePlainMessage(json, { rule, settings }).findings));
  };
  expect(found({})).toEqual([]);
  expect(found({ accountIds: '9007199254740992' })).toEqual(['MESSAGE-LISTED-ONLY']);
  expect(found({ balanceThreshold: 250.5 })).toEqual(['MESSAGE-LOW-THRESHOLD']);
});

test('a list of 100 is as long as one may be, and one of 101 breaks the default of a rule that says nothing', () => {
  const item = firstItem('NEW_TRANSACTIONS');
  const [transaction] = item.details.transactionDetails;
  const found = (length: number, params: NotificationRule['params']) => {
    const transactionDetails = Array.from({ length }, (_, at) => ({ ...transaction, id: at + 1 }));
    const newTransactions = [{ ...item, newTransactionsCount: length, details: { transactionDetails } }];
    return broken('NEW_TRANSACTIONS', { '/newTransactions': newTransactions }, params);
  };
  expect([found(100, {}), found(100, { maxTransactionsCount: 100 })]).toEqual([[], []]);
  expect(found(101, {})).toEqual(['MESSAGE-LIST-CAP', 'RULE-MAX-COUNT-DEFAULT']);
  expect(found(101, { maxTransactionsCount: '100' })).toEqual(['MESSAGE-LIST-CAP']);
});
