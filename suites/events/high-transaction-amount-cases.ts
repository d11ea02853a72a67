/** HIGH_TRANSACTION_AMOUNT: sent when the absolute amount of a new transaction reaches the threshold of the rule. */
import type { Decimal } from '../../contracts/src/base/json-value.ts';
import { absent, digits, type Scenario, scenarios } from '../../src/runner/scenarios/scenario.ts';
import { balance, booked, paid, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

function from(absoluteAmountThreshold: Decimal) {
  return { triggerEvent: 'HIGH_TRANSACTION_AMOUNT', params: { absoluteAmountThreshold } } as const;
}

function high(given: string, absoluteAmountThreshold: Decimal, amount: Decimal): Scenario {
  return {
    clause: 'MESSAGE-HIGH-FIRES',
    says: 'sends a message with the threshold of the rule',
    given,
    world: worlds['one-account'],
    rules: { high: from(absoluteAmountThreshold) },
    story: [
      { update: { accounts: [booked(101, paid(1, amount))] } },
      {
        messages: [
          {
            rule: 'high',
            absoluteAmountThreshold,
            newTransactions: [{ accountId: 101, newTransactionsCount: 1 }],
          },
        ],
      },
    ],
  };
}

function notHigh(given: string, absoluteAmountThreshold: Decimal, ...amounts: Decimal[]): Scenario {
  return {
    clause: 'MESSAGE-HIGH-FIRES',
    says: 'sends nothing',
    given,
    world: worlds['one-account'],
    rules: { high: from(absoluteAmountThreshold) },
    story: [
      { update: { accounts: [booked(101, ...amounts.map((amount, at) => paid(at + 1, amount)))] } },
      { messages: [] },
    ],
  };
}

/** A BigDecimal, which the nearest float is not: that is 100. */
const justAbove = digits('100.00000000000000001');
const justBelow = digits('99.99999999999999999');
const onBothSides = booked(
  101,
  transaction(1, { amount: -1000, bankBookingDate: '2026-03-01T09:01:00Z' }),
  transaction(2, { amount: -999.99, bankBookingDate: '2026-03-01T09:02:00Z' }),
  transaction(3, { amount: 999.99, bankBookingDate: '2026-03-01T09:03:00Z' }),
  transaction(4, { amount: 2500, bankBookingDate: '2026-03-01T09:04:00Z' }),
);

export const messages = scenarios(import.meta.url, [
  high('an incoming amount on the threshold', 1000, 1000),
  high('an outgoing amount on the threshold', 1000, -1000),
  high('an incoming amount a hundredth above the threshold', 1000, 1000.01),
  high('an outgoing amount a hundredth beyond the threshold', 1000, -1000.01),
  notHigh('an incoming amount a hundredth below the threshold', 1000, 999.99),
  notHigh('an outgoing amount a hundredth short of the threshold', 1000, -999.99),
  high('an amount of 0.3 and a threshold of 0.3', 0.3, -0.3),
  notHigh('an amount of 0.29 and a threshold of 0.3', 0.3, -0.29),
  high('an outgoing amount just beyond a threshold of 19 digits', justBelow, -100),
  notHigh('an outgoing amount just short of a threshold of 20 digits', justAbove, -100),
  high('any amount and a threshold of nothing', 0, -0.01),
  high('an entry of 0 and a threshold of nothing', 0, 0),
  notHigh('an entry of 0 and a threshold of a hundredth', 0.01, 0),
  high('an incoming amount just beyond a threshold of 19 digits', justBelow, 100),
  notHigh('an incoming amount just short of a threshold of 20 digits', justAbove, 100),
  notHigh(
    'an amount a hundredth short of a threshold of 18 digits',
    digits('1000000000000000.01'),
    digits('-1000000000000000'),
  ),
  high('an outgoing amount of more digits that is beyond', 999, -1000),
  notHigh('an outgoing amount of fewer digits that is short', 1000, -999),
  notHigh('amounts that reach the threshold only together', 1000, -600, -600, 900),
  notHigh('no transactions', 1000),
  {
    clause: 'MESSAGE-HIGH-FIRES',
    says: 'sends nothing',
    given: 'a balance that changes by more than the threshold without a transaction',
    world: worlds['one-account'],
    rules: { high: from(1000) },
    story: [{ update: { accounts: [balance(101, 9000)] } }, { messages: [] }],
  },
  {
    clause: 'MESSAGE-HIGH-QUALIFYING',
    says: 'sends only those that reach the threshold in the details',
    given: 'transactions on both sides of the threshold, incoming and outgoing',
    world: worlds['one-account'],
    rules: { high: { ...from(1000), includeDetails: true } },
    story: [
      { update: { accounts: [onBothSides] } },
      {
        messages: [
          {
            rule: 'high',
            newTransactions: [
              {
                accountId: 101,
                details: {
                  transactionDetails: [
                    { id: 4, amount: 2500 },
                    { id: 1, amount: -1000 },
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
    clause: 'MESSAGE-HIGH-COUNT',
    // As the list of such transactions holds min(count, maxTransactionsCount), the count is theirs.
    says: 'counts only those that reach the threshold',
    given: 'two transactions that reach the threshold and two that do not',
    world: worlds['one-account'],
    rules: { high: from(1000) },
    story: [
      { update: { accounts: [booked(101, paid(1, -1000), paid(2, -1), paid(3, 1000), paid(4, 999.99))] } },
      { messages: [{ rule: 'high', newTransactions: [{ accountId: 101, newTransactionsCount: 2 }] }] },
    ],
  },
  {
    clause: 'MESSAGE-DETAILS-PRESENT',
    says: 'sends every field of the account, and of the transaction those that every version has',
    given: 'a high amount and a rule with details',
    world: worlds['one-account'],
    rules: { high: { ...from(999.99), includeDetails: true } },
    story: [
      {
        update: {
          accounts: [
            booked(
              101,
              transaction(5, {
                amount: -1500.75,
                bankBookingDate: '2026-03-01T23:30:00Z',
                serviceBookingDate: '2026-03-02T05:00:00.250Z',
                counterpartName: 'Möbelhaus Muster',
                purpose: 'Rechnung 4711',
              }),
            ),
          ],
        },
      },
      {
        messages: [
          {
            rule: 'high',
            absoluteAmountThreshold: 999.99,
            newTransactions: [
              {
                accountId: 101,
                accountName: 'Girokonto',
                accountNumber: '0000000101',
                accountIban: 'DE66100000000000000101',
                bankName: 'Example Bank',
                bankConnectionName: 'Meine Hausbank',
                newTransactionsCount: 1,
                details: {
                  transactionDetails: [
                    {
                      id: 5,
                      serviceBookingDate: '2026-03-02 06:00:00.250',
                      bankBookingDate: '2026-03-02 00:30:00.000',
                      amount: -1500.75,
                      counterpartName: 'Möbelhaus Muster',
                      counterpartIban: 'DE70100000000000000999',
                      purpose: 'Rechnung 4711',
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
    clause: 'MESSAGE-DETAILS-ONLY-ASKED',
    says: 'leaves the details out',
    given: 'a high amount and a rule without details',
    world: worlds['one-account'],
    rules: { high: { ...from(1000), includeDetails: false } },
    story: [
      { update: { accounts: [booked(101, paid(1, -1000))] } },
      { messages: [{ rule: 'high', newTransactions: [{ accountId: 101, details: absent }] }] },
    ],
  },
  {
    clause: 'MESSAGE-HIGH',
    says: 'sends one message with an item for each account that has one',
    given: 'high amounts on two accounts and a small one on a third',
    world: worlds['two-connections'],
    rules: { high: from(1000) },
    story: [
      {
        update: {
          accounts: [
            booked(102, paid(1, -1)),
            booked(121, paid(2, -2000)),
            booked(101, paid(3, 3000), paid(4, -4000)),
          ],
        },
      },
      {
        messages: [
          {
            rule: 'high',
            newTransactions: [
              { accountId: 101, newTransactionsCount: 2 },
              { accountId: 121, newTransactionsCount: 1 },
            ],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-HIGH-THRESHOLD',
    says: 'sends for each rule its own threshold',
    given: 'a rule with a threshold of 0.10 and one of 12.5 on the same amount',
    world: worlds['one-account'],
    rules: {
      small: from(digits('0.10')),
      larger: {
        triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
        params: { accountIds: '101', absoluteAmountThreshold: 12.5 },
      },
    },
    story: [
      { update: { accounts: [booked(101, paid(1, -12.5))] } },
      {
        messages: [
          { rule: 'small', absoluteAmountThreshold: 0.1 },
          { rule: 'larger', absoluteAmountThreshold: 12.5 },
        ],
      },
    ],
  },
]);
