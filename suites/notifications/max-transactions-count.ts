/** maxTransactionsCount: a list in the details holds that many at most, the most recent ones; 100 where it is not given. */
import { absent, type Scenario, type ScenarioRule, scenarios } from '../../src/runner/scenarios/scenario.ts';
import { booked, type NewTransaction, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

/** So many transactions, a minute apart, the most recent one with the highest id, downloaded from the oldest on. */
function bookings(count: number): NewTransaction[] {
  return Array.from({ length: count }, (_, at) => {
    const minutes = `${at % 60}`.padStart(2, '0');
    return transaction(at + 1, {
      amount: -500,
      bankBookingDate: `2026-03-01T1${Math.floor(at / 60)}:${minutes}:00Z`,
    });
  });
}

/** The ids from `newest` down, so many of them. */
function listed(newest: number, length: number): { id: number }[] {
  return Array.from({ length }, (_, at) => ({ id: newest - at }));
}

interface Situation {
  /** How many transactions are new, and how many of them the list holds. */
  readonly of: number;
  readonly holds: number;
  readonly maxTransactionsCount?: number;
}

type Ruling = (max: Pick<Situation, 'maxTransactionsCount'>) => ScenarioRule;

const news: Ruling = (max) => ({ triggerEvent: 'NEW_TRANSACTIONS', params: max, includeDetails: true });
const high: Ruling = (max) => ({
  triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
  params: { absoluteAmountThreshold: 500, ...max },
  includeDetails: true,
});

function listing(ruling: Ruling, { of, holds, ...max }: Situation): Scenario {
  const rule = ruling(max);
  const maximum = max.maxTransactionsCount;
  const asking = maximum === undefined ? 'without a maximum' : `with a maximum of ${maximum}`;
  // Whether the count goes beyond the cap is not shown (COUNT-OVER-CAP), so it is left out.
  const details = { transactionDetails: listed(of, holds) };
  return {
    clause: maximum === undefined ? 'RULE-MAX-COUNT-DEFAULT' : 'MESSAGE-LIST-CAP',
    says: `lists the ${holds} most recent`,
    given: `${of} new transactions and a ${rule.triggerEvent} rule ${asking}`,
    world: worlds['one-account'],
    rules: { rule },
    story: [
      { update: { accounts: [booked(101, ...bookings(of))] } },
      { messages: [{ rule: 'rule', newTransactions: [{ accountId: 101, details }] }] },
    ],
  };
}

/** A list of an event without this parameter has no maximum, and so leaves nothing out. */
const unlimited = bookings(101).map((booking) => ({
  ...booking,
  counterpartIban: 'AT371000000000000777',
  categoryId: 7,
}));

export const maxTransactionsCountScenarios = scenarios(import.meta.url, [
  listing(news, { of: 100, holds: 100 }),
  listing(news, { of: 101, holds: 100 }),
  listing(news, { of: 150, holds: 100 }),
  listing(news, { of: 101, holds: 100, maxTransactionsCount: 100 }),
  listing(news, { of: 2, holds: 2, maxTransactionsCount: 100 }),
  listing(news, { of: 1, holds: 1, maxTransactionsCount: 1 }),
  listing(news, { of: 2, holds: 1, maxTransactionsCount: 1 }),
  listing(news, { of: 2, holds: 0, maxTransactionsCount: 0 }),
  listing(high, { of: 101, holds: 100 }),
  listing(high, { of: 2, holds: 1, maxTransactionsCount: 1 }),
  listing(high, { of: 2, holds: 0, maxTransactionsCount: 0 }),
  ...(
    [
      ['MESSAGE-TRANSACTIONS-FIRES', news],
      ['MESSAGE-HIGH-FIRES', high],
    ] as const
  ).map(
    ([clause, ruling]): Scenario => ({
      ...listing(ruling, { of: 2, holds: 0, maxTransactionsCount: 0 }),
      clause,
      says: 'sends a message all the same, with an empty list',
    }),
  ),
  {
    clause: 'MESSAGE-LIST-CAP',
    says: 'sends nothing',
    given: 'no transactions and a maximum of 0',
    world: worlds['one-account'],
    rules: {
      news: { triggerEvent: 'NEW_TRANSACTIONS', params: { maxTransactionsCount: 0 }, includeDetails: true },
    },
    story: [{ update: { accounts: [booked(101)] } }, { messages: [] }],
  },
  {
    clause: 'MESSAGE-FOREIGN-DETAILS-LIST',
    says: 'lists them all',
    given: '101 payments abroad',
    world: worlds['one-account'],
    rules: { abroad: { triggerEvent: 'FOREIGN_MONEY_TRANSFER', includeDetails: true } },
    story: [
      { update: { accounts: [booked(101, ...unlimited)] } },
      {
        messages: [
          {
            rule: 'abroad',
            newTransactions: [{ transactionsCount: 101, details: { transactionDetails: listed(101, 101) } }],
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
      flow: { triggerEvent: 'CATEGORY_CASH_FLOW', params: { categoryId: '7' }, includeDetails: true },
    },
    story: [
      { update: { accounts: [booked(101, ...unlimited)] } },
      {
        messages: [{ rule: 'flow', categoryCashFlows: [{ details: { transactions: listed(101, 101) } }] }],
      },
    ],
  },
  {
    clause: 'MESSAGE-LIST-CAP',
    says: 'lists as many for each account',
    given: '3 transactions on each of two accounts and a maximum of 2',
    world: worlds['two-accounts'],
    rules: {
      news: { triggerEvent: 'NEW_TRANSACTIONS', params: { maxTransactionsCount: 2 }, includeDetails: true },
    },
    story: [
      {
        update: { accounts: [booked(101, ...bookings(6).slice(0, 3)), booked(102, ...bookings(6).slice(3))] },
      },
      {
        messages: [
          {
            rule: 'news',
            newTransactions: [
              { accountId: 101, details: { transactionDetails: [{ id: 3 }, { id: 2 }] } },
              { accountId: 102, details: { transactionDetails: [{ id: 6 }, { id: 5 }] } },
            ],
          },
        ],
      },
    ],
  },
  ...[0, 1].map(
    (maxTransactionsCount): Scenario => ({
      clause: 'RULE-MAX-COUNT-INERT',
      says: 'sends the message and counts all',
      given: `3 transactions, a maximum of ${maxTransactionsCount} and a rule without details`,
      world: worlds['one-account'],
      rules: {
        news: { triggerEvent: 'NEW_TRANSACTIONS', params: { maxTransactionsCount } },
        high: {
          triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
          params: { absoluteAmountThreshold: 500, maxTransactionsCount },
          includeDetails: false,
        },
      },
      story: [
        { update: { accounts: [booked(101, ...bookings(3))] } },
        {
          messages: [
            { rule: 'news', newTransactions: [{ newTransactionsCount: 3, details: absent }] },
            { rule: 'high', newTransactions: [{ newTransactionsCount: 3, details: absent }] },
          ],
        },
      ],
    }),
  ),
]);
