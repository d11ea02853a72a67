/** Ids beyond 32 bits and beyond what a binary float keeps, and amounts of many digits: every message has them as they are. */
import type { Decimal } from '../../contracts/src/base/json-value.ts';
import type { World } from '../../src/runner/control.ts';
import { digits, type ExpectedMessage, scenarios, table } from '../../src/runner/scenarios/scenario.ts';
import { rule as bankLoginError } from '../events/bank-login-error-cases.ts';
import { rule as news } from '../events/new-transactions-cases.ts';
import { listing } from '../worlds/accounts.ts';
import { accounts, balance, booked, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';
import { accountRules, counting, rulesOfMessages } from './every-event.ts';

interface Ids {
  readonly connection: Decimal;
  /** The rules list the first and the last. */
  readonly accounts: readonly [Decimal, Decimal, Decimal];
  readonly category: Decimal;
  readonly otherCategory: Decimal;
  readonly transactions: readonly [Decimal, Decimal, Decimal];
}

function worldOf({ connection, accounts, category, otherCategory }: Ids): World {
  return {
    ...worlds['one-account'],
    categories: [
      { id: category, name: 'Eins' },
      { id: otherCategory, name: 'Zwei' },
    ],
    users: worlds['one-account'].users.map((user) => ({
      ...user,
      bankConnections: user.bankConnections.map((own) => ({
        ...own,
        id: connection,
        accounts: own.accounts.flatMap((account) => accounts.map((id) => ({ ...account, id }))),
      })),
    })),
  };
}

export const digitForDigitScenarios = scenarios('suites/notifications/digit-for-digit.ts', [
  ...table(
    'MESSAGE-ITEM-ACCOUNT-ID',
    (ids: Ids) => {
      const [first, between, last] = ids.accounts;
      const category = { categoryId: ids.category, categoryName: 'Eins' };
      const [ofFirst, ofBetween, ofLast] = ids.transactions;
      const listed = [
        { accountId: first, id: ofFirst },
        { accountId: last, id: ofLast },
      ];
      const bankName = 'Example Bank';
      const connection = {
        bankConnectionId: ids.connection,
        bankName,
        bankConnectionName: 'Meine Łódź-Bank 🏦',
      };
      const ofAny = (...accountIds: Decimal[]) => ({
        rule: 'any',
        newTransactions: accountIds.map((accountId) => ({ accountId, accountName: 'Girokonto', bankName })),
      });
      const balanceChanges = listed.map(({ accountId }) => ({ accountId }));
      const newTransactions = listed.map(({ accountId, id }) => ({
        accountId,
        accountName: 'Girokonto',
        ...listing({ id }),
      }));
      const lastMessages: ExpectedMessage[] = [
        { rule: 'balance', balanceChanges },
        { rule: 'news', newTransactions },
        ofAny(first, between, last),
        { rule: 'abroad', newTransactions },
        { rule: 'low', balanceChanges },
        { rule: 'high', newTransactions },
        {
          rule: 'flow',
          ...category,
          categoryCashFlows: listed.map(({ accountId, id }) => ({
            accountId,
            details: { transactions: [{ id, ...category }] },
          })),
        },
      ];
      return {
        says: 'names the listed accounts, the connection, the category and the transactions digit for digit',
        world: worldOf(ids),
        rules: {
          ...rulesOfMessages([...lastMessages, { rule: 'failed' }], {
            accountIds: `${first},${last}`,
            bankConnectionIds: String(ids.connection),
            categoryId: String(ids.category),
            includeDetails: true,
          }),
          any: news,
          anyFailed: bankLoginError,
        },
        steps: [
          {
            update: accounts({ ...balance(between, -2), ...booked(between, counting(8, ids.category)) }),
            messages: [ofAny(between)],
          },
          // A balance that stayed low might be sent again (LOW-BALANCE-UNCHANGED), so that one comes last.
          {
            update: { failedLogins: [{ bankConnectionId: ids.connection, errorMessage: 'PIN falsch' }] },
            messages: [
              { rule: 'failed', loginErrors: [connection] },
              { rule: 'anyFailed', loginErrors: [connection] },
            ],
          },
          {
            update: accounts(booked(first, transaction(9, { categoryId: ids.otherCategory }))),
            messages: [{ rule: 'news', newTransactions: [{ accountId: first }] }, ofAny(first)],
          },
          {
            update: {
              accounts: [...listed, { accountId: between, id: ofBetween }].map(({ accountId, id }) => ({
                ...balance(accountId, -1),
                ...booked(accountId, counting(id, ids.category)),
              })),
            },
            messages: lastMessages,
          },
        ],
      };
    },
    [
      [
        // 2^32 + 1 and 1 are the same in 32 bits.
        'ids that are alike in their last 32 bits, and rules on two of three accounts',
        {
          connection: 4294967311,
          accounts: [4294967297, 1, 8589934595],
          category: 4294967303,
          otherCategory: 7,
          transactions: [4294967309, 13, 8589934600],
        },
      ],
      [
        // Odd numbers above 2^53, which a float rounds to an even neighbour.
        'ids that a float cannot distinguish, and rules on two of three accounts',
        {
          connection: digits('9007199254740993'),
          accounts: [digits('9007199254740995'), digits('9007199254740997'), digits('9007199254740999')],
          category: digits('9007199254741001'),
          otherCategory: digits('9007199254741003'),
          transactions: [digits('9223372036854775807'), 2, digits('9223372036854775805')],
        },
      ],
    ],
  ),
  ...table(
    'MESSAGE-FOREIGN-DETAILS-AMOUNT',
    (amount: Decimal) => ({
      says: 'sends the amount digit for digit in FOREIGN_MONEY_TRANSFER, and elsewhere as far as a float has its digits',
      world: worlds['one-account'],
      rules: accountRules({ includeDetails: true }),
      steps: [
        {
          update: accounts(
            booked(101, transaction(1, { amount, counterpartIban: 'AT371000000000000777', categoryId: 7 })),
          ),
          messages: [
            { rule: 'news', newTransactions: [listing({ amount })] },
            { rule: 'abroad', newTransactions: [listing({ amount })] },
            { rule: 'high', newTransactions: [listing({ amount })] },
            { rule: 'flow', categoryCashFlows: [{ details: { transactions: [{ amount }] } }] },
          ],
        },
      ],
    }),
    [
      ['an amount of ten decimals', -1500.0123456789],
      ['an amount of 22 digits', digits('-12345678901234567890.12')],
    ],
  ),
]);
