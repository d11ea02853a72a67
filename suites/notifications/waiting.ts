/** waitForCategorization: the message waits until all transactions are categorized, and then has their categories. */
import { absent, type ExpectedMessage, scenarios, table } from '../../src/runner/scenarios/scenario.ts';
import { rule as newTransactions } from '../events/new-transactions-cases.ts';
import { listing } from '../worlds/accounts.ts';
import { accounts, type BookedTransaction, balance, booked, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

const waits = {
  ...newTransactions,
  params: { waitForCategorization: true },
  includeDetails: true,
  api: 'v2',
} as const;

/** A transaction that is categorized after this duration, or at once. */
function categorized(id: number, categoryId: number | null, categorizedAfter?: string): BookedTransaction {
  return transaction(id, { categoryId, ...(categorizedAfter !== undefined && { categorizedAfter }) });
}

const food = { categoryId: 71, categoryName: 'Lebensmittel' };
const salary = { categoryId: 81, categoryName: 'Gehalt' };
const none = { categoryId: null, categoryName: null };

interface Listed {
  readonly id: number;
  readonly categoryId?: number | null;
  readonly categoryName?: string | null;
}

/** The message of one account, with these transactions in its details. */
function withDetails(accountId: number, ...transactionDetails: Listed[]): ExpectedMessage {
  return { rule: 'waits', newTransactions: [{ accountId, details: { transactionDetails } }] };
}

const [first, second] = [
  { id: 1, ...food },
  { id: 2, ...salary },
];
/** One message for two transactions of one account. */
const ofBoth: ExpectedMessage = {
  rule: 'waits',
  newTransactions: [{ accountId: 101, newTransactionsCount: 2, ...listing(first, second) }],
};

export const waitingScenarios = scenarios('suites/notifications/waiting.ts', [
  ...table(
    'MESSAGE-WAITS',
    (transactions: readonly BookedTransaction[], before: string) => ({
      says: 'sends nothing until the last one is, and then one message',
      world: worlds['one-account'],
      rules: { waits },
      steps: [
        { update: accounts(booked(101, ...transactions)), messages: [] },
        { advance: before, messages: [] },
        { advance: 'PT1S', messages: [ofBoth] },
        { advance: 'P1D', messages: [] },
      ],
    }),
    [
      [
        'the more recent transaction is categorized first',
        [categorized(1, 71, 'PT2M'), categorized(2, 81, 'PT5M')],
        'PT4M59S',
      ],
      [
        'the earlier transaction is categorized first',
        [categorized(1, 71, 'PT2S'), categorized(2, 81, 'PT1S')],
        'PT1S',
      ],
      [
        'one transaction is categorized already',
        [categorized(1, 71), categorized(2, 81, 'PT1H')],
        'PT59M59S',
      ],
      [
        'transactions that are categorized after days',
        [categorized(1, 71, 'PT36H'), categorized(2, 81, 'P3D')],
        'P2DT23H59M59S',
      ],
    ],
  ),
  {
    clause: 'MESSAGE-WAITS',
    says: 'sends the message at once',
    given: 'every transaction is categorized already',
    world: worlds['one-account'],
    rules: { waits },
    steps: [{ update: accounts(booked(101, categorized(2, 81), categorized(1, 71))), messages: [ofBoth] }],
  },
  {
    clause: 'MESSAGE-WAITS',
    says: 'sends one message a rule when those of all are categorized',
    given: 'transactions of two accounts, categorized at different times, and rules with and without details',
    world: worlds['two-accounts'],
    rules: {
      waits: { ...waits, params: { waitForCategorization: true, maxTransactionsCount: 0 } },
      brief: {
        ...waits,
        params: { waitForCategorization: true, accountIds: '101,102' },
        includeDetails: false,
      },
    },
    steps: [
      {
        update: accounts(
          booked(101, categorized(1, 71, 'PT1M'), categorized(2, 7), categorized(3, null, 'PT2M')),
          booked(102, categorized(4, 81, 'PT4M'), categorized(5, 72, 'PT5M')),
        ),
        messages: [],
      },
      { advance: 'PT2M', messages: [] },
      { advance: 'PT2M59S', messages: [] },
      {
        advance: 'PT1S',
        messages: [
          {
            rule: 'waits',
            newTransactions: [101, 102].map((accountId) => ({
              accountId,
              ...listing(),
            })),
          },
          {
            rule: 'brief',
            newTransactions: [
              { accountId: 101, newTransactionsCount: 3, details: absent },
              { accountId: 102, newTransactionsCount: 2, details: absent },
            ],
          },
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
    steps: [
      { update: accounts(booked(101, categorized(1, 71, 'PT5M'))) },
      { update: accounts(booked(102, categorized(2, 81, 'PT5M'))), messages: [] },
      {
        advance: 'PT5M',
        messages: [withDetails(101, first), withDetails(102, second)],
        // What the second update does to the message that waits is not shown (SECOND-UPDATE-WHILE-WAITING).
        or: [
          [
            {
              rule: 'waits',
              newTransactions: [
                { accountId: 101, ...listing(first) },
                { accountId: 102, ...listing(second) },
              ],
            },
          ],
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
    steps: [
      { update: accounts(booked(101, categorized(1, 71, 'PT2M'))) },
      { update: accounts(booked(101, categorized(2, 81, 'PT9M'))) },
      {
        advance: 'PT3M',
        messages: [withDetails(101, { id: 1 })],
        // A service may wait for both updates.
        or: [[]],
      },
    ],
  },
  {
    clause: 'MESSAGE-WAITS',
    says: 'sends that of each update when its own transactions are categorized, and none without transactions',
    given:
      'updates after the message of the one before was sent, and one without transactions while it waits',
    world: worlds['two-accounts'],
    rules: { waits },
    steps: [
      { update: accounts(balance(101, 900)), messages: [] },
      { update: accounts(booked(101, categorized(1, 71, 'PT2M'))) },
      { update: accounts(balance(101, 800), balance(102, 700)), messages: [] },
      { advance: 'PT2M', messages: [withDetails(101, first)] },
      { update: accounts(booked(101, categorized(2, 81, 'PT3M'))) },
      { advance: 'PT2M59S', messages: [] },
      { advance: 'PT1S', messages: [withDetails(101, second)] },
    ],
  },
  {
    clause: 'MESSAGE-WAITS',
    says: 'sends each message when its own transactions are categorized',
    given: 'the update of another user, whose transaction is categorized first',
    world: worlds['several-users'],
    rules: { waits, another: { ...waits, of: 'bac-bert' } },
    steps: [
      { update: accounts(booked(101, categorized(1, 71, 'PT5M'))) },
      { update: accounts(booked(301, categorized(2, 81, 'PT1M'))), messages: [] },
      { advance: 'PT1M', messages: [{ rule: 'another', newTransactions: [{ accountId: 301 }] }] },
      { advance: 'PT4M', messages: [{ rule: 'waits', newTransactions: [{ accountId: 101 }] }] },
    ],
  },
  {
    clause: 'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-ID',
    says: 'sends the category of each, and null where there is none',
    given: 'transactions of a main category, of sub-categories and of none',
    world: worlds['one-account'],
    rules: { waits },
    steps: [
      {
        update: accounts(
          booked(
            101,
            categorized(1, 7),
            categorized(2, null, 'PT1M'),
            categorized(3, 81, 'PT2M'),
            categorized(4, 72, 'PT4M'),
            transaction(5),
          ),
        ),
        messages: [],
      },
      {
        advance: 'PT4M',
        messages: [
          withDetails(
            101,
            { id: 1, categoryId: 7, categoryName: 'Lebenshaltung' },
            { id: 2, ...none },
            { id: 3, ...salary },
            { id: 4, categoryId: 72, categoryName: 'Drogerie' },
            { id: 5, ...none },
          ),
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-CATEGORIES-NEED-SETTING',
    says: 'fills the categories of each update as the setting was then',
    given: 'automatic categorization that is switched off and on again between updates',
    world: worlds['one-account'],
    rules: { waits },
    steps: [true, false, true].flatMap((isOn, at) => [
      { categorizes: isOn },
      { update: accounts(booked(101, categorized(at, 71))) },
      {
        advance: 'PT5M',
        messages: [withDetails(101, { id: at, ...(isOn ? food : none) })],
        // Without categorization, whether and when the message is sent is not shown (WAITING-WITHOUT-CATEGORIZATION).
        ...(!isOn && { or: [[]] }),
      },
    ]),
  },
  {
    clause: 'MESSAGE-CATEGORIES-NEED-SETTING',
    says: 'sends null for every category, if it sends a message at all',
    given: 'automatic categorization that is off and two transactions, one of which has its category at once',
    world: worlds['one-account'],
    client: { isAutoCategorizationEnabled: false },
    rules: { waits },
    steps: [
      { update: accounts(booked(101, categorized(1, 71), categorized(2, 81, 'PT5M'))) },
      {
        advance: 'PT5M',
        messages: [withDetails(101, { id: 1, ...none }, { id: 2, ...none })],
        or: [[]],
      },
    ],
  },
  {
    clause: 'RULE-WAIT-DEFAULT',
    says: 'sends the message at once and nothing later',
    given: 'a transaction that is not categorized, and a rule of API v1 that does not mention waiting',
    world: worlds['one-account'],
    rules: { prompt: { ...newTransactions, includeDetails: true, api: 'v1' } },
    steps: [
      {
        update: accounts(booked(101, categorized(1, 71, 'PT5M'))),
        messages: [{ rule: 'prompt', newTransactions: [listing({ id: 1 })] }],
      },
      { advance: 'PT5M', messages: [] },
    ],
  },
  {
    clause: 'RULE-WAIT-DEFAULT',
    says: 'sends those at once and the other when the transaction is categorized',
    given: 'rules of API v2 that wait, that do not, and that do not mention waiting',
    world: worlds['two-accounts'],
    rules: {
      waits: { ...waits, params: { accountIds: '101', waitForCategorization: true } },
      prompt: { ...newTransactions, api: 'v2' },
      'not-waiting': {
        ...newTransactions,
        params: { accountIds: '101,102', waitForCategorization: false },
        api: 'v2',
      },
    },
    steps: [
      {
        update: accounts(booked(101, categorized(1, 71, 'PT5M'))),
        messages: [
          { rule: 'prompt', newTransactions: [{ accountId: 101 }] },
          { rule: 'not-waiting', newTransactions: [{ accountId: 101 }] },
        ],
      },
      { advance: 'PT5M', messages: [{ rule: 'waits', newTransactions: [{ accountId: 101 }] }] },
    ],
  },
]);
