/** Encrypted fields: names in any script come back as they were, and the name of the bank is not encrypted at all. */
import type { World } from '../../src/runner/control.ts';
import { type Scenario, scenarios } from '../../src/runner/scenarios/scenario.ts';
import { balance, booked, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

const world = worlds['names-in-many-scripts'];
const changes = { triggerEvent: 'NEW_ACCOUNT_BALANCE' } as const;

function named(given: string, accountId: number, accountName: string): Scenario {
  return {
    clause: 'MESSAGE-ENCRYPTION',
    says: 'sends the name as it is, once decrypted',
    given,
    world,
    rules: { changes: { ...changes, includeDetails: true } },
    story: [
      { update: { accounts: [balance(accountId, 900)] } },
      {
        messages: [
          { rule: 'changes', balanceChanges: [{ accountId, accountName, details: { accountName } }] },
        ],
      },
    ],
  };
}

/** Texts of 1 to 33 bytes in UTF-8: every length of a block of the cipher, full blocks and their neighbours. */
const lengths = Array.from({ length: 33 }, (_, at) => at + 1);
const ofLength = (bytes: number, letter: string) =>
  letter.repeat(Math.floor(bytes / 2)) + 'x'.repeat(bytes % 2);

/** An account a length, at a connection of its own. */
const everyLength: World = {
  ...world,
  users: world.users.map((user) => ({
    ...user,
    bankConnections: lengths.map((bytes) => ({
      ...{ id: 1000 + bytes, bankCountry: 'DE', bankName: ofLength(bytes, 'ö') },
      name: ofLength(bytes, 'ü'),
      accounts: [
        { id: bytes, name: ofLength(bytes, 'ß'), number: '1'.repeat(bytes), iban: null, balance: 1 },
      ],
    })),
  })),
};

export const encryptionScenarios = scenarios(import.meta.url, [
  {
    clause: 'MESSAGE-ENCRYPTION',
    says: 'sends them as they are, once decrypted',
    given: 'names, numbers and purposes of 1 to 33 bytes',
    world: everyLength,
    rules: { news: { triggerEvent: 'NEW_TRANSACTIONS', includeDetails: true } },
    story: [
      {
        update: {
          accounts: lengths.map((bytes) =>
            booked(bytes, transaction(bytes, { purpose: ofLength(bytes, 'é') })),
          ),
        },
      },
      {
        messages: [
          {
            rule: 'news',
            newTransactions: lengths.map((bytes) => ({
              accountId: bytes,
              accountName: ofLength(bytes, 'ß'),
              accountNumber: '1'.repeat(bytes),
              bankName: ofLength(bytes, 'ö'),
              bankConnectionName: ofLength(bytes, 'ü'),
              details: { transactionDetails: [{ id: bytes, purpose: ofLength(bytes, 'é') }] },
            })),
          },
        ],
      },
    ],
  },
  named('an account name with umlauts, quotation marks and an emoji', 101, 'Größe Übung – ½ „Konto“ 💶'),
  // A block of the cipher is full and another one follows.
  named('an account name of exactly sixteen bytes', 102, 'Sechzehn Zeichen'),
  named('an account name in four scripts, with signs that JSON escapes', 103, 'Счёт 口座 حساب \\ "zwei" <b>'),
  {
    clause: 'MESSAGE-ITEM-BANK-NAME',
    says: 'sends the bank in plain text and the connection encrypted',
    given: 'a bank and a connection with umlauts and signs in their names',
    world,
    rules: { changes, failed: { triggerEvent: 'BANK_LOGIN_ERROR' } },
    story: [
      {
        update: {
          accounts: [balance(101, 900)],
        },
      },
      {
        messages: [
          {
            rule: 'changes',
            balanceChanges: [
              {
                accountId: 101,
                bankName: 'Sparkasse Würzburg-Süd €',
                bankConnectionName: 'Zoés Bänkchen 🏦',
              },
            ],
          },
        ],
      },
      { update: { failedLogins: [{ bankConnectionId: 11, errorMessage: 'PIN falsch' }] } },
      {
        messages: [
          {
            rule: 'failed',
            loginErrors: [
              {
                bankConnectionId: 11,
                bankName: 'Sparkasse Würzburg-Süd €',
                bankConnectionName: 'Zoés Bänkchen 🏦',
              },
            ],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-ENCRYPTION',
    says: 'sends all of it as it is, once decrypted',
    given: 'a category, a counterpart and a purpose with umlauts, signs, a line break and emoji',
    world,
    rules: {
      flow: { triggerEvent: 'CATEGORY_CASH_FLOW', params: { categoryId: '7' }, includeDetails: true },
    },
    story: [
      {
        update: {
          accounts: [
            booked(
              101,
              transaction(1, {
                categoryId: 7,
                counterpartName: 'Łódź & Söhne „GmbH“',
                purpose: 'Zeile 1\nZeile 2\t"\\"/ 👩‍👩‍👧 é',
              }),
            ),
          ],
        },
      },
      {
        messages: [
          {
            rule: 'flow',
            categoryName: 'Löhne & Gehälter 💶',
            categoryCashFlows: [
              {
                details: {
                  transactions: [
                    {
                      categoryName: 'Löhne & Gehälter 💶',
                      counterpartName: 'Łódź & Söhne „GmbH“',
                      purpose: 'Zeile 1\nZeile 2\t"\\"/ 👩‍👩‍👧 é',
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
    clause: 'MESSAGE-LOGIN-DETAILS-MESSAGE',
    says: 'sends it as it is, once decrypted',
    given: 'a denial of the bank with umlauts, quotation marks and two lines',
    world,
    rules: { failed: { triggerEvent: 'BANK_LOGIN_ERROR', includeDetails: true } },
    story: [
      {
        update: {
          failedLogins: [
            {
              bankConnectionId: 11,
              errorMessage: 'Zugang „gesperrt“:\nbitte persönlich öffnen!',
              wrongCredentials: true,
            },
          ],
        },
      },
      {
        messages: [
          {
            rule: 'failed',
            loginErrors: [{ details: { errorMessage: 'Zugang „gesperrt“:\nbitte persönlich öffnen!' } }],
          },
        ],
      },
    ],
  },
]);
