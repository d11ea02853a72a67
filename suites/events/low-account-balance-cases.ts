/** LOW_ACCOUNT_BALANCE: sent when a new balance is below the threshold of the rule, and not when it is on it. */
import type { Decimal } from '../../contracts/src/base/json-value.ts';
import { digits, scenarios, table } from '../../src/runner/scenarios/scenario.ts';
import { girokonto, sparkonto, withBalances, zweitesSparkonto } from '../worlds/accounts.ts';
import { accounts, balance, booked, paid } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

export const rule = { triggerEvent: 'LOW_ACCOUNT_BALANCE', params: { balanceThreshold: 0 } } as const;
export const ruleName = 'low';

interface NewBalance {
  readonly low?: Decimal;
  /** A balance on the threshold or above it. */
  readonly enough?: Decimal;
}

export const messages = scenarios('suites/events/low-account-balance-cases.ts', [
  ...table(
    'MESSAGE-LOW-FIRES',
    (balanceThreshold: Decimal, balances: readonly NewBalance[]) => ({
      says: 'sends a message after each update that leaves the balance below the threshold',
      world: worlds['one-account'],
      rules: {
        low: { ...rule, params: { balanceThreshold }, mayBeRefused: true },
      },
      steps: balances.map(({ low, enough = 0 }) => ({
        update: accounts(balance(101, low ?? enough)),
        messages: low === undefined ? [] : [{ rule: 'low', balanceThreshold }],
      })),
    }),
    [
      [
        'a threshold of 500',
        500,
        [
          { low: 499.99 },
          { low: 98 },
          { low: 499 },
          { enough: 500 },
          { low: 0 },
          { enough: 500.01 },
          { low: -1000 },
          { enough: 1000 },
        ],
      ],
      ['a threshold of nothing', 0, [{ low: -0.01 }, { enough: 0 }, { low: -1000 }]],
      ['a negative threshold', -100, [{ low: -100.01 }, { enough: -100 }, { enough: 0 }, { enough: 99 }]],
      ['a threshold of cents', 0.3, [{ low: 0.29 }, { enough: 0.3 }, { low: 0.01 }]],
      // A BigDecimal, which the nearest float is not: that is 100.
      ['a threshold just above the balance', digits('100.00000000000000001'), [{ low: 100 }]],
      ['a threshold just below the balance', digits('99.99999999999999999'), [{ enough: 100 }]],
      ['a negative threshold just above the balance', digits('-99.99999999999999999'), [{ low: -100 }]],
      ['a negative threshold just below the balance', digits('-100.00000000000000001'), [{ enough: -100 }]],
    ],
  ),
  {
    clause: 'MESSAGE-LOW-FIRES',
    says: 'sends nothing',
    given: 'an outgoing transaction and a balance that stays above the threshold',
    world: worlds['one-account'],
    rules: { low: { ...rule, params: { balanceThreshold: 500 } } },
    steps: [{ update: accounts(booked(101, paid(1, -900))), messages: [] }],
  },
  {
    clause: 'MESSAGE-LOW-THRESHOLD',
    says: 'sends for each rule its own threshold',
    given: 'rules with different thresholds on the same balance',
    world: worlds['two-accounts'],
    rules: {
      positive: { ...rule, params: { balanceThreshold: digits('0.10') } },
      negative: { ...rule, params: { accountIds: '101', balanceThreshold: -12.5 } },
      long: {
        ...rule,
        params: { accountIds: '101,102', balanceThreshold: digits('1234567890.123456789') },
        mayBeRefused: true,
      },
    },
    steps: [
      {
        update: accounts(balance(101, -13)),
        messages: [
          { rule: 'positive', balanceThreshold: 0.1 },
          { rule: 'negative', balanceThreshold: -12.5 },
          { rule: 'long', balanceThreshold: digits('1234567890.123456789') },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-LOW',
    says: 'sends one message with an item for each account below the threshold',
    given: 'an update of several accounts, two of which are alike in all but their ids',
    world: worlds['two-connections'],
    rules: {
      low: { ...rule, params: { balanceThreshold: 250.5 }, includeDetails: true },
    },
    steps: [
      {
        update: accounts(
          balance(121, 250.5),
          balance(103, 250.49),
          balance(101, 250.51),
          balance(102, 250.49),
        ),
        messages: [
          {
            rule: 'low',
            balanceThreshold: 250.5,
            balanceChanges: [
              withBalances(sparkonto, { oldBalance: 5000, newBalance: 250.49, balanceChange: -4749.51 }),
              withBalances(zweitesSparkonto, {
                oldBalance: 5000,
                newBalance: 250.49,
                balanceChange: -4749.51,
              }),
            ],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-LOW-DETAILS',
    says: 'sends the same details as NEW_ACCOUNT_BALANCE, each time of its own update',
    given: 'a balance that falls below the threshold and then further, and a rule with details',
    world: worlds['one-account'],
    rules: {
      low: { ...rule, params: { balanceThreshold: 0 }, includeDetails: true },
    },
    steps: [
      { oldBalance: 1000, newBalance: -0.01, balanceChange: -1000.01 },
      { oldBalance: -0.01, newBalance: -250.5, balanceChange: -250.49 },
    ].map((balances) => ({
      update: accounts(balance(101, balances.newBalance)),
      messages: [{ rule: 'low', balanceChanges: [withBalances(girokonto, balances)] }],
    })),
  },
]);
