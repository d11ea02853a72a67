/** HIGH_TRANSACTION_AMOUNT: sent when the absolute amount of a new transaction reaches the threshold of the rule. */
import type { Decimal } from '../../contracts/src/base/json-value.ts';
import { digits, scenarios, table } from '../../src/runner/scenarios/scenario.ts';
import {
  flight,
  girokonto,
  listedFlight,
  listedSofa,
  listing,
  sofa,
  sparkonto,
  zweitesSparkonto,
} from '../worlds/accounts.ts';
import { accounts, balance, booked, paid, purchases } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

export const rule = {
  triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
  params: { absoluteAmountThreshold: 1000 },
} as const;
export const ruleName = 'high';

interface NewAmounts {
  readonly high?: Decimal;
  /** Amounts below the threshold; they come before `high`. */
  readonly below?: readonly Decimal[];
}

export const messages = scenarios('suites/events/high-transaction-amount-cases.ts', [
  ...table(
    'MESSAGE-HIGH-FIRES',
    (absoluteAmountThreshold: Decimal, updates: readonly NewAmounts[]) => ({
      says: 'sends a message after each update with an amount that reaches the threshold, either way',
      world: worlds['one-account'],
      rules: {
        high: { ...rule, params: { absoluteAmountThreshold }, mayBeRefused: true },
      },
      steps: updates.map(({ high, below = [] }, at) => {
        const amounts = high === undefined ? below : [...below, high];
        return {
          update: accounts(booked(101, ...amounts.map((amount, index) => paid(10 * at + index, amount)))),
          messages:
            high === undefined
              ? []
              : [{ rule: 'high', absoluteAmountThreshold, newTransactions: [{ newTransactionsCount: 1 }] }],
        };
      }),
    }),
    [
      [
        'a threshold of 1000',
        1000,
        [
          { high: 1000 },
          { high: -1000 },
          { high: 1000.01 },
          { high: -1000.01 },
          { below: [999.99] },
          { below: [-999.99] },
          { below: [-600, -600, 900] },
          { below: [-600, 5, 7], high: -1000 },
          { below: [] },
        ],
      ],
      ['a threshold of cents', 0.3, [{ high: -0.3 }, { below: [-0.29] }, { high: 0.3 }, { below: [0] }]],
      ['a threshold of nothing', 0, [{ high: -0.01 }, { high: 0 }, { below: [] }]],
      // The nearest float is 100, so only a BigDecimal keeps this value.
      ['a threshold just below the amount', digits('99.99999999999999999'), [{ high: -100 }, { high: 100 }]],
      ['a threshold just above the amounts', digits('100.00000000000000001'), [{ below: [-100, 100] }]],
    ],
  ),
  {
    clause: 'MESSAGE-HIGH-FIRES',
    says: 'lists after each update only what it brought, and sends nothing without a high amount',
    given: 'updates that bring a high amount, another one, and a balance that changes by more without one',
    world: worlds['one-account'],
    rules: { high: { ...rule, includeDetails: true } },
    steps: [
      ...[1, 2].map((id) => ({
        update: accounts(booked(101, paid(id, -1000))),
        messages: [{ rule: 'high', newTransactions: [{ newTransactionsCount: 1, ...listing({ id }) }] }],
      })),
      { update: accounts(balance(101, 9000)), messages: [] },
    ],
  },
  {
    clause: 'MESSAGE-HIGH-QUALIFYING',
    says: 'lists and counts only those that reach the threshold',
    given: 'transactions on both sides of the threshold, incoming and outgoing',
    world: worlds['one-account'],
    rules: { high: { ...rule, includeDetails: true } },
    steps: [
      {
        update: accounts(
          booked(101, paid(1, -1000), paid(2, -999.99), paid(3, 999.99), paid(4, 2500), ...purchases(5)),
        ),
        messages: [
          {
            rule: 'high',
            newTransactions: [
              {
                newTransactionsCount: 2,
                ...listing({ id: 1, amount: -1000 }, { id: 4, amount: 2500 }),
              },
            ],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-HIGH-THRESHOLD',
    says: 'sends for each rule its own threshold, and what reaches it',
    given: 'rules with different thresholds on the same amounts',
    world: worlds['two-accounts'],
    rules: {
      small: { ...rule, params: { absoluteAmountThreshold: digits('0.10') }, includeDetails: true },
      larger: { ...rule, params: { accountIds: '101', absoluteAmountThreshold: 12.5 }, includeDetails: true },
      long: {
        ...rule,
        params: { accountIds: '101,102', absoluteAmountThreshold: digits('1234567890.123456789') },
        includeDetails: true,
        mayBeRefused: true,
      },
    },
    steps: [
      {
        update: accounts(booked(101, paid(1, -2_000_000_000), paid(2, 12.5), paid(3, 12.49))),
        messages: [
          {
            rule: 'small',
            absoluteAmountThreshold: 0.1,
            newTransactions: [listing({ id: 1 }, { id: 2 }, { id: 3 })],
          },
          { rule: 'larger', absoluteAmountThreshold: 12.5, newTransactions: [listing({ id: 1 }, { id: 2 })] },
          {
            rule: 'long',
            absoluteAmountThreshold: digits('1234567890.123456789'),
            newTransactions: [listing({ id: 1 })],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-HIGH',
    says: 'sends one message with an item for each account that has a high amount',
    given: 'two updates of several accounts, two of which are alike in all but their ids',
    world: worlds['two-connections'],
    rules: { high: { ...rule, includeDetails: true } },
    steps: [
      {
        update: accounts(
          booked(103, paid(1, 3000)),
          booked(121, paid(2, -1)),
          booked(102, paid(3, 3000)),
          booked(101, sofa, paid(4, -999), ...purchases(8, 9)),
        ),
        messages: [
          {
            rule: 'high',
            absoluteAmountThreshold: 1000,
            newTransactions: [
              { ...girokonto, newTransactionsCount: 1, ...listing(listedSofa) },
              { ...sparkonto, newTransactionsCount: 1, ...listing({ id: 3, amount: 3000 }) },
              { ...zweitesSparkonto, newTransactionsCount: 1, ...listing({ id: 1, amount: 3000 }) },
            ],
          },
        ],
      },
      {
        update: accounts(booked(121, paid(5, 5)), booked(102, flight)),
        messages: [
          {
            rule: 'high',
            newTransactions: [{ ...sparkonto, newTransactionsCount: 1, ...listing(listedFlight) }],
          },
        ],
      },
    ],
  },
]);
