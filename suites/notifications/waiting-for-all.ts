/** waitForCategorization with many transactions: on several accounts, of several rules, and more than the message lists. */
import { type Scenario, scenarios } from '../../src/runner/scenarios/scenario.ts';
import { booked } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';
import { a, after, b, waits } from './waiting.ts';

const ofFirst = { accountId: 101, details: { transactionDetails: [{ id: 1, categoryId: 71 }] } } as const;
const ofSecond = { accountId: 102, details: { transactionDetails: [{ id: 2, categoryId: 81 }] } } as const;

export const waitingForAllScenarios = scenarios(import.meta.url, [
  ...[0, 1].map(
    (maxTransactionsCount): Scenario => ({
      clause: 'MESSAGE-WAITS',
      says: 'waits for all of them',
      given: `a rule that lists at most ${maxTransactionsCount}, and two transactions, one categorized at once`,
      world: worlds['one-account'],
      rules: { waits: { ...waits, params: { waitForCategorization: true, maxTransactionsCount } } },
      story: [
        { update: { accounts: [booked(101, a(), b(5))] } },
        { messages: [] },
        { advance: 'PT4M59S' },
        { messages: [] },
        { advance: 'PT1S' },
        { messages: [{ rule: 'waits', newTransactions: [{ accountId: 101 }] }] },
      ],
    }),
  ),
  {
    clause: 'MESSAGE-WAITS',
    says: 'sends one message when those of all are categorized',
    given:
      'three transactions of each of two accounts, each categorized at another time, and two rules that wait',
    world: worlds['two-accounts'],
    rules: {
      waits,
      listing: {
        ...waits,
        params: { accountIds: '101,102', waitForCategorization: true },
        includeDetails: false,
      },
    },
    story: [
      {
        update: {
          accounts: [
            booked(101, after(1, { id: 1 }), after(9, { id: 2 }), after(undefined, { id: 3, categoryId: 7 })),
            booked(102, after(4, { id: 4, categoryId: 81 }), after(2, { id: 5 }), after(7, { id: 6 })),
          ],
        },
      },
      ...['PT1M', 'PT1M', 'PT2M', 'PT3M', 'PT1M59S'].flatMap((advance) => [
        { advance } as const,
        { messages: [] } as const,
      ]),
      { advance: 'PT1S' },
      {
        messages: [
          {
            rule: 'waits',
            newTransactions: [
              { accountId: 101, newTransactionsCount: 3 },
              { accountId: 102, newTransactionsCount: 3 },
            ],
          },
          { rule: 'listing', newTransactions: [{ accountId: 101 }, { accountId: 102 }] },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-WAITS',
    says: 'sends a message of each update, or one of both',
    given: 'two updates of two accounts, the second while the message of the first waits',
    world: worlds['two-accounts'],
    rules: { waits },
    story: [
      { update: { accounts: [booked(101, a(5))] } },
      { update: { accounts: [booked(102, b(5))] } },
      { messages: [] },
      { advance: 'PT5M' },
      {
        messages: [ofFirst, ofSecond].map((item) => ({ rule: 'waits', newTransactions: [item] })),
        // What the second update does to the message that waits is not shown (SECOND-UPDATE-WHILE-WAITING).
        merged: { rule: 'waits', newTransactions: [ofFirst, ofSecond] },
      },
    ],
  },
  {
    clause: 'MESSAGE-WAITS',
    says: 'sends it when its own transactions are categorized',
    given: 'a message that waits, and a second update without transactions',
    world: worlds['two-accounts'],
    rules: { waits },
    story: [
      { update: { accounts: [booked(101, a(5))] } },
      {
        update: {
          accounts: [
            { accountId: 101, newBalance: 900 },
            { accountId: 102, newBalance: 700 },
          ],
        },
      },
      { messages: [] },
      { advance: 'PT5M' },
      { messages: [{ rule: 'waits', newTransactions: [ofFirst] }] },
    ],
  },
  {
    clause: 'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-ID',
    says: 'sends the category of each, and null where there is none',
    given: 'transactions of a main category, of sub-categories and of none',
    world: worlds['one-account'],
    rules: { waits },
    story: [
      {
        update: {
          accounts: [
            booked(
              101,
              ...[7, null, 81, 72, null].map((categoryId, at) =>
                after(at, { id: at + 1, categoryId, bankBookingDate: `2026-03-0${9 - at}T10:00:00Z` }),
              ),
            ),
          ],
        },
      },
      { messages: [] },
      { advance: 'PT4M' },
      {
        messages: [
          {
            rule: 'waits',
            newTransactions: [
              {
                details: {
                  transactionDetails: [
                    { id: 1, categoryId: 7, categoryName: 'Lebenshaltung' },
                    { id: 2, categoryId: null, categoryName: null },
                    { id: 3, categoryId: 81, categoryName: 'Gehalt' },
                    { id: 4, categoryId: 72, categoryName: 'Drogerie' },
                    { id: 5, categoryId: null, categoryName: null },
                  ],
                },
              },
            ],
          },
        ],
      },
    ],
  },
]);
