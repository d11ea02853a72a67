/** Which message is the copy of the one before it, and which is a retry or that of another update. */
import { expect, test } from 'vitest';
import { Arrivals } from './arrivals.ts';

const balance = { accountId: 5, details: { oldBalance: 100, newBalance: 60.5 } };
const message = {
  notificationRuleId: 7,
  triggerEvent: 'NEW_ACCOUNT_BALANCE',
  callbackHandle: 'balances',
  balanceChanges: [balance],
};
const record = (index: number) => ({ file: 'f', index });

test.for([
  ['the same a moment after 200', { time: 5, status: 200 }, { time: 9 }, 'MESSAGE-ONE-PER-RULE'],
  ['the same a moment after 204', { time: 5, status: 204 }, { time: 9 }, 'MESSAGE-ONE-PER-RULE'],
  ['the same at once', { time: 5, status: 200 }, { time: 5 }, 'MESSAGE-ONE-PER-RULE'],
  ['one that is recorded twice', { time: 5, status: 200 }, { time: 5, source: record(1) }, undefined],
  ['the same after a second, as of another update', { time: 5, status: 200 }, { time: 1006 }, undefined],
  ['the same after 500', { time: 5, status: 500 }, { time: 30_000 }, 'retry'],
  ['the same after no known response', { time: 5, status: undefined }, { time: 9 }, 'retry'],
  ['the same after a response without a status', { time: 5, status: Number.NaN }, { time: 9 }, 'retry'],
  ['the same long after 500', { time: 5, status: 500 }, { time: 60_006 }, undefined],
  ['the same without a time', { time: undefined, status: 200 }, { time: 9 }, undefined],
  ['another handle', { time: 5, status: 200 }, { time: 9, callbackHandle: 'others' }, undefined],
  ['another id', { time: 5, status: 200 }, { time: 9, notificationRuleId: 8 }, undefined],
] as const)('%s', ([, before, { time, ...own }, due]) => {
  const { source, ...changed } = { source: undefined, ...own };
  const arrivals = new Arrivals();
  expect(arrivals.add(message, before)).toBeUndefined();
  const found = arrivals.add({ ...message, ...changed }, { time, status: 200, ...(source && { source }) });
  expect(typeof found === 'object' ? found.clause : found).toBe(due);
});

const transactions = (list: object[]) => [
  { accountId: 5, newTransactionsCount: 1, details: { transactionDetails: list } },
];

// Two updates that follow each other at once may bring the same, unless a transaction or a change is in it.
test.for([
  ['NEW_TERMS_AND_CONDITIONS', {}, false],
  ['NEW_TRANSACTIONS', { newTransactions: [{ accountId: 5, newTransactionsCount: 1 }] }, false],
  ['NEW_TRANSACTIONS', { newTransactions: transactions([]) }, false],
  ['NEW_TRANSACTIONS', { newTransactions: transactions([{ id: 11, amount: 3 }]) }, true],
  ['HIGH_TRANSACTION_AMOUNT', { newTransactions: transactions([{ id: 11, amount: 3 }]) }, true],
  [
    'CATEGORY_CASH_FLOW',
    { categoryCashFlows: [{ accountId: 5, details: { transactions: [{ id: 11 }] } }] },
    true,
  ],
  ['BANK_LOGIN_ERROR', { loginErrors: [{ bankConnectionId: 5, details: { errorMessage: 'PIN' } }] }, false],
  ['NEW_ACCOUNT_BALANCE', { balanceChanges: [{ accountId: 5 }] }, false],
  ['NEW_ACCOUNT_BALANCE', { balanceChanges: [balance] }, true],
  // A balance that goes up in between sends no message.
  ['LOW_ACCOUNT_BALANCE', { balanceThreshold: 70, balanceChanges: [balance] }, false],
] as const)('%s with %j', ([triggerEvent, content, isCopy]) => {
  const arrivals = new Arrivals();
  const sent = { ...message, balanceChanges: undefined, triggerEvent, ...content };
  const found = [5, 9].map((time) => arrivals.add(JSON.parse(JSON.stringify(sent)), { time, status: 200 }));
  expect(found).toEqual([undefined, isCopy ? expect.objectContaining({ kind: 'repeated' }) : undefined]);
});

test('the copy of a retry that was answered with 200 is found', () => {
  const arrivals = new Arrivals();
  const found = [500, 200, 200].map((status, at) => arrivals.add(message, { time: at * 10 + 1, status }));
  expect(found).toEqual([undefined, 'retry', expect.objectContaining({ clause: 'MESSAGE-ONE-PER-RULE' })]);
});
