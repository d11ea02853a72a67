/** CATEGORY_CASH_FLOW and sub-categories: they count unless the rule says no; for a rule on one of them it says nothing. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { type Scenario, type ScenarioRule, scenarios } from '../../src/runner/scenarios/scenario.ts';
import { booked, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

// The categories of the worlds: 7 Lebenshaltung with 71 Lebensmittel and 72 Drogerie, 8 Einkommen with 81 Gehalt.

interface Situation {
  readonly clause: ClauseId;
  readonly given: string;
  readonly params: { categoryId: string; includeChildCategories?: boolean };
  /** The categories of the new transactions, whose ids are 1, 2 and so on. */
  readonly categories: readonly number[];
}

function updated({ clause, given, params, categories }: Situation): Omit<Scenario, 'says'> {
  const transactions = categories.map((categoryId, at) => transaction(at + 1, { categoryId }));
  return {
    clause,
    given,
    world: worlds['one-account'],
    rules: { flow: { triggerEvent: 'CATEGORY_CASH_FLOW', params } },
    story: [{ update: { accounts: [booked(101, ...transactions)] } }],
  };
}

function counts(situation: Situation): Scenario {
  const bare = updated(situation);
  return {
    ...bare,
    says: 'sends a message with the category of the rule',
    story: [
      ...bare.story,
      {
        messages: [
          {
            rule: 'flow',
            categoryId: Number(situation.params.categoryId),
            categoryCashFlows: [{ accountId: 101 }],
          },
        ],
      },
    ],
  };
}

function countsNot(situation: Situation): Scenario {
  const bare = updated(situation);
  return { ...bare, says: 'sends nothing', story: [...bare.story, { messages: [] }] };
}

/** A rule on 71, which has a parent and no sub-categories: all three ways of writing it are one. */
const onSubCategory = [
  ['without includeChildCategories', { categoryId: '71' }],
  ['with includeChildCategories', { categoryId: '71', includeChildCategories: true }],
  ['whose includeChildCategories is false', { categoryId: '71', includeChildCategories: false }],
] as const;

const everyCategory = [7, 71, 72, 8, 81];

/** A rule on each category, all of them on these accounts. */
function onEach(accountIds: string): Record<string, ScenarioRule> {
  return Object.fromEntries(
    everyCategory.map((id) => [
      `of-${id}`,
      {
        triggerEvent: 'CATEGORY_CASH_FLOW',
        params: { accountIds, categoryId: String(id), includeChildCategories: false },
      },
    ]),
  );
}

export const subCategoryScenarios = scenarios(import.meta.url, [
  ...everyCategory.map(
    (id): Scenario => ({
      clause: 'RULE-SEVERAL-CATEGORIES',
      says: 'sends the message of the rule on that one',
      given: `rules on five categories of the same accounts, and a transaction of ${id}`,
      world: worlds['two-accounts'],
      rules: onEach('101,102'),
      story: [
        { update: { accounts: [booked(102, transaction(1, { categoryId: id }))] } },
        { messages: [{ rule: `of-${id}`, categoryId: id, categoryCashFlows: [{ accountId: 102 }] }] },
      ],
    }),
  ),
  {
    clause: 'RULE-UNIQUE-CATEGORY',
    says: 'refuses each a second time, and sends one message',
    given: 'rules on five categories of one account, each of which is sent again',
    world: worlds['two-accounts'],
    rules: {
      ...onEach('101'),
      ...Object.fromEntries(Object.entries(onEach('101')).map(([name, rule]) => [`again-${name}`, rule])),
    },
    story: [
      ...everyCategory.map((id) => ({ create: `again-of-${id}`, refused: true }) as const),
      { update: { accounts: [booked(101, transaction(1, { categoryId: 72 }))] } },
      { messages: [{ rule: 'of-72' }] },
    ],
  },
  counts({
    clause: 'RULE-CATEGORY-CHILDREN-DEFAULT',
    given: 'a transaction of a sub-category and a rule that does not mention them',
    params: { categoryId: '7' },
    categories: [71],
  }),
  countsNot({
    clause: 'RULE-CATEGORY-CHILDREN-DEFAULT',
    given: 'a transaction of a sub-category of another category and a rule that does not mention them',
    params: { categoryId: '7' },
    categories: [81],
  }),
  counts({
    clause: 'MESSAGE-CATEGORY-SUB',
    given: 'a transaction of a sub-category and a rule with sub-categories',
    params: { categoryId: '7', includeChildCategories: true },
    categories: [72],
  }),
  counts({
    clause: 'MESSAGE-CATEGORY-SUB',
    given: 'a transaction of the category itself and a rule with sub-categories',
    params: { categoryId: '7', includeChildCategories: true },
    categories: [7],
  }),
  countsNot({
    clause: 'MESSAGE-CATEGORY-SUB',
    given: 'a transaction of a sub-category of another category and a rule with sub-categories',
    params: { categoryId: '7', includeChildCategories: true },
    categories: [81],
  }),
  countsNot({
    clause: 'MESSAGE-CATEGORY-SUB-OFF',
    given: 'transactions of every sub-category and a rule without sub-categories',
    params: { categoryId: '7', includeChildCategories: false },
    categories: [71, 72],
  }),
  counts({
    clause: 'MESSAGE-CATEGORY-SUB-OFF',
    given: 'a transaction of the category itself and a rule without sub-categories',
    params: { categoryId: '7', includeChildCategories: false },
    categories: [7],
  }),
  ...onSubCategory.flatMap(([how, params]) => [
    counts({
      clause: 'MESSAGE-CATEGORY-SUB-INERT',
      given: `a transaction of a sub-category and a rule on it ${how}`,
      params,
      categories: [71],
    }),
    countsNot({
      clause: 'MESSAGE-CATEGORY-SUB-INERT',
      given: `transactions of its parent and of its sibling, and a rule on a sub-category ${how}`,
      params,
      categories: [7, 72],
    }),
  ]),
  {
    clause: 'MESSAGE-CATEGORY-SUB-OFF',
    says: 'sends only the one of the category itself',
    given: 'a transaction of the category, one of its sub-category and a rule without sub-categories',
    world: worlds['one-account'],
    rules: {
      flow: {
        triggerEvent: 'CATEGORY_CASH_FLOW',
        params: { categoryId: '7', includeChildCategories: false },
        includeDetails: true,
      },
    },
    story: [
      {
        update: {
          accounts: [booked(101, transaction(1, { categoryId: 71 }), transaction(2, { categoryId: 7 }))],
        },
      },
      {
        messages: [
          {
            rule: 'flow',
            categoryCashFlows: [
              {
                accountId: 101,
                details: { transactions: [{ id: 2, categoryId: 7, categoryName: 'Lebenshaltung' }] },
              },
            ],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-CATEGORY-SUB',
    says: 'sends each with its own category',
    given:
      'transactions of the category, of its sub-categories and of another, and a rule with sub-categories',
    world: worlds['one-account'],
    rules: {
      flow: {
        triggerEvent: 'CATEGORY_CASH_FLOW',
        params: { categoryId: '7', includeChildCategories: true },
        includeDetails: true,
      },
    },
    story: [
      {
        update: {
          accounts: [
            booked(
              101,
              transaction(1, { categoryId: 72, bankBookingDate: '2026-03-01T01:00:00Z' }),
              transaction(2, { categoryId: 81, bankBookingDate: '2026-03-01T02:00:00Z' }),
              transaction(3, { categoryId: 71, bankBookingDate: '2026-03-01T03:00:00Z' }),
              transaction(4, { categoryId: 7, bankBookingDate: '2026-03-01T04:00:00Z' }),
            ),
          ],
        },
      },
      {
        messages: [
          {
            rule: 'flow',
            categoryId: 7,
            categoryName: 'Lebenshaltung',
            categoryCashFlows: [
              {
                details: {
                  transactions: [
                    { id: 4, categoryId: 7, categoryName: 'Lebenshaltung' },
                    { id: 3, categoryId: 71, categoryName: 'Lebensmittel' },
                    { id: 1, categoryId: 72, categoryName: 'Drogerie' },
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
