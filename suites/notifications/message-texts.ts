/** Messages repeat texts in any script unchanged, encrypted or as callbackHandle, and have null for a missing text. */
import type { World } from '../../src/runner/control.ts';
import {
  type ExpectedMessage,
  type Scenario,
  type ScenarioRule,
  scenarios,
  table,
} from '../../src/runner/scenarios/scenario.ts';
import { rule as bankLoginError } from '../events/bank-login-error-cases.ts';
import { rule as categoryCashFlow } from '../events/category-cash-flow-cases.ts';
import { rule as newAccountBalance } from '../events/new-account-balance-cases.ts';
import { texts } from '../unusual-texts.ts';
import { listing } from '../worlds/accounts.ts';
import { accounts, balance, booked, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';
import { counting, everyEvent, failedLogins, matching, rulesOfMessages } from './every-event.ts';

const ofBank = { bankName: 'Sparkasse Würzburg-Süd €', bankConnectionName: 'Zoés Bänkchen 🏦' };
const counterpartName = 'Łódź & Söhne „GmbH“';
const purpose = 'Zeile 1\nZeile 2\t"\\"/ 👩‍👩‍👧 é';

/** The account has no IBAN and its connection no name. */
const unset = { accountIban: null, bankConnectionName: null };

const nameless: readonly ExpectedMessage[] = [
  {
    rule: 'balance',
    balanceChanges: [
      {
        ...unset,
        accountName: 'Kreditkarte',
        // The documentation does not show the other details of such an account (NULL-OR-ABSENT).
        details: { oldBalance: -200, newBalance: -1700.5, balanceChange: -1500.5 },
      },
    ],
  },
  { rule: 'news', newTransactions: [{ ...unset, accountNumber: '4000000000000101' }] },
  { rule: 'abroad', newTransactions: [unset] },
  { rule: 'low', balanceChanges: [unset] },
  { rule: 'high', newTransactions: [unset] },
  { rule: 'flow', categoryCashFlows: [unset] },
];

/** Texts that look like a number, a boolean, null or a date; one is a number in Arabic digits. */
const lookalikes = ['007', '0', 'true', 'null', '2026-03-02', '1e3', '٠٠٧', 'false'];

/** One account at one connection, whose names look like numbers or booleans. */
const inOtherTypes: World = {
  ...worlds['one-account'],
  categories: [{ id: 7, name: '1.50' }],
  users: worlds['one-account'].users.map((user) => ({
    ...user,
    bankConnections: user.bankConnections.map((connection) => ({
      ...connection,
      name: 'true',
      bankName: '0815',
      accounts: connection.accounts.map((account) => ({ ...account, name: '007', number: '0012' })),
    })),
  })),
};
const ofItem = { accountName: '007', accountNumber: '0012', bankName: '0815', bankConnectionName: 'true' };
const itemDetails = { accountName: '007', accountNumber: '0012', bankConnectionName: 'true' };
const bookedTexts = {
  counterpartName: '2026-03-02',
  counterpartAccountNumber: '000',
  counterpartBlz: '00999',
  purpose: '0',
};
const { counterpartName: date, purpose: zero } = bookedTexts;
const newTransactions = [{ ...ofItem, ...listing({ counterpartName: date, purpose: zero }) }];
const withLookalikes: readonly ExpectedMessage[] = [
  { rule: 'balance', balanceChanges: [{ ...ofItem, details: itemDetails }] },
  { rule: 'news', newTransactions },
  { rule: 'abroad', newTransactions: [{ ...ofItem, ...listing(bookedTexts) }] },
  { rule: 'low', balanceChanges: [{ ...ofItem, details: itemDetails }] },
  { rule: 'high', newTransactions },
  {
    rule: 'flow',
    categoryName: '1.50',
    categoryCashFlows: [
      {
        ...ofItem,
        details: { transactions: [{ categoryName: '1.50', counterpartName: date, purpose: zero }] },
      },
    ],
  },
];

export const textScenarios = scenarios('suites/notifications/message-texts.ts', [
  {
    clause: 'MESSAGE-ENCRYPTION',
    says: 'sends names and details as they are, once decrypted, and the bank in plain text',
    given: 'names and texts in several scripts, with signs that JSON escapes, and one of just sixteen bytes',
    world: worlds['names-in-many-scripts'],
    rules: {
      changes: { ...newAccountBalance, includeDetails: true },
      failed: bankLoginError,
      flow: { ...categoryCashFlow, params: { categoryId: '7' }, includeDetails: true },
    },
    steps: [
      {
        update: { accounts: [101, 102, 103].map((accountId) => balance(accountId, 900)) },
        messages: [
          {
            rule: 'changes',
            balanceChanges: [
              ['Größe Übung – ½ „Konto“ 💶', 101],
              ['Sechzehn Zeichen', 102],
              ['Счёт 口座 حساب \\ "zwei" <b>', 103],
            ].map(([accountName, accountId]) => ({
              ...ofBank,
              accountId: Number(accountId),
              accountName: String(accountName),
              details: { accountName: String(accountName) },
            })),
          },
        ],
      },
      { update: { failedLogins: failedLogins(11) }, messages: [{ rule: 'failed', loginErrors: [ofBank] }] },
      {
        update: accounts(booked(101, transaction(1, { categoryId: 7, counterpartName, purpose }))),
        messages: [
          {
            rule: 'flow',
            categoryName: 'Löhne & Gehälter 💶',
            categoryCashFlows: [
              {
                details: {
                  transactions: [{ categoryName: 'Löhne & Gehälter 💶', counterpartName, purpose }],
                },
              },
            ],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-ITEM-ACCOUNT-IBAN',
    says: 'sends null for the IBAN and for the name of the connection, and all else',
    given: 'an account without an IBAN at a connection without a name, and rules of six trigger events',
    world: worlds['no-iban'],
    rules: { ...rulesOfMessages(nameless), balance: { ...newAccountBalance, includeDetails: true } },
    steps: [{ update: accounts({ ...matching(101), newBalance: -1700.5 }), messages: nameless }],
  },
  {
    clause: 'MESSAGE-ITEM-ACCOUNT-NAME',
    says: 'sends them as they are',
    given: 'names, numbers, purposes and denials that look like values of other types',
    world: inOtherTypes,
    rules: everyEvent({ includeDetails: true }),
    steps: [
      {
        update: accounts({ ...matching(101), transactions: [{ ...counting(1), ...bookedTexts }] }),
        messages: withLookalikes,
      },
      {
        update: { failedLogins: [{ bankConnectionId: 11, errorMessage: '404', wrongCredentials: true }] },
        messages: [
          {
            rule: 'failed',
            loginErrors: [{ bankName: '0815', bankConnectionName: 'true', details: { errorMessage: '404' } }],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-CALLBACK-HANDLE',
    says: 'repeats each in the message of its own rule',
    given: 'handles that look like values of other types',
    world: worlds['banks-in-several-countries'],
    rules: Object.fromEntries(
      Object.values(everyEvent()).map((rule, at): [string, ScenarioRule] => {
        const handle = lookalikes[at] ?? '';
        return [handle, { ...rule, handle, mayBeRefused: true }];
      }),
    ),
    steps: [
      {
        update: { accounts: [matching(101)], failedLogins: failedLogins(13), unacceptedTerms: [14] },
        messages: lookalikes.map((rule) => ({ rule })),
      },
    ],
  },
  ...table(
    'MESSAGE-CALLBACK-HANDLE',
    (handles: readonly string[]): Omit<Scenario, 'clause' | 'given'> => {
      return {
        says: 'repeats each in the message of its own rule',
        world: worlds['banks-in-several-countries'],
        // A run adds its own prefix to each handle.
        rules: Object.fromEntries(
          Object.values(everyEvent())
            .slice(0, handles.length)
            .map((rule, at): [string, ScenarioRule] => [handles[at] ?? '', { ...rule, mayBeRefused: true }]),
        ),
        steps: [{ update: accounts(matching(101)), messages: handles.map((rule) => ({ rule })) }],
      };
    },
    [
      [
        'handles with capitals, digits and spaces around them',
        ['Case', 'case', '0', ' before', 'after ', ''],
      ],
      ...texts.map(([name, text]): [string, string[]] => [`a handle of ${name}`, [text]]),
    ],
  ),
]);
