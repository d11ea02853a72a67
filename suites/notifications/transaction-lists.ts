/** The lists of transactions in details: by bankBookingDate, the most recent first, and at most maxTransactionsCount of them. */
import {
  absent,
  type ExpectedMessage,
  type Scenario,
  type ScenarioRule,
  scenarios,
} from '../../src/runner/scenarios/scenario.ts';
import { type BookedTransaction, booked, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

const news = { triggerEvent: 'NEW_TRANSACTIONS', includeDetails: true } as const;

/** High, abroad and of category 7, so that every event with a list has it. */
function at(id: number, bankBookingDate: string, own: Partial<BookedTransaction> = {}): BookedTransaction {
  const everyEvent = { amount: -1000, counterpartIban: 'AT371000000000000777', categoryId: 7 };
  return transaction(id, { bankBookingDate, ...everyEvent, ...own });
}

function ordered(
  given: string,
  transactions: BookedTransaction[],
  ids: { id: number }[],
  rule: ScenarioRule = news,
): Scenario {
  return {
    clause: 'MESSAGE-LIST-ORDER',
    says: 'lists the most recent first',
    given,
    world: worlds['one-account'],
    rules: { rule },
    story: [{ update: { accounts: [booked(101, ...transactions)] } }, { messages: [list(rule, ids)] }],
  };
}

function list({ triggerEvent }: ScenarioRule, ids: { id: number }[]): ExpectedMessage {
  return triggerEvent === 'CATEGORY_CASH_FLOW'
    ? { rule: 'rule', categoryCashFlows: [{ details: { transactions: ids } }] }
    : { rule: 'rule', newTransactions: [{ details: { transactionDetails: ids } }] };
}

/** In the order of a bank: neither by date nor by id. */
const mixed = [
  at(5, '2026-02-27T09:00:00Z'),
  at(1, '2026-03-01T09:00:00Z'),
  at(4, '2026-02-26T09:00:00Z'),
  at(2, '2026-03-02T09:00:00Z'),
  at(3, '2026-02-28T09:00:00Z'),
];
const sorted = [{ id: 2 }, { id: 1 }, { id: 3 }, { id: 5 }, { id: 4 }];

const ofListOrderScenarios: Scenario[] = [
  ordered('NEW_TRANSACTIONS that are downloaded in no order', mixed, sorted),
  ordered('FOREIGN_MONEY_TRANSFER and payments that are downloaded in no order', mixed, sorted, {
    triggerEvent: 'FOREIGN_MONEY_TRANSFER',
    includeDetails: true,
  }),
  ordered('HIGH_TRANSACTION_AMOUNT and amounts that are downloaded in no order', mixed, sorted, {
    triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
    params: { absoluteAmountThreshold: 1000 },
    includeDetails: true,
  }),
  ordered('CATEGORY_CASH_FLOW and transactions that are downloaded in no order', mixed, sorted, {
    triggerEvent: 'CATEGORY_CASH_FLOW',
    params: { categoryId: '7' },
    includeDetails: true,
  }),
  ordered(
    'a download from the oldest on',
    [at(1, '2026-03-01T09:00:00Z'), at(2, '2026-03-02T09:00:00Z'), at(3, '2026-03-03T09:00:00Z')],
    [{ id: 3 }, { id: 2 }, { id: 1 }],
  ),
  ordered(
    'a download from the most recent on',
    [at(3, '2026-03-03T09:00:00Z'), at(2, '2026-03-02T09:00:00Z'), at(1, '2026-03-01T09:00:00Z')],
    [{ id: 3 }, { id: 2 }, { id: 1 }],
  ),
  ordered(
    'times that differ by a millisecond',
    [at(1, '2026-03-01T09:00:00.009Z'), at(2, '2026-03-01T09:00:00.010Z'), at(3, '2026-03-01T09:00:00Z')],
    [{ id: 2 }, { id: 1 }, { id: 3 }],
  ),
  ordered(
    'transactions that the service booked in another order than the bank',
    [
      at(1, '2026-03-01T09:00:00Z', { serviceBookingDate: '2026-03-05T09:00:00Z' }),
      at(2, '2026-03-02T09:00:00Z', { serviceBookingDate: '2026-03-04T09:00:00Z' }),
      at(3, '2026-03-03T09:00:00Z', { serviceBookingDate: '2026-03-03T09:00:00Z' }),
    ],
    [{ id: 3 }, { id: 2 }, { id: 1 }],
  ),
  {
    clause: 'MESSAGE-LIST-ORDER',
    // How the two of the same time are ordered is not shown (LIST-TIES); the run takes either order.
    says: 'lists them before the earlier one',
    given: 'two transactions of the same time and an earlier one',
    world: worlds['one-account'],
    rules: { rule: news },
    story: [
      {
        update: {
          accounts: [
            booked(
              101,
              at(1, '2026-03-01T09:00:00Z'),
              at(2, '2026-02-28T09:00:00Z'),
              at(3, '2026-03-01T09:00:00Z'),
            ),
          ],
        },
      },
      {
        messages: [
          {
            rule: 'rule',
            newTransactions: [
              {
                details: {
                  transactionDetails: [
                    { id: 1, bankBookingDate: '2026-03-01 10:00:00.000' },
                    { id: 3, bankBookingDate: '2026-03-01 10:00:00.000' },
                    { id: 2, bankBookingDate: '2026-02-28 10:00:00.000' },
                  ],
                },
              },
            ],
          },
        ],
      },
    ],
  },
];

// maxTransactionsCount: a list in the details has at most that many entries; 100 where it is not given.

/** So many transactions, a minute apart, the most recent one with the highest id, downloaded from the oldest on. */
function bookings(count: number): BookedTransaction[] {
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
  /** How many transactions are new. */
  readonly of: number;
  readonly maxTransactionsCount?: number;
}

type Ruling = (max: Pick<Situation, 'maxTransactionsCount'>) => ScenarioRule;

const newsWith: Ruling = (max) => ({ triggerEvent: 'NEW_TRANSACTIONS', params: max, includeDetails: true });
const high: Ruling = (max) => ({
  triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
  params: { absoluteAmountThreshold: 500, ...max },
  includeDetails: true,
});

/** All of them up to the maximum. Beyond it the judge finds more than the maximum, and all else is not shown (LIST-CUT). */
function listing(ruling: Ruling, { of, ...max }: Situation): Scenario {
  const rule = ruling(max);
  const maximum = max.maxTransactionsCount;
  const asking = maximum === undefined ? 'without a maximum' : `with a maximum of ${maximum}`;
  const isCut = of > (maximum ?? 100);
  // Whether the count goes beyond the cap is not shown (COUNT-OVER-CAP), so it is left out.
  const details = isCut ? {} : { transactionDetails: listed(of, of) };
  return {
    clause: maximum === undefined ? 'RULE-MAX-COUNT-DEFAULT' : 'MESSAGE-LIST-CAP',
    says: isCut ? `lists at most ${maximum ?? 100} of them` : 'lists them all',
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

const ofMaxTransactionsCountScenarios: Scenario[] = [
  listing(newsWith, { of: 100 }),
  listing(newsWith, { of: 101 }),
  listing(newsWith, { of: 150 }),
  listing(newsWith, { of: 101, maxTransactionsCount: 100 }),
  listing(newsWith, { of: 2, maxTransactionsCount: 100 }),
  ...[newsWith, high].flatMap((ruling) => [
    listing(ruling, { of: 3, maxTransactionsCount: 3 }),
    listing(ruling, { of: 4, maxTransactionsCount: 3 }),
    listing(ruling, { of: 100, maxTransactionsCount: 99 }),
  ]),
  listing(high, { of: 100 }),
  listing(high, { of: 101, maxTransactionsCount: 100 }),
  listing(newsWith, { of: 1, maxTransactionsCount: 1 }),
  listing(newsWith, { of: 2, maxTransactionsCount: 1 }),
  listing(newsWith, { of: 2, maxTransactionsCount: 0 }),
  listing(high, { of: 101 }),
  listing(high, { of: 2, maxTransactionsCount: 1 }),
  listing(high, { of: 2, maxTransactionsCount: 0 }),
  ...(
    [
      ['MESSAGE-TRANSACTIONS-FIRES', newsWith],
      ['MESSAGE-HIGH-FIRES', high],
    ] as const
  ).map(
    ([clause, ruling]): Scenario => ({
      ...listing(ruling, { of: 2, maxTransactionsCount: 0 }),
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
    says: 'lists at most as many for each account',
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
              { accountId: 101, details: {} },
              { accountId: 102, details: {} },
            ],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-LIST-CAP',
    says: 'lists for each rule at most as many as it says',
    given: '4 transactions of one time, rules with a maximum of 0, 1 and 3, and one without',
    world: worlds['one-account'],
    rules: {
      none: { ...newsWith({ maxTransactionsCount: 0 }) },
      one: { ...high({ maxTransactionsCount: 1 }) },
      all: { ...high({}), params: { absoluteAmountThreshold: 500, accountIds: '101' } },
      three: {
        triggerEvent: 'NEW_TRANSACTIONS',
        params: { maxTransactionsCount: 3, accountIds: '101' },
        includeDetails: true,
      },
    },
    story: [
      {
        update: {
          accounts: [
            booked(
              101,
              ...bookings(4).map((booking) => ({ ...booking, bankBookingDate: '2026-03-01T10:00:00Z' })),
            ),
          ],
        },
      },
      {
        messages: [
          { rule: 'none', newTransactions: [{ details: { transactionDetails: [] } }] },
          { rule: 'one', newTransactions: [{ details: {} }] },
          { rule: 'all', newTransactions: [{ details: { transactionDetails: [{}, {}, {}, {}] } }] },
          { rule: 'three', newTransactions: [{ details: {} }] },
        ],
      },
    ],
  } as Scenario,
  ...[0, 1, 2].map(
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
];

export const transactionListScenarios = scenarios(import.meta.url, [
  ...ofListOrderScenarios,
  ...ofMaxTransactionsCountScenarios,
]);
