/** FOREIGN_MONEY_TRANSFER: sent for outgoing transactions to a bank in another country than that of the account. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { World } from '../../src/runner/control.ts';
import { absent, type Scenario, scenarios } from '../../src/runner/scenarios/scenario.ts';
import { type BookedTransaction, balance, booked, paid, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

const abroad = { triggerEvent: 'FOREIGN_MONEY_TRANSFER' } as const;

const GERMAN = 'DE70100000000000000999';
const AUSTRIAN = 'AT371000000000000777';
const FRENCH = 'FR7610000000010000000077754';

function foreign(
  clause: ClauseId,
  given: string,
  accountId: number,
  own: Partial<BookedTransaction>,
): Scenario {
  return {
    clause,
    says: 'sends a message with the account',
    given,
    world: worlds['banks-in-several-countries'],
    rules: { abroad },
    story: [
      { update: { accounts: [booked(accountId, transaction(1, own))] } },
      { messages: [{ rule: 'abroad', newTransactions: [{ accountId, transactionsCount: 1 }] }] },
    ],
  };
}

function notForeign(
  clause: ClauseId,
  given: string,
  accountId: number,
  own: Partial<BookedTransaction>,
): Scenario {
  return {
    clause,
    says: 'sends nothing',
    given,
    world: worlds['banks-in-several-countries'],
    rules: { abroad },
    story: [{ update: { accounts: [booked(accountId, transaction(1, own))] } }, { messages: [] }],
  };
}

/** The same, for what is outgoing but stays in the country, or names no country. */
function domestic(given: string, accountId: number, own: Partial<BookedTransaction>): Scenario {
  return notForeign('MESSAGE-FOREIGN-COUNTRY', given, accountId, own);
}

/** The country is that of the bank: its account has an IBAN of another one. */
const austrianIban: World = {
  ...worlds['one-account'],
  users: worlds['one-account'].users.map((user) => ({
    ...user,
    bankConnections: user.bankConnections.map((connection) => ({
      ...connection,
      accounts: connection.accounts.map((account) => ({ ...account, iban: 'AT191000000000000131' })),
    })),
  })),
};

export const messages = scenarios(import.meta.url, [
  foreign('MESSAGE-FOREIGN-FIRES', 'a payment from a German account to Austria', 101, {
    counterpartIban: AUSTRIAN,
  }),
  foreign('MESSAGE-FOREIGN-FIRES', 'a payment from an Austrian account to Germany', 131, {
    counterpartIban: GERMAN,
  }),
  foreign('MESSAGE-FOREIGN-OUTGOING', 'a payment of a hundredth to France', 101, {
    amount: -0.01,
    counterpartIban: FRENCH,
  }),
  foreign('MESSAGE-FOREIGN-FIRES', 'a payment to Austria whose BIC and bank code are German', 101, {
    counterpartIban: AUSTRIAN,
    counterpartBic: 'EXMPDEFFXXX',
    counterpartBlz: '10000000',
  }),
  ...(
    [
      ['Denmark, whose code begins as the German one', 101, 'DK7800990000007777'],
      ['Estonia, whose code ends as the German one begins', 101, 'EE371000000000007777'],
      ['Austria', 141, AUSTRIAN],
      ['Germany', 141, GERMAN],
      ['France', 131, FRENCH],
    ] as const
  ).map(([country, account, counterpartIban]) =>
    foreign('MESSAGE-FOREIGN-COUNTRY', `a payment to ${country} from account ${account}`, account, {
      counterpartIban,
      // Of the country of the bank of the account, or of none.
      counterpartBic: account === 141 ? 'EXMPFRPPXXX' : account === 131 ? 'EXMPATWWXXX' : 'EXMPDEFFXXX',
    }),
  ),
  domestic('a payment within France whose bank code and BIC are German', 141, {
    counterpartIban: FRENCH,
    counterpartBic: 'EXMPDEFFXXX',
    counterpartBlz: '10000000',
  }),
  ...(
    [
      ['to a third country, from', FRENCH, true],
      ['to the country of that IBAN, from', AUSTRIAN, true],
      ['to the country of the bank, from', GERMAN, false],
    ] as const
  ).map(([to, counterpartIban, isForeign]): Scenario => {
    const scenario = (isForeign ? foreign : notForeign)(
      'MESSAGE-FOREIGN-COUNTRY',
      `a payment ${to} an account at a German bank that has an Austrian IBAN`,
      101,
      { counterpartIban },
    );
    return { ...scenario, world: austrianIban, rules: { abroad: { ...abroad, includeDetails: true } } };
  }),
  domestic('a payment within Germany', 101, { counterpartIban: GERMAN }),
  domestic('a payment within Austria', 131, { counterpartIban: AUSTRIAN }),
  domestic('a payment within France to an IBAN with letters in its middle', 141, {
    counterpartIban: 'FR8410000000010000000AB7709',
  }),
  domestic('a payment within Germany whose BIC is Austrian', 101, {
    counterpartIban: GERMAN,
    counterpartBic: 'EXMPATWWXXX',
  }),
  domestic('a payment without a counterpart IBAN', 101, {
    counterpartIban: null,
    counterpartBic: 'EXMPATWWXXX',
  }),
  notForeign('MESSAGE-FOREIGN-OUTGOING', 'money that comes from Austria', 101, {
    amount: 50,
    counterpartIban: AUSTRIAN,
  }),
  notForeign('MESSAGE-FOREIGN-OUTGOING', 'an entry of 0 with an Austrian counterpart', 101, {
    amount: 0,
    counterpartIban: AUSTRIAN,
  }),
  {
    clause: 'MESSAGE-FOREIGN-FIRES',
    says: 'sends nothing',
    given: 'another balance and no transactions',
    world: worlds['banks-in-several-countries'],
    rules: { abroad },
    story: [{ update: { accounts: [balance(101, 900)] } }, { messages: [] }],
  },
  {
    clause: 'MESSAGE-FOREIGN-COUNTRY',
    says: 'knows the country from the bank and names only the payment abroad',
    given: 'an account without an IBAN, a payment to Austria and one within Germany',
    world: worlds['no-iban'],
    rules: { abroad: { ...abroad, includeDetails: true } },
    story: [
      {
        update: {
          accounts: [
            booked(
              101,
              transaction(1, { counterpartIban: AUSTRIAN }),
              transaction(2, { counterpartIban: GERMAN }),
            ),
          ],
        },
      },
      {
        messages: [
          {
            rule: 'abroad',
            newTransactions: [
              { accountId: 101, accountIban: null, details: { transactionDetails: [{ id: 1 }] } },
            ],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-FOREIGN-COUNT',
    // "Transactions" of an item that is there for its new outgoing foreign ones can only be these.
    says: 'counts only what goes abroad',
    given: 'two payments abroad, one within the country and money from abroad',
    world: worlds['banks-in-several-countries'],
    rules: { abroad },
    story: [
      {
        update: {
          accounts: [
            booked(
              101,
              transaction(1, { counterpartIban: AUSTRIAN }),
              transaction(2, { counterpartIban: GERMAN }),
              transaction(3, { counterpartIban: FRENCH }),
              transaction(4, { counterpartIban: FRENCH, amount: 80 }),
            ),
          ],
        },
      },
      { messages: [{ rule: 'abroad', newTransactions: [{ accountId: 101, transactionsCount: 2 }] }] },
    ],
  },
  {
    clause: 'MESSAGE-DETAILS-PRESENT',
    says: 'sends every field of the account and of the transaction',
    given: 'a payment abroad and a rule with details',
    world: worlds['banks-in-several-countries'],
    rules: { abroad: { ...abroad, includeDetails: true } },
    story: [
      {
        update: {
          accounts: [
            booked(131, {
              id: 6,
              bankBookingDate: '2026-07-01T10:15:30.123Z',
              serviceBookingDate: '2026-07-02T03:00:00Z',
              amount: -99.95,
              counterpartName: 'Marie Exemple',
              counterpartAccountNumber: '00000000777',
              counterpartIban: FRENCH,
              counterpartBlz: '1000000001',
              counterpartBic: 'EXMPFRPPXXX',
              purpose: 'Loyer de juillet',
            }),
          ],
        },
      },
      {
        messages: [
          {
            rule: 'abroad',
            newTransactions: [
              {
                accountId: 131,
                accountName: 'Gehaltskonto',
                accountNumber: '00000000131',
                accountIban: 'AT191000000000000131',
                bankName: 'Beispielbank Wien',
                bankConnectionName: 'Wiener Konto',
                transactionsCount: 1,
                details: {
                  transactionDetails: [
                    {
                      id: 6,
                      serviceBookingDate: '2026-07-02 05:00:00.000',
                      bankBookingDate: '2026-07-01 12:15:30.123',
                      amount: -99.95,
                      counterpartName: 'Marie Exemple',
                      counterpartAccountNumber: '00000000777',
                      counterpartIban: 'FR7610000000010000000077754',
                      counterpartBlz: '1000000001',
                      counterpartBic: 'EXMPFRPPXXX',
                      purpose: 'Loyer de juillet',
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
    given: 'a payment abroad and a rule without details',
    world: worlds['banks-in-several-countries'],
    rules: { abroad: { ...abroad, includeDetails: false } },
    story: [
      { update: { accounts: [booked(101, transaction(1, { counterpartIban: FRENCH }))] } },
      { messages: [{ rule: 'abroad', newTransactions: [{ accountId: 101, details: absent }] }] },
    ],
  },
  {
    clause: 'MESSAGE-FOREIGN',
    says: 'sends one message with an item for each account that paid abroad',
    given: 'a payment to Germany from an Austrian, a French and a German account',
    world: worlds['banks-in-several-countries'],
    rules: { abroad },
    story: [
      {
        update: {
          accounts: [booked(101, paid(1, -10)), booked(131, paid(2, -10)), booked(141, paid(3, -10))],
        },
      },
      { messages: [{ rule: 'abroad', newTransactions: [{ accountId: 131 }, { accountId: 141 }] }] },
    ],
  },
]);
