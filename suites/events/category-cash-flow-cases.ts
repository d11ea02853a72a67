/** CATEGORY_CASH_FLOW: sent when new transactions were categorized with the category of the rule, or a sub-category of it. */
import { absent, type ScenarioRule, scenarios, table } from '../../src/runner/scenarios/scenario.ts';
import {
  flight,
  girokonto,
  listedFlight,
  listedSofa,
  sofa,
  sparkonto,
  zweitesSparkonto,
} from '../worlds/accounts.ts';
import { accounts, type BookedTransaction, balance, booked, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

export const rule = { triggerEvent: 'CATEGORY_CASH_FLOW', params: { categoryId: '7' } } as const;
export const ruleName = 'flow';

/** The categories of the worlds: 71 and 72 are sub-categories of 7, 81 is one of 8. */
const NAMES = {
  7: 'Lebenshaltung',
  71: 'Lebensmittel',
  72: 'Drogerie',
  8: 'Einkommen',
  81: 'Gehalt',
} as const;
type Category = keyof typeof NAMES;
const CATEGORIES: readonly Category[] = [7, 71, 72, 8, 81];

type FlowParams = Extract<ScenarioRule, { triggerEvent: 'CATEGORY_CASH_FLOW' }>['params'];

const living = { ...rule, includeDetails: true } as const;

/** A transaction that is categorized at once. */
function spent(
  id: number,
  categoryId: number | null,
  own: Partial<BookedTransaction> = {},
): BookedTransaction {
  return transaction(id, { categoryId, ...own });
}

/** The categories of the transactions of an update. */
interface Flow {
  readonly counted?: readonly Category[];
  readonly others?: readonly Category[];
}

/** Whether and how the transactions of sub-categories count. */
function flows(params: FlowParams, updates: readonly Flow[]) {
  return {
    says: 'sends a message of those that count, each with its own category',
    world: worlds['one-account'],
    rules: { flow: { ...living, params } },
    steps: updates.map(({ counted = [], others = [] }, at) => {
      const ids = (of: readonly Category[], from: number) =>
        of.map((categoryId, index) => ({ id: 10 * at + from + index, categoryId }));
      const [all, rest] = [ids(counted, 0), ids(others, counted.length)];
      const transactions = all.map((one) => ({ ...one, categoryName: NAMES[one.categoryId] }));
      return {
        update: accounts(
          booked(101, ...[...rest, ...all].map(({ id, categoryId }) => spent(id, categoryId))),
        ),
        messages:
          counted.length === 0
            ? []
            : [
                {
                  rule: 'flow',
                  categoryId: Number(params.categoryId),
                  categoryCashFlows: [{ accountId: 101, details: { transactions } }],
                },
              ],
      };
    }),
  } as const;
}

export const messages = scenarios('suites/events/category-cash-flow-cases.ts', [
  {
    clause: 'MESSAGE-CATEGORY-FIRES',
    says: 'lists after each update only what it brought of the category',
    given: 'updates with transactions of other categories or of none, without any, and of the category',
    world: worlds['one-account'],
    rules: { living },
    steps: [
      { update: accounts(booked(101, spent(1, 8), spent(2, 81), spent(3, null))), messages: [] },
      { update: accounts(balance(101, 900)), messages: [] },
      ...[4, 5].map((id) => ({
        update: accounts(booked(101, spent(id, 7))),
        messages: [
          { rule: 'living', categoryId: 7, categoryCashFlows: [{ details: { transactions: [{ id }] } }] },
        ],
      })),
      { update: accounts(balance(101, 1000)), messages: [] },
    ],
  },
  {
    clause: 'MESSAGE-CATEGORY-FIRES',
    says: 'sends one message with both, and not before',
    given: 'two transactions of another category, both categorized in the end',
    world: worlds['one-account'],
    rules: { income: { ...living, params: { categoryId: '8' } } },
    steps: [
      {
        update: accounts(booked(101, ...[1, 2].map((id) => spent(id, 8, { categorizedAfter: 'PT5M' })))),
        messages: [],
      },
      { advance: 'PT4M59S', messages: [] },
      {
        advance: 'PT1S',
        messages: [
          {
            rule: 'income',
            categoryCashFlows: [{ accountId: 101, details: { transactions: [{ id: 1 }, { id: 2 }] } }],
          },
        ],
      },
      { advance: 'P1D', messages: [] },
    ],
  },
  {
    clause: 'MESSAGE-CATEGORY',
    says: 'sends one message with an item for each account with a transaction of the category',
    given: 'two updates of several accounts, two of which are alike in all but their ids',
    world: worlds['two-connections'],
    rules: { living: { ...living, params: { categoryId: '7', includeChildCategories: true } } },
    steps: [
      {
        update: accounts(
          booked(103, spent(1, 7)),
          booked(121, spent(2, 8)),
          booked(102, spent(3, 7)),
          booked(101, sofa, spent(4, 8)),
        ),
        messages: [
          {
            rule: 'living',
            categoryId: 7,
            categoryName: 'Lebenshaltung',
            categoryCashFlows: [
              {
                ...girokonto,
                details: {
                  transactions: [{ ...listedSofa, categoryId: 71, categoryName: 'Lebensmittel' }],
                },
              },
              { ...sparkonto, details: { transactions: [{ id: 3, amount: -12.5 }] } },
              { ...zweitesSparkonto, details: { transactions: [{ id: 1, amount: -12.5 }] } },
            ],
          },
        ],
      },
      {
        update: accounts(booked(121, spent(5, 81)), booked(102, flight)),
        messages: [
          {
            rule: 'living',
            categoryCashFlows: [
              {
                ...sparkonto,
                details: {
                  transactions: [{ ...listedFlight, categoryId: 7, categoryName: 'Lebenshaltung' }],
                },
              },
            ],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-CATEGORY-NAME-ONLY-DETAILS',
    says: 'sends the name of the category only to the rule with details',
    given: 'a rule with details and one without on the same category',
    world: worlds['one-account'],
    rules: {
      named: living,
      unnamed: { ...rule, params: { categoryId: '7', accountIds: '101' } },
    },
    steps: [
      {
        update: accounts(booked(101, spent(1, 7))),
        messages: [
          { rule: 'named', categoryId: 7, categoryName: 'Lebenshaltung' },
          {
            rule: 'unnamed',
            categoryId: 7,
            categoryName: absent,
            categoryCashFlows: [{ ...girokonto, details: absent }],
          },
        ],
      },
    ],
  },
  ...table('MESSAGE-CATEGORY-SUB', flows, [
    [
      'a rule with sub-categories',
      { categoryId: '7', includeChildCategories: true },
      [{ counted: [72] }, { others: [81] }, { counted: [7] }, { counted: [72, 7, 71], others: [81, 8] }],
    ],
  ]),
  ...table('MESSAGE-CATEGORY-SUB-OFF', flows, [
    [
      'a rule without sub-categories',
      { categoryId: '7', includeChildCategories: false },
      [{ others: [71, 72] }, { counted: [7] }, { counted: [7], others: [71] }],
    ],
  ]),
  ...table('RULE-CATEGORY-CHILDREN-DEFAULT', flows, [
    [
      'a rule that does not mention sub-categories',
      { categoryId: '7' },
      [{ counted: [71] }, { others: [81] }],
    ],
  ]),
  ...table('MESSAGE-CATEGORY-SUB-INERT', flows, [
    ['a rule on a sub-category', { categoryId: '71' }, [{ counted: [71] }, { others: [7, 72] }]],
    [
      'a rule on a sub-category without its sub-categories',
      { categoryId: '71', includeChildCategories: false },
      [{ counted: [71] }, { others: [7, 72] }],
    ],
  ]),
  {
    clause: 'RULE-SEVERAL-CATEGORIES',
    says: 'sends after each the message of the rule on its category',
    given: 'rules on five categories of the same accounts, and updates with a transaction of each',
    world: worlds['two-accounts'],
    rules: Object.fromEntries(
      CATEGORIES.map((id): [string, ScenarioRule] => [
        `of-${id}`,
        { ...rule, params: { accountIds: '101,102', categoryId: String(id), includeChildCategories: false } },
      ]),
    ),
    steps: CATEGORIES.map((categoryId) => ({
      update: accounts(booked(102, spent(categoryId, categoryId))),
      messages: [{ rule: `of-${categoryId}`, categoryId, categoryCashFlows: [{ accountId: 102 }] }],
    })),
  },
]);
