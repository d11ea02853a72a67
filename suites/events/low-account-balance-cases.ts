/** LOW_ACCOUNT_BALANCE: sent when a new balance is below the threshold of the rule, and not when it is on it. */
import type { Decimal } from '../../contracts/src/base/json-value.ts';
import { absent, digits, type Scenario, scenarios } from '../../src/runner/scenarios/scenario.ts';
import { balance, booked, paid } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

function below(balanceThreshold: Decimal) {
  return { triggerEvent: 'LOW_ACCOUNT_BALANCE', params: { balanceThreshold } } as const;
}

/** An account with 1000, which an update leaves at `newBalance`. */
function low(given: string, balanceThreshold: Decimal, newBalance: Decimal): Scenario {
  return {
    clause: 'MESSAGE-LOW-FIRES',
    says: 'sends a message with the threshold of the rule',
    given,
    world: worlds['one-account'],
    rules: { low: below(balanceThreshold) },
    story: [
      { update: { accounts: [balance(101, newBalance)] } },
      { messages: [{ rule: 'low', balanceThreshold, balanceChanges: [{ accountId: 101 }] }] },
    ],
  };
}

/** The same, and no message follows. */
function notLow(given: string, balanceThreshold: Decimal, newBalance: Decimal): Scenario {
  return {
    clause: 'MESSAGE-LOW-FIRES',
    says: 'sends nothing',
    given,
    world: worlds['one-account'],
    rules: { low: below(balanceThreshold) },
    story: [{ update: { accounts: [balance(101, newBalance)] } }, { messages: [] }],
  };
}

/** A BigDecimal, which the nearest float is not: that is 100. */
const justAbove = digits('100.00000000000000001');
const justBelow = digits('99.99999999999999999');

export const messages = scenarios(import.meta.url, [
  low('a new balance a hundredth below the threshold', 500, 499.99),
  notLow('a new balance on the threshold', 500, 500),
  notLow('a new balance a hundredth above the threshold', 500, 500.01),
  low('a new balance a hundredth below a threshold of nothing', 0, -0.01),
  notLow('a new balance on a threshold of nothing', 0, 0),
  low('a new balance a hundredth below a negative threshold', -100, -100.01),
  notLow('a new balance on a negative threshold', -100, -100),
  low('a new balance of 0.29 and a threshold of 0.3', 0.3, 0.29),
  notLow('a new balance of 0.3 and a threshold of 0.3', 0.3, 0.3),
  low('a new balance just below a threshold of 20 digits', justAbove, 100),
  notLow('a new balance just above a threshold of 19 digits', justBelow, 100),
  low('a new balance just below a negative threshold of 19 digits', digits('-99.99999999999999999'), -100),
  notLow(
    'a new balance just above a negative threshold of 20 digits',
    digits('-100.00000000000000001'),
    -100,
  ),
  low(
    'a new balance a hundredth below a threshold of 18 digits',
    digits('1000000000000000.01'),
    digits('1000000000000000'),
  ),
  low('a new balance that is negative and a threshold that is not', 100, -100.5),
  notLow('a new balance that is not negative and a threshold that is', -100.5, 100),
  low('a new balance of nothing and a threshold of a hundredth', 0.01, 0),
  notLow('a new balance of nothing and a negative threshold', -0.01, 0),
  low('a new balance of fewer digits that is below', 1000, 999),
  notLow('a new balance of more digits that is above', 999, 1000.5),
  low('a balance that rises and stays below the threshold', 5000, 4999.99),
  {
    clause: 'MESSAGE-LOW-FIRES',
    says: 'sends a message after each',
    given: 'a balance that falls below the threshold and then falls further',
    world: worlds['one-account'],
    rules: { low: below(500) },
    story: [
      { update: { accounts: [balance(101, 499)] } },
      { messages: [{ rule: 'low' }] },
      { update: { accounts: [balance(101, 498)] } },
      { messages: [{ rule: 'low' }] },
    ],
  },
  {
    clause: 'MESSAGE-LOW-FIRES',
    says: 'sends nothing after the second',
    given: 'a balance that falls below the threshold and then rises above it',
    world: worlds['one-account'],
    rules: { low: below(500) },
    story: [
      { update: { accounts: [balance(101, 499)] } },
      { messages: [{ rule: 'low' }] },
      { update: { accounts: [balance(101, 501)] } },
      { messages: [] },
    ],
  },
  {
    clause: 'MESSAGE-LOW-FIRES',
    says: 'sends nothing',
    given: 'outgoing transactions and a balance that stays above the threshold',
    world: worlds['one-account'],
    rules: { low: below(500) },
    story: [{ update: { accounts: [booked(101, paid(1, -900))] } }, { messages: [] }],
  },
  {
    clause: 'MESSAGE-LOW-DETAILS',
    says: 'sends the same details as NEW_ACCOUNT_BALANCE',
    given: 'a low balance and a rule with details',
    world: worlds['one-account'],
    rules: { low: { ...below(250.5), includeDetails: true } },
    story: [
      { update: { accounts: [balance(101, 250.49)] } },
      {
        messages: [
          {
            rule: 'low',
            balanceThreshold: 250.5,
            balanceChanges: [
              {
                accountId: 101,
                accountName: 'Girokonto',
                accountNumber: '0000000101',
                accountIban: 'DE66100000000000000101',
                bankName: 'Example Bank',
                bankConnectionName: 'Meine Hausbank',
                details: {
                  accountNumber: '0000000101',
                  iban: 'DE66100000000000000101',
                  accountName: 'Girokonto',
                  bankConnectionName: 'Meine Hausbank',
                  oldBalance: 1000,
                  newBalance: 250.49,
                  balanceChange: -749.51,
                },
              },
            ],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-DETAILS-ONLY-ASKED',
    says: 'leaves the details out',
    given: 'a low balance and a rule without details',
    world: worlds['one-account'],
    rules: { low: { ...below(500), includeDetails: false } },
    story: [
      { update: { accounts: [balance(101, 100)] } },
      { messages: [{ rule: 'low', balanceChanges: [{ accountId: 101, details: absent }] }] },
    ],
  },
  {
    clause: 'MESSAGE-LOW-THRESHOLD',
    says: 'sends for each rule its own threshold',
    given: 'a rule with a threshold of 0.10 and one of -12.5 on the same balance',
    world: worlds['one-account'],
    rules: {
      positive: below(digits('0.10')),
      negative: {
        triggerEvent: 'LOW_ACCOUNT_BALANCE',
        params: { accountIds: '101', balanceThreshold: -12.5 },
      },
    },
    story: [
      { update: { accounts: [balance(101, -13)] } },
      {
        messages: [
          { rule: 'positive', balanceThreshold: 0.1 },
          { rule: 'negative', balanceThreshold: -12.5 },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-LOW',
    says: 'sends one message with an item for each',
    given: 'two accounts that fall below the threshold',
    world: worlds['two-accounts'],
    rules: { low: below(500) },
    story: [
      { update: { accounts: [balance(101, 1), balance(102, 2)] } },
      { messages: [{ rule: 'low', balanceChanges: [{ accountId: 101 }, { accountId: 102 }] }] },
    ],
  },
  {
    clause: 'MESSAGE-LOW',
    says: 'names only the account below the threshold',
    given: 'two accounts with a new balance, one of which is on the threshold',
    world: worlds['two-accounts'],
    rules: { low: below(500) },
    story: [
      { update: { accounts: [balance(101, 500), balance(102, 499.99)] } },
      { messages: [{ rule: 'low', balanceChanges: [{ accountId: 102 }] }] },
    ],
  },
]);
