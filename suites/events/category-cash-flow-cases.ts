/** CATEGORY_CASH_FLOW: sent when new transactions were categorized with the category of the rule; sub-categories: beside. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { absent, type Scenario, scenarios } from '../../src/runner/scenarios/scenario.ts';
import { type BookedTransaction, balance, booked, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

// The categories of the worlds: 7 Lebenshaltung with 71 Lebensmittel and 72 Drogerie, 8 Einkommen with 81 Gehalt.
const living = { triggerEvent: 'CATEGORY_CASH_FLOW', params: { categoryId: '7' } } as const;

/** A transaction that is categorized at once. */
function spent(
  id: number,
  categoryId: number | null,
  own: Partial<BookedTransaction> = {},
): BookedTransaction {
  return transaction(id, { categoryId, ...own });
}

function silence(clause: ClauseId, given: string, story: Scenario['story']): Scenario {
  return {
    clause,
    says: 'sends nothing',
    given,
    world: worlds['one-account'],
    rules: { living },
    story: [...story, { messages: [] }],
  };
}

export const messages = scenarios(import.meta.url, [
  {
    clause: 'MESSAGE-CATEGORY-FIRES',
    says: 'sends a message with the category, the account and no details',
    given: 'a transaction of the category, and a rule without details',
    world: worlds['one-account'],
    rules: { living },
    story: [
      { update: { accounts: [booked(101, spent(1, 7))] } },
      {
        messages: [
          {
            rule: 'living',
            categoryId: 7,
            categoryCashFlows: [
              {
                accountId: 101,
                accountName: 'Girokonto',
                accountNumber: '0000000101',
                accountIban: 'DE66100000000000000101',
                bankName: 'Example Bank',
                bankConnectionName: 'Meine Hausbank',
                details: absent,
              },
            ],
          },
        ],
      },
    ],
  },
  silence('MESSAGE-CATEGORY-FIRES', 'a transaction of another category', [
    { update: { accounts: [booked(101, spent(1, 8))] } },
  ]),
  silence('MESSAGE-CATEGORY-FIRES', 'a transaction of a sub-category of another category', [
    { update: { accounts: [booked(101, spent(1, 81))] } },
  ]),
  silence('MESSAGE-CATEGORY-FIRES', 'a transaction to which no category is assigned', [
    { update: { accounts: [booked(101, spent(1, null))] } },
  ]),
  silence('MESSAGE-CATEGORY-FIRES', 'another balance and no transactions', [
    { update: { accounts: [balance(101, 900)] } },
  ]),
  silence('MESSAGE-CATEGORY-FIRES', 'a transaction that is not categorized yet', [
    { update: { accounts: [booked(101, spent(1, 7, { categorizedAfter: 'PT5M' }))] } },
    { advance: 'PT4M59S' },
  ]),
  {
    clause: 'MESSAGE-CATEGORY-FIRES',
    says: 'sends one message with both',
    given: 'two transactions of the category, both categorized in the end',
    world: worlds['one-account'],
    rules: { living: { ...living, includeDetails: true } },
    story: [
      {
        update: {
          accounts: [
            booked(
              101,
              spent(1, 7, { bankBookingDate: '2026-03-01T08:00:00Z', categorizedAfter: 'PT5M' }),
              spent(2, 7, { bankBookingDate: '2026-03-01T07:00:00Z', categorizedAfter: 'PT5M' }),
            ),
          ],
        },
      },
      { messages: [] },
      { advance: 'PT5M' },
      {
        messages: [
          {
            rule: 'living',
            categoryCashFlows: [{ accountId: 101, details: { transactions: [{ id: 1 }, { id: 2 }] } }],
          },
        ],
      },
      { advance: 'P1D' },
      { messages: [] },
    ],
  },
  {
    clause: 'MESSAGE-DETAILS-PRESENT',
    says: 'sends every field of the account and of the transaction',
    given: 'a transaction of a sub-category and a rule with details',
    world: worlds['one-account'],
    rules: { living: { ...living, includeDetails: true } },
    story: [
      {
        update: {
          accounts: [
            booked(
              101,
              spent(9, 72, {
                bankBookingDate: '2026-03-01T16:45:00Z',
                serviceBookingDate: '2026-03-02T05:00:00.001Z',
                amount: -8.4,
                counterpartName: 'Drogerie Muster',
                purpose: 'Zahnbürsten',
              }),
            ),
          ],
        },
      },
      {
        messages: [
          {
            rule: 'living',
            categoryId: 7,
            categoryName: 'Lebenshaltung',
            categoryCashFlows: [
              {
                accountId: 101,
                details: {
                  transactions: [
                    {
                      id: 9,
                      categoryId: 72,
                      categoryName: 'Drogerie',
                      serviceBookingDate: '2026-03-02 06:00:00.001',
                      bankBookingDate: '2026-03-01 17:45:00.000',
                      amount: -8.4,
                      counterpartName: 'Drogerie Muster',
                      counterpartIban: 'DE70100000000000000999',
                      purpose: 'Zahnbürsten',
                    },
                  ],
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
      named: { ...living, includeDetails: true },
      unnamed: { triggerEvent: 'CATEGORY_CASH_FLOW', params: { categoryId: '7', accountIds: '101' } },
    },
    story: [
      { update: { accounts: [booked(101, spent(1, 7))] } },
      {
        messages: [
          { rule: 'named', categoryId: 7, categoryName: 'Lebenshaltung' },
          { rule: 'unnamed', categoryId: 7, categoryName: absent },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-DETAILS-ONLY-ASKED',
    says: 'leaves the details and the name of the category out',
    given: 'a transaction of the category and a rule whose includeDetails is false',
    world: worlds['one-account'],
    rules: { living: { ...living, includeDetails: false } },
    story: [
      { update: { accounts: [booked(101, spent(1, 7))] } },
      {
        messages: [
          {
            rule: 'living',
            categoryName: absent,
            categoryCashFlows: [{ accountId: 101, details: absent }],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-CATEGORY',
    says: 'sends one message with an item for each account that has one',
    given: 'transactions of the category on two accounts and of another on a third',
    world: worlds['two-connections'],
    rules: { living: { ...living, includeDetails: true } },
    story: [
      {
        update: {
          accounts: [
            booked(102, spent(1, 8)),
            booked(121, spent(2, 7, { amount: 30 }), spent(3, 8)),
            booked(101, spent(4, 7, { amount: -30 })),
          ],
        },
      },
      {
        messages: [
          {
            rule: 'living',
            categoryCashFlows: [
              { accountId: 101, details: { transactions: [{ id: 4, amount: -30 }] } },
              { accountId: 121, details: { transactions: [{ id: 2, amount: 30 }] } },
            ],
          },
        ],
      },
    ],
  },
]);
