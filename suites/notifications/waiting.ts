/** waitForCategorization: the message waits until all transactions are categorized, and then has their categories. */
import { absent, type Scenario, type StoryStep, scenarios } from '../../src/runner/scenarios/scenario.ts';
import { type BookedTransaction, booked, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

export const waits = {
  triggerEvent: 'NEW_TRANSACTIONS',
  params: { waitForCategorization: true },
  includeDetails: true,
  api: 'v2',
} as const;

/** Of two transactions, `a` is the more recent one; either is categorized after so many minutes, without a number at once. */
export const a = (minutes?: number) =>
  after(minutes, { id: 1, bankBookingDate: '2026-03-01T10:00:00Z', categoryId: 71 });
export const b = (minutes?: number) =>
  after(minutes, { id: 2, bankBookingDate: '2026-03-01T09:00:00Z', categoryId: 81 });

export function after(
  minutes: number | undefined,
  own: Partial<BookedTransaction> & { id: number },
): BookedTransaction {
  return transaction(own.id, { ...own, ...(minutes !== undefined && { categorizedAfter: `PT${minutes}M` }) });
}

const both = {
  rule: 'waits',
  newTransactions: [
    {
      accountId: 101,
      newTransactionsCount: 2,
      details: {
        transactionDetails: [
          { id: 1, categoryId: 71, categoryName: 'Lebensmittel' },
          { id: 2, categoryId: 81, categoryName: 'Gehalt' },
        ],
      },
    },
  ],
} as const;

/** Both are categorized after five minutes, and not all of them before. */
function inFiveMinutes(given: string, ...transactions: BookedTransaction[]): Scenario {
  return {
    clause: 'MESSAGE-WAITS',
    says: 'sends nothing until the last one is, and then one message',
    given,
    world: worlds['one-account'],
    rules: { waits },
    story: [
      { update: { accounts: [booked(101, ...transactions)] } },
      { messages: [] },
      { advance: 'PT2M' },
      { messages: [] },
      { advance: 'PT2M59S' },
      { messages: [] },
      { advance: 'PT1S' },
      { messages: [both] },
      { advance: 'P1D' },
      { messages: [] },
    ],
  };
}

/** Categorized after these two durations, the second one the later; `before` is just less than that. */
function inAWhile(first: string, last: string, before: string): Scenario {
  const [one, other] = [a(), b()];
  return {
    clause: 'MESSAGE-WAITS',
    says: 'sends nothing until the last one is, and then one message',
    given: `transactions that are categorized after ${first} and ${last}`,
    world: worlds['one-account'],
    rules: { waits },
    story: [
      {
        update: {
          accounts: [booked(101, { ...one, categorizedAfter: last }, { ...other, categorizedAfter: first })],
        },
      },
      { messages: [] },
      { advance: before },
      { messages: [] },
      { advance: 'PT1S' },
      { messages: [both] },
    ],
  };
}

/** Categories of a message of one transaction; without categorization, whether it is sent is not shown. */
function updateOf(id: number, { isOn }: { isOn: boolean }): StoryStep[] {
  const transactionDetails = [
    { id, ...(isOn ? { categoryId: 7 } : { categoryId: null, categoryName: null }) },
  ];
  return [
    { categorizes: isOn },
    { update: { accounts: [booked(101, transaction(id, { categoryId: 7 }))] } },
    { advance: 'PT5M' },
    {
      ...(!isOn && { perhaps: true }),
      messages: [{ rule: 'waits', newTransactions: [{ details: { transactionDetails } }] }],
    },
  ];
}

/** Whether and when the message is sent is not shown (WAITING-WITHOUT-CATEGORIZATION). */
function withoutCategorization(given: string, ...transactions: BookedTransaction[]): Scenario {
  const transactionDetails = transactions.map(({ id }) => ({ id, categoryId: null, categoryName: null }));
  return {
    clause: 'MESSAGE-CATEGORIES-NEED-SETTING',
    says: 'sends null for every category, if it sends a message at all',
    given: `automatic categorization that is off and ${given}`,
    world: worlds['one-account'],
    client: { isAutoCategorizationEnabled: false },
    rules: { waits },
    story: [
      { update: { accounts: [booked(101, ...transactions)] } },
      { advance: 'PT5M' },
      {
        perhaps: true,
        messages: [{ rule: 'waits', newTransactions: [{ details: { transactionDetails } }] }],
      },
    ],
  };
}

export const waitingScenarios = scenarios(import.meta.url, [
  {
    clause: 'MESSAGE-CATEGORIES-NEED-SETTING',
    says: 'fills the categories of each update as the setting was then',
    given: 'automatic categorization that is switched off and on again between updates',
    world: worlds['one-account'],
    rules: { waits },
    story: [1, 2, 3].flatMap((id) => updateOf(id, { isOn: id !== 2 })),
  },
  inAWhile('PT1S', 'PT2S', 'PT1S'),
  inAWhile('PT59S', 'PT1H', 'PT59M59S'),
  inAWhile('PT1H', 'PT25H', 'PT24H59M59S'),
  inAWhile('PT36H', 'P3D', 'P2DT23H59M59S'),
  {
    clause: 'MESSAGE-WAITS',
    says: 'sends that of each update when its own transactions are categorized',
    given: 'an update after the message of the one before was sent',
    world: worlds['one-account'],
    rules: { waits },
    story: [
      { update: { accounts: [booked(101, a(2))] } },
      { advance: 'PT2M' },
      {
        messages: [
          {
            rule: 'waits',
            newTransactions: [{ details: { transactionDetails: [{ id: 1, categoryId: 71 }] } }],
          },
        ],
      },
      { update: { accounts: [booked(101, b(3))] } },
      { advance: 'PT2M59S' },
      { messages: [] },
      { advance: 'PT1S' },
      {
        messages: [
          {
            rule: 'waits',
            newTransactions: [{ details: { transactionDetails: [{ id: 2, categoryId: 81 }] } }],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-WAITS',
    says: 'sends nothing of the second update yet',
    given: 'two updates, and a time when the transactions of the first alone are categorized',
    world: worlds['one-account'],
    rules: { waits },
    story: [
      { update: { accounts: [booked(101, a(2))] } },
      { update: { accounts: [booked(101, b(9))] } },
      { advance: 'PT3M' },
      // A service may wait for both updates.
      {
        perhaps: true,
        messages: [{ rule: 'waits', newTransactions: [{ details: { transactionDetails: [{ id: 1 }] } }] }],
      },
    ],
  },
  inFiveMinutes('the more recent transaction is categorized first', a(2), b(5)),
  inFiveMinutes('the earlier transaction is categorized first', a(5), b(2)),
  inFiveMinutes('both transactions are categorized at the same time', a(5), b(5)),
  inFiveMinutes('the transaction that was downloaded last is categorized first', b(5), a(2)),
  inFiveMinutes('one transaction is categorized already', a(), b(5)),
  {
    clause: 'MESSAGE-WAITS',
    says: 'sends the message at once',
    given: 'every transaction is categorized already',
    world: worlds['one-account'],
    rules: { waits },
    story: [{ update: { accounts: [booked(101, b(), a())] } }, { messages: [both] }],
  },
  {
    clause: 'MESSAGE-WAITS',
    says: 'waits without details as well',
    given: 'a rule without details',
    world: worlds['one-account'],
    rules: { waits: { ...waits, includeDetails: false } },
    story: [
      { update: { accounts: [booked(101, a(5))] } },
      { messages: [] },
      { advance: 'PT5M' },
      {
        messages: [
          {
            rule: 'waits',
            newTransactions: [{ accountId: 101, newTransactionsCount: 1, details: absent }],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-WAITS',
    says: 'sends one message when those of both are categorized',
    given: 'transactions of two accounts, each categorized at another time',
    world: worlds['two-accounts'],
    rules: { waits },
    story: [
      { update: { accounts: [booked(101, a(1)), booked(102, b(5))] } },
      { advance: 'PT1M' },
      { messages: [] },
      { advance: 'PT4M' },
      {
        messages: [
          {
            rule: 'waits',
            newTransactions: [
              { accountId: 101, details: { transactionDetails: [{ id: 1, categoryId: 71 }] } },
              { accountId: 102, details: { transactionDetails: [{ id: 2, categoryId: 81 }] } },
            ],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-WAITS',
    says: 'sends each message when its own transactions are categorized',
    given: 'the update of another user, whose transaction is categorized first',
    world: worlds['several-users'],
    rules: { waits, another: { ...waits, of: 'bac-bert' } },
    story: [
      { update: { accounts: [booked(101, a(5))] } },
      { update: { accounts: [booked(301, b(1))] } },
      { messages: [] },
      { advance: 'PT1M' },
      { messages: [{ rule: 'another', newTransactions: [{ accountId: 301 }] }] },
      { advance: 'PT4M' },
      { messages: [{ rule: 'waits', newTransactions: [{ accountId: 101 }] }] },
    ],
  },
  {
    clause: 'MESSAGE-WAITS',
    says: 'sends nothing, then or later',
    given: 'an update without transactions',
    world: worlds['one-account'],
    rules: { waits },
    story: [
      { update: { accounts: [{ accountId: 101, newBalance: 900 }] } },
      { advance: 'P1D' },
      { messages: [] },
    ],
  },
  {
    clause: 'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-ID',
    says: 'sends null for the category of each',
    given: 'two transactions to which no category is assigned in the end',
    world: worlds['one-account'],
    rules: { waits },
    story: [
      {
        update: {
          accounts: [
            booked(
              101,
              transaction(1, { categoryId: null, categorizedAfter: 'PT5M' }),
              transaction(2, { bankBookingDate: '2026-03-01T09:00:00Z' }),
            ),
          ],
        },
      },
      { messages: [] },
      { advance: 'PT5M' },
      {
        messages: [
          {
            rule: 'waits',
            newTransactions: [
              {
                details: {
                  transactionDetails: [
                    { id: 1, categoryId: null, categoryName: null },
                    { id: 2, categoryId: null, categoryName: null },
                  ],
                },
              },
            ],
          },
        ],
      },
    ],
  },
  withoutCategorization('a transaction', a(5)),
  withoutCategorization('a transaction of a category that is known at once', a()),
  withoutCategorization('two transactions, one of which has its category at once', a(), b(5)),
  {
    clause: 'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-ID',
    says: 'sends its category',
    given: 'automatic categorization that is on',
    world: worlds['one-account'],
    client: { isAutoCategorizationEnabled: true },
    rules: { waits },
    story: [
      { update: { accounts: [booked(101, a())] } },
      {
        messages: [
          {
            rule: 'waits',
            newTransactions: [
              { details: { transactionDetails: [{ categoryId: 71, categoryName: 'Lebensmittel' }] } },
            ],
          },
        ],
      },
    ],
  },
  {
    clause: 'RULE-WAIT-DEFAULT',
    says: 'sends the one at once and the other when the transaction is categorized',
    given: 'a rule that waits beside one that does not mention waiting',
    world: worlds['one-account'],
    rules: {
      waits: { ...waits, params: { accountIds: '101', waitForCategorization: true } },
      prompt: { triggerEvent: 'NEW_TRANSACTIONS' },
    },
    story: [
      { update: { accounts: [booked(101, a(5))] } },
      { messages: [{ rule: 'prompt', newTransactions: [{ accountId: 101 }] }] },
      { advance: 'PT5M' },
      { messages: [{ rule: 'waits', newTransactions: [{ accountId: 101 }] }] },
    ],
  },
  ...(['v1', 'v2'] as const).map(
    (api): Scenario => ({
      clause: 'RULE-WAIT-DEFAULT',
      says: 'sends the message at once and nothing later',
      given: `a transaction that is not categorized and a rule of API ${api} that does not mention waiting`,
      world: worlds['one-account'],
      rules: { prompt: { triggerEvent: 'NEW_TRANSACTIONS', includeDetails: true, api } },
      story: [
        { update: { accounts: [booked(101, a(5))] } },
        {
          messages: [{ rule: 'prompt', newTransactions: [{ details: { transactionDetails: [{ id: 1 }] } }] }],
        },
        { advance: 'PT5M' },
        { messages: [] },
      ],
    }),
  ),
  {
    clause: 'MESSAGE-WAITS',
    says: 'sends the message at once',
    given: 'a rule whose waitForCategorization is false',
    world: worlds['one-account'],
    rules: {
      prompt: { triggerEvent: 'NEW_TRANSACTIONS', params: { waitForCategorization: false }, api: 'v2' },
    },
    story: [
      { update: { accounts: [booked(101, a(5))] } },
      { messages: [{ rule: 'prompt', newTransactions: [{ accountId: 101 }] }] },
    ],
  },
]);
