// Where each event keeps its items, ids, counts, transactions and threshold, by hand from the documentation.
import { expect, test } from 'vitest';
import { messageFields } from '../../../src/test-support/message-fields.ts';
import { eventLayouts } from '../../generated/event-layouts.ts';
import { layoutOf } from './read-message.ts';

const ofAccounts = { id: 'accountId', listed: 'accountIds', isCapped: false };
const ofTransactions = { ...ofAccounts, list: 'newTransactions', transactions: 'transactionDetails' };

const documented = {
  NEW_ACCOUNT_BALANCE: { ...ofAccounts, list: 'balanceChanges' },
  NEW_TRANSACTIONS: { ...ofTransactions, count: 'newTransactionsCount', isCapped: true },
  BANK_LOGIN_ERROR: {
    ...ofAccounts,
    list: 'loginErrors',
    id: 'bankConnectionId',
    listed: 'bankConnectionIds',
  },
  FOREIGN_MONEY_TRANSFER: { ...ofTransactions, count: 'transactionsCount' },
  LOW_ACCOUNT_BALANCE: { ...ofAccounts, list: 'balanceChanges', threshold: 'balanceThreshold' },
  HIGH_TRANSACTION_AMOUNT: {
    ...ofTransactions,
    count: 'newTransactionsCount',
    threshold: 'absoluteAmountThreshold',
    isCapped: true,
  },
  CATEGORY_CASH_FLOW: { ...ofAccounts, list: 'categoryCashFlows', transactions: 'transactions' },
  NEW_TERMS_AND_CONDITIONS: ofAccounts,
};

test('each event has its items, ids, counts, transactions and threshold where the documentation has them', () => {
  const found = Object.entries(layoutOf).map(([event, layout]) => {
    const parts = Object.entries(layout).filter(([part]) => !['details', 'detailFields'].includes(part));
    return [event, Object.fromEntries(parts)];
  });
  expect(Object.fromEntries(found)).toEqual(documented);
});

test('details have the fields that the documentation lists, and no others', () => {
  for (const event of [
    'LOW_ACCOUNT_BALANCE',
    'NEW_TRANSACTIONS',
    'BANK_LOGIN_ERROR',
    'CATEGORY_CASH_FLOW',
  ] as const) {
    const listed = messageFields[`${event}.details`].map(({ field }) => field.split('].').at(-1));
    const fields = listed.filter((field) => field !== layoutOf[event].transactions);
    expect(eventLayouts[event].detailFields.toSorted()).toEqual(fields.toSorted());
  }
});
