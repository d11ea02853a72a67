/** The lists of transactions in details: by bankBookingDate, the most recent first, and at most maxTransactionsCount of them. */
import { absent, type ExpectedMessage, scenarios, table } from '../../src/runner/scenarios/scenario.ts';
import { rule as categoryCashFlow } from '../events/category-cash-flow-cases.ts';
import { rule as foreignMoneyTransfer } from '../events/foreign-money-transfer-cases.ts';
import { rule as highTransactionAmount } from '../events/high-transaction-amount-cases.ts';
import { rule as newTransactions } from '../events/new-transactions-cases.ts';
import { listing } from '../worlds/accounts.ts';
import { accounts, type BookedTransaction, booked, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';
import { accountRules } from './every-event.ts';

/** A high amount, abroad, of category 7: every event with a list has it. */
function at(id: number, bankBookingDate: string, serviceBookingDate?: string): BookedTransaction {
  return transaction(id, {
    bankBookingDate,
    ...(serviceBookingDate !== undefined && { serviceBookingDate }),
    amount: -1000,
    counterpartIban: 'AT371000000000000777',
    categoryId: 7,
  });
}

/** The messages of every event with a list. */
function lists(transactions: readonly { id: number; bankBookingDate?: string }[]): ExpectedMessage[] {
  const newTransactions = [{ details: { transactionDetails: transactions } }];
  return [
    { rule: 'news', newTransactions },
    { rule: 'abroad', newTransactions },
    { rule: 'high', newTransactions },
    { rule: 'flow', categoryCashFlows: [{ details: { transactions } }] },
  ];
}

/** So many transactions, a second apart, the most recent one with the highest id, downloaded from the oldest on. */
function bookings(count: number, from = 1): BookedTransaction[] {
  return Array.from({ length: count }, (_, index) => {
    const minutes = `${Math.floor(index / 60)}`.padStart(2, '0');
    const seconds = `${index % 60}`.padStart(2, '0');
    return at(from + index, `2026-03-01T10:${minutes}:${seconds}Z`);
  });
}

/** The ids of these bookings as a list has them. */
function listed(count: number, from = 1): { id: number }[] {
  return Array.from({ length: count }, (_, index) => ({ id: from + count - 1 - index }));
}

function newsAndHigh(max: { maxTransactionsCount?: number }) {
  return {
    news: { ...newTransactions, params: max, includeDetails: true },
    high: {
      ...highTransactionAmount,
      params: { absoluteAmountThreshold: 500, ...max },
      includeDetails: true,
    },
  } as const;
}

/** Updates with so many transactions. All are listed up to the maximum; what is beyond it is not shown (LIST-CUT). */
function capped(max: { maxTransactionsCount?: number }, counts: readonly number[]) {
  return {
    says: 'lists them all up to the maximum, and no more than that',
    world: worlds['one-account'],
    rules: newsAndHigh(max),
    steps: counts.map((count, nth) => {
      const from = 1000 * nth + 1;
      const isCut = count > (max.maxTransactionsCount ?? 100);
      const newTransactions = [
        { accountId: 101, details: isCut ? {} : { transactionDetails: listed(count, from) } },
      ];
      return {
        update: accounts(booked(101, ...bookings(count, from))),
        messages:
          count === 0
            ? []
            : [
                { rule: 'news', newTransactions },
                { rule: 'high', newTransactions },
              ],
      };
    }),
  };
}

export const transactionListScenarios = scenarios('suites/notifications/transaction-lists.ts', [
  {
    clause: 'MESSAGE-LIST-ORDER',
    says: 'lists the most recent first, whatever the event',
    given: 'transactions that are downloaded in no order, and that the service booked in another one',
    world: worlds['one-account'],
    rules: accountRules({ includeDetails: true }),
    steps: [
      {
        update: accounts(
          booked(
            101,
            at(5, '2026-02-27T09:00:00Z'),
            at(1, '2026-03-01T09:00:00Z'),
            at(4, '2026-02-26T09:00:00Z'),
            at(2, '2026-03-02T09:00:00Z'),
            at(3, '2026-02-28T09:00:00Z'),
          ),
        ),
        messages: lists([{ id: 2 }, { id: 1 }, { id: 3 }, { id: 5 }, { id: 4 }]),
      },
      {
        update: accounts(
          booked(
            101,
            at(11, '2026-03-01T09:00:00.009Z', '2026-03-05T09:00:00Z'),
            at(12, '2026-03-01T09:00:00.010Z', '2026-03-04T09:00:00Z'),
            at(13, '2026-03-01T09:00:00Z', '2026-03-06T09:00:00Z'),
          ),
        ),
        messages: lists([{ id: 12 }, { id: 11 }, { id: 13 }]),
      },
      {
        update: accounts(
          booked(
            101,
            at(21, '2026-03-01T09:00:00Z'),
            at(22, '2026-02-28T09:00:00Z'),
            at(23, '2026-03-01T09:00:00Z'),
          ),
        ),
        // How the two of the same time are ordered is not shown (LIST-TIES); the run takes either order.
        messages: lists([
          { id: 21, bankBookingDate: '2026-03-01 10:00:00.000' },
          { id: 23, bankBookingDate: '2026-03-01 10:00:00.000' },
          { id: 22, bankBookingDate: '2026-02-28 10:00:00.000' },
        ]),
      },
    ],
  },
  ...table('RULE-MAX-COUNT-DEFAULT', capped, [
    ['rules without a maximum, and 100 and 101 transactions', {}, [100, 101]],
  ]),
  ...table('MESSAGE-LIST-CAP', capped, [
    ['a maximum of 100, and 2, 100 and 101 transactions', { maxTransactionsCount: 100 }, [2, 100, 101]],
    ['a maximum of 3, and 3 and 4 transactions', { maxTransactionsCount: 3 }, [3, 4]],
    ['a maximum of 0, and no transaction and 2', { maxTransactionsCount: 0 }, [0, 2]],
  ]),
  ...(
    [
      ['MESSAGE-TRANSACTIONS-FIRES', 'news'],
      ['MESSAGE-HIGH-FIRES', 'high'],
    ] as const
  ).flatMap(([clause, name]) =>
    table(
      clause,
      (maxTransactionsCount: number) => ({
        says: 'sends a message all the same, with an empty list',
        world: worlds['one-account'],
        rules: { rule: newsAndHigh({ maxTransactionsCount })[name] },
        steps: [
          {
            update: accounts(booked(101, ...bookings(2))),
            messages: [{ rule: 'rule', newTransactions: [listing()] }],
          },
        ],
      }),
      [[`a maximum of 0 of ${name} and 2 transactions`, 0]],
    ),
  ),
  {
    clause: 'MESSAGE-FOREIGN-DETAILS-LIST',
    says: 'lists them all',
    given: '101 payments abroad',
    world: worlds['one-account'],
    rules: { abroad: { ...foreignMoneyTransfer, includeDetails: true } },
    steps: [
      {
        update: accounts(booked(101, ...bookings(101))),
        messages: [
          {
            rule: 'abroad',
            newTransactions: [{ transactionsCount: 101, details: { transactionDetails: listed(101) } }],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-CATEGORY-DETAILS-LIST',
    says: 'lists them all',
    given: '101 transactions of the category of a rule',
    world: worlds['one-account'],
    rules: {
      flow: { ...categoryCashFlow, params: { categoryId: '7' }, includeDetails: true },
    },
    steps: [
      {
        update: accounts(booked(101, ...bookings(101))),
        messages: [{ rule: 'flow', categoryCashFlows: [{ details: { transactions: listed(101) } }] }],
      },
    ],
  },
  {
    clause: 'MESSAGE-LIST-CAP',
    says: 'lists for each rule and each account at most as many as the rule says',
    given: '4 transactions on each of two accounts, rules with a maximum of 0, 1, 3 and 5, and one without',
    world: worlds['two-accounts'],
    rules: {
      none: newsAndHigh({ maxTransactionsCount: 0 }).news,
      one: newsAndHigh({ maxTransactionsCount: 1 }).high,
      all: {
        ...highTransactionAmount,
        params: { absoluteAmountThreshold: 500, accountIds: '101' },
        includeDetails: true,
      },
      three: {
        ...newTransactions,
        params: { maxTransactionsCount: 3, accountIds: '101' },
        includeDetails: true,
      },
      five: {
        ...newTransactions,
        params: { maxTransactionsCount: 5, accountIds: '101,102' },
        includeDetails: true,
      },
      'five-high': {
        ...highTransactionAmount,
        params: { absoluteAmountThreshold: 500, maxTransactionsCount: 5, accountIds: '101,102' },
        includeDetails: true,
      },
    },
    steps: [
      {
        update: accounts(booked(101, ...bookings(4)), booked(102, ...bookings(4, 5))),
        messages: [
          {
            rule: 'none',
            newTransactions: [101, 102].map((accountId) => ({
              accountId,
              ...listing(),
            })),
          },
          {
            rule: 'one',
            newTransactions: [
              { accountId: 101, details: {} },
              { accountId: 102, details: {} },
            ],
          },
          { rule: 'all', newTransactions: [{ accountId: 101, details: { transactionDetails: listed(4) } }] },
          { rule: 'three', newTransactions: [{ accountId: 101, details: {} }] },
          ...['five', 'five-high'].map((rule) => ({
            rule,
            newTransactions: [
              { accountId: 101, details: { transactionDetails: listed(4) } },
              { accountId: 102, details: { transactionDetails: listed(4, 5) } },
            ],
          })),
        ],
      },
    ],
  },
  {
    clause: 'RULE-MAX-COUNT-INERT',
    says: 'sends the messages and counts all',
    given: '3 transactions, and rules without details and a maximum of 0 and of 1',
    world: worlds['one-account'],
    rules: {
      one: { ...newTransactions, params: { maxTransactionsCount: 1 } },
      none: {
        ...highTransactionAmount,
        params: { absoluteAmountThreshold: 500, maxTransactionsCount: 0 },
      },
    },
    steps: [
      {
        update: accounts(booked(101, ...bookings(3))),
        messages: ['one', 'none'].map((rule) => ({
          rule,
          newTransactions: [{ newTransactionsCount: 3, details: absent }],
        })),
      },
    ],
  },
]);
