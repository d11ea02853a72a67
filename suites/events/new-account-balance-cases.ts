/** NEW_ACCOUNT_BALANCE: sent when the balance of an account changed, with the exact difference in its details. */
import type { Decimal } from '../../contracts/src/base/json-value.ts';
import type { BatchUpdate } from '../../src/runner/control.ts';
import { absent, digits, type Scenario, scenarios } from '../../src/runner/scenarios/scenario.ts';
import { balance, booked, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

const anyChange = { triggerEvent: 'NEW_ACCOUNT_BALANCE' } as const;
const inDetail = { ...anyChange, includeDetails: true } as const;

/** An update of an account whose balance was 1000. */
function change(given: string, newBalance: Decimal, balanceChange: Decimal): Scenario {
  const details = { oldBalance: 1000, newBalance, balanceChange };
  return {
    clause: 'MESSAGE-BALANCE-DETAILS-CHANGE',
    says: 'sends the old balance, the new one and the exact difference',
    given,
    world: worlds['one-account'],
    rules: { changes: inDetail },
    story: [
      { update: { accounts: [balance(101, newBalance)] } },
      { messages: [{ rule: 'changes', balanceChanges: [{ accountId: 101, details }] }] },
    ],
  };
}

/** An update that leaves an account at its balance of 1000. */
function noChange(given: string, update: BatchUpdate): Scenario {
  return {
    clause: 'MESSAGE-BALANCE-FIRES',
    says: 'sends nothing',
    given,
    world: worlds['one-account'],
    rules: { changes: anyChange },
    story: [{ update }, { messages: [] }],
  };
}

export const names = ['Girokonto', 'Tagesgeld'];

export const messages = scenarios(import.meta.url, [
  {
    clause: 'MESSAGE-BALANCE-FIRES',
    says: 'sends a message with the account and without details',
    given: 'a balance that changed, and a rule without details',
    world: worlds['one-account'],
    rules: { changes: anyChange },
    story: [
      { update: { accounts: [balance(101, 900)] } },
      {
        messages: [
          {
            rule: 'changes',
            balanceChanges: [
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
  {
    clause: 'MESSAGE-DETAILS-PRESENT',
    says: 'repeats the account and its balances in the details',
    given: 'a balance that changed, and a rule with details',
    world: worlds['one-account'],
    rules: { changes: inDetail },
    story: [
      { update: { accounts: [balance(101, 1250.5)] } },
      {
        messages: [
          {
            rule: 'changes',
            balanceChanges: [
              {
                accountId: 101,
                details: {
                  accountNumber: '0000000101',
                  iban: 'DE66100000000000000101',
                  accountName: 'Girokonto',
                  bankConnectionName: 'Meine Hausbank',
                  oldBalance: 1000,
                  newBalance: 1250.5,
                  balanceChange: 250.5,
                },
              },
            ],
          },
        ],
      },
    ],
  },
  noChange('a balance that is downloaded and is the one before', { accounts: [balance(101, 1000)] }),
  noChange('a balance that is the one before, written with decimals', {
    accounts: [balance(101, digits('1000.00'))],
  }),
  noChange('new transactions and a balance that stays', { accounts: [booked(101, transaction(1))] }),
  noChange('a login that failed', { failedLogins: [{ bankConnectionId: 11, errorMessage: 'PIN falsch' }] }),
  change('a balance that is a hundredth higher', 1000.01, 0.01),
  change('a balance that is a hundredth lower', 999.99, -0.01),
  change('a balance that falls to nothing', 0, -1000),
  change('a balance that falls below nothing', -0.1, -1000.1),
  change('a balance of the same digits and the other sign', -1000, -2000),
  change('a balance of more digits', 10000, 9000),
  change('a balance of fewer digits', 100, -900),
  change('a balance that is a tenth of a hundredth higher', 1000.001, 0.001),
  change('a balance that is higher by what a float hardly keeps', 1000.0000000001, 0.0000000001),
  change('a balance of millions', 98765432.1, 98764432.1),
  {
    clause: 'MESSAGE-BALANCE-DETAILS-CHANGE',
    // In binary floats 0.3 less 0.1 is 0.19999999999999998.
    says: 'sends a difference of 0.2',
    given: 'a balance that goes from 0.1 to 0.3',
    world: worlds['one-account'],
    rules: { changes: inDetail },
    story: [
      { update: { accounts: [balance(101, 0.1)] } },
      { messages: [{ rule: 'changes' }] },
      { update: { accounts: [balance(101, 0.3)] } },
      {
        messages: [
          {
            rule: 'changes',
            balanceChanges: [{ details: { oldBalance: 0.1, newBalance: 0.3, balanceChange: 0.2 } }],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-BALANCE-DETAILS-OLD',
    says: 'sends the new balance of its first message as the old one of the second',
    given: 'two updates, the first of which leaves nothing on the account',
    world: worlds['one-account'],
    rules: { changes: inDetail },
    story: [
      { update: { accounts: [balance(101, 0)] } },
      {
        messages: [
          {
            rule: 'changes',
            balanceChanges: [{ details: { oldBalance: 1000, newBalance: 0, balanceChange: -1000 } }],
          },
        ],
      },
      { update: { accounts: [balance(101, 1000)] } },
      {
        messages: [
          {
            rule: 'changes',
            balanceChanges: [{ details: { oldBalance: 0, newBalance: 1000, balanceChange: 1000 } }],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-BALANCE-FIRES',
    says: 'sends nothing after the second',
    given: 'two updates with the same new balance',
    world: worlds['one-account'],
    rules: { changes: anyChange },
    story: [
      { update: { accounts: [balance(101, 900)] } },
      { messages: [{ rule: 'changes' }] },
      { update: { accounts: [balance(101, 900)] } },
      { messages: [] },
    ],
  },
  {
    clause: 'MESSAGE-BALANCE-FIRES',
    says: 'sends nothing after the second',
    given: 'two updates with the same new balance, and a rule that is created between them',
    world: worlds['one-account'],
    rules: { changes: anyChange },
    story: [
      { update: { accounts: [balance(101, 900)] } },
      { create: 'changes' },
      { update: { accounts: [balance(101, 900)] } },
      { messages: [] },
    ],
  },
  {
    clause: 'MESSAGE-BALANCE-CHANGES',
    says: 'sends one message with an item for each',
    given: 'three accounts of two connections whose balances changed',
    world: worlds['two-connections'],
    rules: { changes: anyChange },
    story: [
      { update: { accounts: [balance(121, 19000), balance(101, 900), balance(102, 5100)] } },
      {
        messages: [
          {
            rule: 'changes',
            balanceChanges: [
              { accountId: 101, accountName: 'Girokonto', bankName: 'Example Bank' },
              { accountId: 102, accountName: 'Sparkonto', bankConnectionName: 'Meine Hausbank' },
              { accountId: 121, bankName: 'Sample Bank', bankConnectionName: 'Meine Zweitbank' },
            ],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-BALANCE-CHANGES',
    says: 'names only the account whose balance changed',
    given: 'an account with another balance, one with the same and one that is not updated',
    world: worlds['two-connections'],
    rules: { changes: anyChange },
    story: [
      { update: { accounts: [balance(101, 1000), balance(102, 5000.01)] } },
      { messages: [{ rule: 'changes', balanceChanges: [{ accountId: 102 }] }] },
    ],
  },
  // No details: what they hold in these two places is not shown (NULL-OR-ABSENT).
  ...(
    [
      ['MESSAGE-ITEM-ACCOUNT-IBAN', 'the IBAN', { accountIban: null }],
      ['MESSAGE-ITEM-CONNECTION-NAME', 'the name of the connection', { bankConnectionName: null }],
    ] as const
  ).map(
    ([clause, what, unset]): Scenario => ({
      clause,
      says: `sends null for ${what}`,
      given: 'an account without an IBAN at a connection without a name',
      world: worlds['no-iban'],
      rules: { changes: anyChange },
      story: [
        { update: { accounts: [balance(101, -250)] } },
        {
          messages: [
            {
              rule: 'changes',
              balanceChanges: [
                { accountId: 101, accountName: 'Kreditkarte', accountNumber: '4000000000000101', ...unset },
              ],
            },
          ],
        },
      ],
    }),
  ),
]);
