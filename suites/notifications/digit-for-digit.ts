/** Ids and BigDecimals beyond what a binary float keeps: every message has them digit for digit; other amounts may lose some. */
import type { Decimal } from '../../contracts/src/base/json-value.ts';
import type { World } from '../../src/runner/control.ts';
import { digits, scenarios } from '../../src/runner/scenarios/scenario.ts';
import { balance, booked, paid, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

/** Odd numbers above 2^53, which a float rounds to an even neighbour. */
const CONNECTION = digits('9007199254740993');
const ACCOUNT = digits('9007199254740995');
const CATEGORY = digits('9007199254741001');
const OTHER_CATEGORY = digits('9007199254741003');
const NEIGHBOUR = digits('9007199254740997');
const FURTHER = digits('9007199254740999');
const TRANSACTION = digits('9223372036854775807');
const OTHER_TRANSACTION = digits('9223372036854775805');

const largeIds: World = {
  ...worlds['one-account'],
  categories: [
    { id: CATEGORY, name: 'Eins' },
    { id: OTHER_CATEGORY, name: 'Zwei' },
  ],
  users: worlds['one-account'].users.map((user) => ({
    ...user,
    bankConnections: user.bankConnections.flatMap((connection) => [
      { ...connection, id: digits('9007199254740991'), accounts: [] },
      {
        ...connection,
        id: CONNECTION,
        accounts: connection.accounts.flatMap((account) => [
          { ...account, id: ACCOUNT },
          { ...account, id: NEIGHBOUR },
          { ...account, id: FURTHER },
        ]),
      },
    ]),
  })),
};

const listed = { accountIds: '9007199254740995,9007199254740999' };
const large = { categoryId: CATEGORY, categoryName: 'Eins' };

/** The two that the rules list, and not the one between them. */
const listedItems = [{ accountId: ACCOUNT }, { accountId: FURTHER }];

function onAll(accountId: Decimal, id: number) {
  const own = { amount: -1500, counterpartIban: 'AT371000000000000777', categoryId: CATEGORY };
  return { ...balance(accountId, -1), ...booked(accountId, transaction(id, own)) };
}

export const digitForDigitScenarios = scenarios(import.meta.url, [
  {
    clause: 'MESSAGE-ITEM-ACCOUNT-ID',
    says: 'names the listed accounts, digit for digit, whatever the event',
    given: 'three account ids that a float cannot distinguish, and rules on two of them',
    world: largeIds,
    rules: {
      balance: { triggerEvent: 'NEW_ACCOUNT_BALANCE', params: listed },
      news: { triggerEvent: 'NEW_TRANSACTIONS', params: listed },
      abroad: { triggerEvent: 'FOREIGN_MONEY_TRANSFER', params: listed },
      low: { triggerEvent: 'LOW_ACCOUNT_BALANCE', params: { ...listed, balanceThreshold: 0 } },
      high: { triggerEvent: 'HIGH_TRANSACTION_AMOUNT', params: { ...listed, absoluteAmountThreshold: 9 } },
      flow: { triggerEvent: 'CATEGORY_CASH_FLOW', params: { ...listed, categoryId: '9007199254741001' } },
    },
    story: [
      { update: { accounts: [onAll(ACCOUNT, 1), onAll(NEIGHBOUR, 2), onAll(FURTHER, 3)] } },
      {
        messages: [
          { rule: 'balance', balanceChanges: listedItems },
          { rule: 'news', newTransactions: listedItems },
          { rule: 'abroad', newTransactions: listedItems },
          { rule: 'low', balanceChanges: listedItems },
          { rule: 'high', newTransactions: listedItems },
          { rule: 'flow', categoryCashFlows: listedItems },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-CATEGORY-ID',
    says: 'sends it digit for digit, and its own transaction alone',
    given: 'two category ids and transaction ids that a float cannot distinguish',
    world: largeIds,
    rules: {
      flow: {
        triggerEvent: 'CATEGORY_CASH_FLOW',
        params: { categoryId: '9007199254741001' },
        includeDetails: true,
      },
    },
    story: [
      {
        update: {
          accounts: [
            booked(
              ACCOUNT,
              transaction(TRANSACTION, { categoryId: CATEGORY }),
              transaction(OTHER_TRANSACTION, { categoryId: OTHER_CATEGORY }),
            ),
          ],
        },
      },
      {
        messages: [
          {
            rule: 'flow',
            ...large,
            categoryCashFlows: [
              { accountId: ACCOUNT, details: { transactions: [{ id: TRANSACTION, ...large }] } },
            ],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-HIGH-DETAILS-ID',
    says: 'sends it digit for digit',
    given: 'transaction ids that a float cannot distinguish, of which one is of a high amount',
    world: largeIds,
    rules: {
      high: {
        triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
        params: { absoluteAmountThreshold: 1000 },
        includeDetails: true,
      },
    },
    story: [
      { update: { accounts: [booked(ACCOUNT, paid(OTHER_TRANSACTION, -1), paid(TRANSACTION, -1000))] } },
      {
        messages: [
          { rule: 'high', newTransactions: [{ details: { transactionDetails: [{ id: TRANSACTION }] } }] },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-ID',
    says: 'sends it digit for digit',
    given: 'a category id that a float cannot keep, and a rule that waits',
    world: largeIds,
    rules: {
      waits: {
        triggerEvent: 'NEW_TRANSACTIONS',
        params: { waitForCategorization: true },
        includeDetails: true,
        api: 'v2',
      },
    },
    story: [
      { update: { accounts: [booked(ACCOUNT, transaction(1, { categoryId: CATEGORY }))] } },
      { messages: [{ rule: 'waits', newTransactions: [{ details: { transactionDetails: [large] } }] }] },
    ],
  },
  {
    clause: 'MESSAGE-BALANCE-DETAILS-CHANGE',
    says: 'sends both balances and their difference, as far as a float has their digits',
    given: 'a balance of 22 digits',
    world: worlds['one-account'],
    rules: { changes: { triggerEvent: 'NEW_ACCOUNT_BALANCE', includeDetails: true } },
    story: [
      { update: { accounts: [balance(101, digits('12345678901234567890.11'))] } },
      {
        messages: [
          {
            rule: 'changes',
            balanceChanges: [
              {
                details: {
                  oldBalance: 1000,
                  newBalance: digits('12345678901234567890.11'),
                  balanceChange: digits('12345678901234566890.11'),
                },
              },
            ],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-LOW-THRESHOLD',
    says: 'sends the threshold digit for digit',
    given: 'a threshold of 19 digits and a balance far below it',
    world: worlds['one-account'],
    rules: {
      low: {
        triggerEvent: 'LOW_ACCOUNT_BALANCE',
        params: { balanceThreshold: digits('1234567890.123456789') },
      },
    },
    story: [
      { update: { accounts: [balance(101, 50)] } },
      { messages: [{ rule: 'low', balanceThreshold: digits('1234567890.123456789') }] },
    ],
  },
  {
    clause: 'MESSAGE-HIGH-THRESHOLD',
    says: 'sends the threshold digit for digit',
    given: 'a threshold of 19 digits and an amount far beyond it',
    world: worlds['one-account'],
    rules: {
      high: {
        triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
        params: { absoluteAmountThreshold: digits('1234567890.123456789') },
      },
    },
    story: [
      { update: { accounts: [booked(101, paid(1, -2_000_000_000))] } },
      { messages: [{ rule: 'high', absoluteAmountThreshold: digits('1234567890.123456789') }] },
    ],
  },
  {
    clause: 'MESSAGE-HIGH-DETAILS-AMOUNT',
    says: 'sends the amount, as far as a float has its digits',
    given: 'an amount of 22 digits',
    world: worlds['one-account'],
    rules: {
      high: {
        triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
        params: { absoluteAmountThreshold: 1000 },
        includeDetails: true,
      },
    },
    story: [
      { update: { accounts: [booked(101, paid(1, digits('-12345678901234567890.12')))] } },
      {
        messages: [
          {
            rule: 'high',
            newTransactions: [
              { details: { transactionDetails: [{ id: 1, amount: digits('-12345678901234567890.12') }] } },
            ],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-FOREIGN-DETAILS-AMOUNT',
    says: 'sends the amount and the id digit for digit',
    given: 'a payment abroad with an id of 19 digits and an amount of 22',
    world: worlds['one-account'],
    rules: { abroad: { triggerEvent: 'FOREIGN_MONEY_TRANSFER', includeDetails: true } },
    story: [
      {
        update: {
          accounts: [
            booked(
              101,
              transaction(TRANSACTION, {
                amount: digits('-12345678901234567890.12'),
                counterpartIban: 'AT371000000000000777',
              }),
            ),
          ],
        },
      },
      {
        messages: [
          {
            rule: 'abroad',
            newTransactions: [
              {
                details: {
                  transactionDetails: [{ id: TRANSACTION, amount: digits('-12345678901234567890.12') }],
                },
              },
            ],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-ITEM-ACCOUNT-ID',
    says: 'names the listed account, digit for digit, and not its neighbour',
    given: 'account ids above 2^53 that a float cannot distinguish, and a rule on one of them',
    world: largeIds,
    rules: {
      news: {
        triggerEvent: 'NEW_TRANSACTIONS',
        params: { accountIds: '9007199254740995' },
        includeDetails: true,
      },
    },
    story: [
      {
        update: { accounts: [booked(ACCOUNT, transaction(TRANSACTION)), booked(NEIGHBOUR, transaction(2))] },
      },
      {
        messages: [
          {
            rule: 'news',
            newTransactions: [
              { accountId: ACCOUNT, details: { transactionDetails: [{ id: TRANSACTION, amount: -12.5 }] } },
            ],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-LOGIN-CONNECTION-ID',
    says: 'names the connection digit for digit',
    given: 'a connection id above 2^53 that a rule lists',
    world: largeIds,
    rules: {
      failed: { triggerEvent: 'BANK_LOGIN_ERROR', params: { bankConnectionIds: '9007199254740993' } },
    },
    story: [
      { update: { failedLogins: [{ bankConnectionId: CONNECTION, errorMessage: 'PIN falsch' }] } },
      { messages: [{ rule: 'failed', loginErrors: [{ bankConnectionId: CONNECTION }] }] },
    ],
  },
]);
