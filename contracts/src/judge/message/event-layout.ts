/** Where each trigger event keeps its items, their ids, counts and transactions: the traps of the documentation as data. */
import type { TriggerEvent } from '../../messages/notification-rule.ts';

export interface EventLayout {
  /** The array of items; absent where a message has none. */
  readonly list?: string;
  /** What names the account or connection of an item. */
  readonly id: 'accountId' | 'bankConnectionId';
  /** The param of the rule that lists accounts or connections. */
  readonly listed: 'accountIds' | 'bankConnectionIds';
  /** The list in the decrypted details. */
  readonly transactions?: 'transactionDetails' | 'transactions';
  /** What counts them in the item. */
  readonly count?: 'newTransactionsCount' | 'transactionsCount';
  /** The threshold that the message repeats. */
  readonly threshold?: 'balanceThreshold' | 'absoluteAmountThreshold';
}

const ofAccounts = { id: 'accountId', listed: 'accountIds' } as const;
const ofTransactions = {
  ...ofAccounts,
  list: 'newTransactions',
  transactions: 'transactionDetails',
} as const;

export const eventLayouts: Readonly<Record<TriggerEvent, EventLayout>> = {
  NEW_ACCOUNT_BALANCE: { ...ofAccounts, list: 'balanceChanges' },
  LOW_ACCOUNT_BALANCE: { ...ofAccounts, list: 'balanceChanges', threshold: 'balanceThreshold' },
  NEW_TRANSACTIONS: { ...ofTransactions, count: 'newTransactionsCount' },
  HIGH_TRANSACTION_AMOUNT: {
    ...ofTransactions,
    count: 'newTransactionsCount',
    threshold: 'absoluteAmountThreshold',
  },
  FOREIGN_MONEY_TRANSFER: { ...ofTransactions, count: 'transactionsCount' },
  CATEGORY_CASH_FLOW: { ...ofAccounts, list: 'categoryCashFlows', transactions: 'transactions' },
  BANK_LOGIN_ERROR: { list: 'loginErrors', id: 'bankConnectionId', listed: 'bankConnectionIds' },
  NEW_TERMS_AND_CONDITIONS: ofAccounts,
};
