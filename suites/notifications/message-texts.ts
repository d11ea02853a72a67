/** Texts in any script come back as they were, encrypted or as callbackHandle, and a text that is not there is null. */
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
import { balance, booked, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';
import { everyEvent, failedLogins, matching, rulesOfMessages } from './every-event.ts';

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
        // What else the details hold of such an account is not shown (NULL-OR-ABSENT).
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
      {
        update: { failedLogins: failedLogins(11) },
        messages: [{ rule: 'failed', loginErrors: [ofBank] }],
      },
      {
        update: {
          accounts: [booked(101, transaction(1, { categoryId: 7, counterpartName, purpose }))],
        },
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
    rules: {
      ...rulesOfMessages(nameless),
      balance: { ...newAccountBalance, includeDetails: true },
    },
    steps: [
      {
        update: { accounts: [{ ...matching(101), newBalance: -1700.5 }] },
        messages: nameless,
      },
    ],
  },
  ...table(
    'MESSAGE-CALLBACK-HANDLE',
    (handles: readonly string[]): Omit<Scenario, 'clause' | 'given'> => {
      return {
        says: 'repeats each in the message of its own rule',
        world: worlds['banks-in-several-countries'],
        // A run puts its own prefix before each.
        rules: Object.fromEntries(
          Object.values(everyEvent())
            .slice(0, handles.length)
            .map((rule, at): [string, ScenarioRule] => [handles[at] ?? '', { ...rule, mayBeRefused: true }]),
        ),
        steps: [
          {
            update: { accounts: [matching(101)] },
            messages: handles.map((rule) => ({ rule })),
          },
        ],
      };
    },
    [
      [
        'handles with capitals, digits and spaces around them',
        ['Case', 'case', '0', ' before', 'after ', ''],
      ],
      ...texts.map(([what, text]): [string, string[]] => [`a handle of ${what}`, [text]]),
    ],
  ),
]);
