/** Items of messages and the details of balances, field by field, and what is beside a field without a value. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import {
  absent,
  type ExpectedMessage,
  type Scenario,
  scenarios,
} from '../../src/runner/scenarios/scenario.ts';
import { balance, booked, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

type Changed = Extract<ExpectedMessage, { balanceChanges?: unknown }>['balanceChanges'];

/** Two accounts of two connections, so that each item has values of its own. */
function ofEach(clause: ClauseId, field: string, balanceChanges: NonNullable<Changed>): Scenario {
  const inDetails = clause.includes('DETAILS');
  return {
    clause,
    says: `sends ${field} of each${inDetails ? ' in its details' : ''}`,
    given: 'two accounts of two connections whose balances changed',
    world: worlds['two-connections'],
    rules: { changes: { triggerEvent: 'NEW_ACCOUNT_BALANCE', includeDetails: inDetails } },
    story: [
      { update: { accounts: [balance(101, 900), balance(121, 19000.5)] } },
      { messages: [{ rule: 'changes', balanceChanges }] },
    ],
  };
}

/** The login of both connections failed, of the first one for wrong credentials. */
function failed(clause: ClauseId, says: string, [first, second]: readonly [object, object]): Scenario {
  const loginErrors = [
    { bankConnectionId: 11, ...first },
    { bankConnectionId: 12, ...second },
  ];
  return {
    clause,
    says,
    given: 'two connections whose login failed, the first for wrong credentials',
    world: worlds['two-connections'],
    rules: { failed: { triggerEvent: 'BANK_LOGIN_ERROR' } },
    story: [
      {
        update: {
          failedLogins: [
            { bankConnectionId: 11, errorMessage: 'Die PIN ist falsch.', wrongCredentials: true },
            { bankConnectionId: 12, errorMessage: 'Der Bankserver antwortet nicht.' },
          ],
        },
      },
      { messages: [{ rule: 'failed', loginErrors }] },
    ],
  };
}

/** First the one, then the other, so that an id that stays is seen. */
const oneAfterTheOther = {
  account: {
    clause: 'MESSAGE-ITEM-ACCOUNT-ID',
    says: 'sends accountId of the account that changed, each time',
    given: 'two accounts whose balances change one after the other',
    world: worlds['two-connections'],
    rules: { changes: { triggerEvent: 'NEW_ACCOUNT_BALANCE' } },
    story: [101, 121].flatMap((accountId) => [
      { update: { accounts: [balance(accountId, 900)] } },
      { messages: [{ rule: 'changes', balanceChanges: [{ accountId }] }] },
    ]),
  },
  connection: {
    clause: 'MESSAGE-LOGIN-CONNECTION-ID',
    says: 'sends bankConnectionId of the connection that failed, each time',
    given: 'two connections whose logins fail one after the other',
    world: worlds['two-connections'],
    rules: { failed: { triggerEvent: 'BANK_LOGIN_ERROR' } },
    story: [11, 12].flatMap((bankConnectionId) => [
      { update: { failedLogins: [{ bankConnectionId, errorMessage: 'Die PIN ist falsch.' }] } },
      { messages: [{ rule: 'failed', loginErrors: [{ bankConnectionId }] }] },
    ]),
  },
} as const satisfies Record<string, Scenario>;

/** No details: what those of a balance hold for it is not shown (NULL-OR-ABSENT). */
function unset(clause: ClauseId, what: string, field: object): Scenario {
  const foreign = transaction(1, { amount: -1500, categoryId: 71 });
  return {
    clause,
    says: `sends null for ${what}, whatever the event`,
    given: 'an account without an IBAN at a connection without a name and rules of several events',
    world: worlds['no-iban'],
    rules: {
      news: { triggerEvent: 'NEW_TRANSACTIONS' },
      low: { triggerEvent: 'LOW_ACCOUNT_BALANCE', params: { balanceThreshold: 0 } },
      high: { triggerEvent: 'HIGH_TRANSACTION_AMOUNT', params: { absoluteAmountThreshold: 1000 } },
      flow: { triggerEvent: 'CATEGORY_CASH_FLOW', params: { categoryId: '7' } },
    },
    story: [
      { update: { accounts: [{ ...balance(101, -1700), ...booked(101, foreign) }] } },
      {
        messages: [
          { rule: 'news', newTransactions: [field] },
          { rule: 'low', balanceChanges: [field] },
          { rule: 'high', newTransactions: [field] },
          { rule: 'flow', categoryCashFlows: [field] },
        ],
      },
    ],
  };
}

const ofItemFieldScenarios: Scenario[] = [
  oneAfterTheOther.account,
  oneAfterTheOther.connection,
  unset('MESSAGE-ITEM-ACCOUNT-IBAN', 'the IBAN', { accountIban: null }),
  unset('MESSAGE-ITEM-CONNECTION-NAME', 'the name of the connection', { bankConnectionName: null }),
  ofEach('MESSAGE-ITEM-ACCOUNT-NAME', 'accountName', [
    { accountId: 101, accountName: 'Girokonto' },
    { accountId: 121, accountName: 'Tagesgeld' },
  ]),
  ofEach('MESSAGE-ITEM-ACCOUNT-NUMBER', 'accountNumber', [
    { accountId: 101, accountNumber: '0000000101' },
    { accountId: 121, accountNumber: '0000000121' },
  ]),
  ofEach('MESSAGE-ITEM-ACCOUNT-IBAN', 'accountIban', [
    { accountId: 101, accountIban: 'DE66100000000000000101' },
    { accountId: 121, accountIban: 'DE11100000000000000121' },
  ]),
  ofEach('MESSAGE-ITEM-CONNECTION-NAME', 'bankConnectionName', [
    { accountId: 101, bankConnectionName: 'Meine Hausbank' },
    { accountId: 121, bankConnectionName: 'Meine Zweitbank' },
  ]),
  ofEach('MESSAGE-BALANCE-DETAILS-NUMBER', 'accountNumber', [
    { accountId: 101, details: { accountNumber: '0000000101' } },
    { accountId: 121, details: { accountNumber: '0000000121' } },
  ]),
  ofEach('MESSAGE-BALANCE-DETAILS-IBAN', 'iban', [
    { accountId: 101, details: { iban: 'DE66100000000000000101' } },
    { accountId: 121, details: { iban: 'DE11100000000000000121' } },
  ]),
  ofEach('MESSAGE-BALANCE-DETAILS-NAME', 'accountName', [
    { accountId: 101, details: { accountName: 'Girokonto' } },
    { accountId: 121, details: { accountName: 'Tagesgeld' } },
  ]),
  ofEach('MESSAGE-BALANCE-DETAILS-CONNECTION', 'bankConnectionName', [
    { accountId: 101, details: { bankConnectionName: 'Meine Hausbank' } },
    { accountId: 121, details: { bankConnectionName: 'Meine Zweitbank' } },
  ]),
  ofEach('MESSAGE-BALANCE-DETAILS-NEW', 'newBalance', [
    { accountId: 101, details: { newBalance: 900 } },
    { accountId: 121, details: { newBalance: 19000.5 } },
  ]),
  failed('MESSAGE-LOGIN-BANK-NAME', 'sends bankName of each in plain text', [
    { bankName: 'Example Bank' },
    { bankName: 'Sample Bank' },
  ]),
  failed('MESSAGE-LOGIN-CONNECTION-NAME', 'sends bankConnectionName of each', [
    { bankConnectionName: 'Meine Hausbank' },
    { bankConnectionName: 'Meine Zweitbank' },
  ]),
  failed(
    'MESSAGE-LOGIN-ERROR-CODE',
    'sends WRONG_CREDENTIALS for the first and no errorCode for the second',
    [{ errorCode: 'WRONG_CREDENTIALS' }, { errorCode: absent }],
  ),
];

// The fields beside one that has no value: that one may be null, empty or whatever the documentation leaves open.

const noCounterpart = {
  counterpartName: null,
  counterpartAccountNumber: null,
  counterpartIban: null,
  counterpartBlz: null,
  counterpartBic: null,
};

const ofMissingValueScenarios: Scenario[] = [
  {
    clause: 'MESSAGE-BALANCE-DETAILS-CHANGE',
    says: 'sends both balances and their difference',
    given: 'an account without IBAN of a connection without a name',
    world: worlds['no-iban'],
    rules: { changes: { triggerEvent: 'NEW_ACCOUNT_BALANCE', includeDetails: true } },
    story: [
      { update: { accounts: [balance(101, -250.5)] } },
      {
        messages: [
          {
            rule: 'changes',
            balanceChanges: [{ details: { oldBalance: -200, newBalance: -250.5, balanceChange: -50.5 } }],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-TRANSACTIONS-DETAILS-AMOUNT',
    says: 'sends the amount',
    given: 'a transaction without a counterpart',
    world: worlds['one-account'],
    rules: { fresh: { triggerEvent: 'NEW_TRANSACTIONS', includeDetails: true } },
    story: [
      { update: { accounts: [booked(101, transaction(1, { ...noCounterpart, amount: -7.25 }))] } },
      {
        messages: [
          {
            rule: 'fresh',
            newTransactions: [{ details: { transactionDetails: [{ id: 1, amount: -7.25 }] } }],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-LOGIN-CONNECTION-ID',
    says: 'sends the id of the connection',
    given: 'a connection without a name whose login failed',
    world: worlds['no-iban'],
    rules: { failed: { triggerEvent: 'BANK_LOGIN_ERROR' } },
    story: [
      { update: { failedLogins: [{ bankConnectionId: 11, errorMessage: 'Die PIN ist falsch.' }] } },
      { messages: [{ rule: 'failed', loginErrors: [{ bankConnectionId: 11 }] }] },
    ],
  },
];

export const itemFieldScenarios = scenarios(import.meta.url, [
  ...ofItemFieldScenarios,
  ...ofMissingValueScenarios,
]);
