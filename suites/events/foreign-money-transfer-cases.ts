/** FOREIGN_MONEY_TRANSFER: sent for outgoing transactions to a bank in another country than that of the account. */
import type { World } from '../../src/runner/control.ts';
import { scenarios, table } from '../../src/runner/scenarios/scenario.ts';
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
import { accounts, balance, booked, paid, purchases, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

export const rule = { triggerEvent: 'FOREIGN_MONEY_TRANSFER' } as const;
export const ruleName = 'abroad';

const abroad = { ...rule, includeDetails: true } as const;

const GERMAN = 'DE70100000000000000999';
const AUSTRIAN = 'AT371000000000000777';
const FRENCH = 'FR7610000000010000000077754';

const sofaAbroad = {
  ...listedSofa,
  counterpartAccountNumber: '00000000777',
  counterpartBlz: '10000',
  counterpartBic: 'EXMPATWWXXX',
};
const flightAbroad = {
  ...listedFlight,
  counterpartAccountNumber: '000000778',
  counterpartBlz: '00999',
  counterpartBic: 'EXMPCHZZXXX',
};

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

function lists(...ids: number[]) {
  return { transactionsCount: ids.length, details: { transactionDetails: ids.map((id) => ({ id })) } };
}

export const messages = scenarios('suites/events/foreign-money-transfer-cases.ts', [
  {
    clause: 'MESSAGE-FOREIGN-FIRES',
    says: 'lists after each update only what it brought, and sends nothing without transactions',
    given: 'updates that bring a payment abroad, another one, and none',
    world: worlds['one-account'],
    rules: { abroad },
    steps: [
      ...[1, 2].map((id) => ({
        update: accounts(booked(101, transaction(id, { counterpartIban: AUSTRIAN }))),
        messages: [{ rule: 'abroad', newTransactions: [{ accountId: 101, ...lists(id) }] }],
      })),
      { update: accounts(balance(101, 900)), messages: [] },
    ],
  },
  {
    clause: 'MESSAGE-FOREIGN-OUTGOING',
    says: 'sends a message of what is outgoing',
    given: 'money that comes from Austria, an entry of 0, and a payment of a hundredth to France',
    world: worlds['banks-in-several-countries'],
    rules: { abroad },
    steps: [
      {
        update: accounts(booked(101, transaction(1, { amount: 50, counterpartIban: AUSTRIAN }))),
        messages: [],
      },
      {
        update: accounts(booked(101, transaction(2, { amount: 0, counterpartIban: AUSTRIAN }))),
        messages: [],
      },
      {
        update: accounts(
          booked(
            101,
            transaction(3, { amount: 50, counterpartIban: AUSTRIAN }),
            transaction(4, { amount: -0.01, counterpartIban: FRENCH }),
            ...purchases(8, 9),
          ),
        ),
        messages: [{ rule: 'abroad', newTransactions: [lists(4)] }],
      },
    ],
  },
  {
    clause: 'MESSAGE-FOREIGN-COUNTRY',
    says: 'knows the countries from the bank of the account and the IBAN of the counterpart',
    given: 'payments to all sides from a German, an Austrian and a French bank',
    world: worlds['banks-in-several-countries'],
    rules: { abroad },
    steps: [
      {
        update: accounts(
          booked(
            101,
            transaction(1, { counterpartIban: GERMAN }),
            transaction(2, { counterpartIban: GERMAN, counterpartBic: 'EXMPATWWXXX' }),
            transaction(3, { counterpartIban: null, counterpartBic: 'EXMPATWWXXX' }),
          ),
          booked(131, transaction(4, { counterpartIban: AUSTRIAN })),
          booked(
            141,
            transaction(5, { counterpartIban: FRENCH }),
            // An IBAN with letters in its middle.
            transaction(6, { counterpartIban: 'FR8410000000010000000AB7709' }),
          ),
        ),
        messages: [],
      },
      {
        update: accounts(
          booked(
            101,
            transaction(11, { counterpartIban: AUSTRIAN }),
            transaction(12, { counterpartIban: GERMAN }),
            // The country code DK begins like DE, and EE ends like it.
            transaction(13, { counterpartIban: 'DK7800990000007777' }),
            transaction(14, { counterpartIban: 'EE371000000000007777' }),
            ...purchases(18, 19),
          ),
          booked(
            131,
            transaction(21, { counterpartIban: GERMAN, counterpartBic: 'EXMPATWWXXX' }),
            transaction(22, { counterpartIban: AUSTRIAN }),
            transaction(23, { counterpartIban: FRENCH, counterpartBic: 'EXMPATWWXXX' }),
            transaction(28, { counterpartIban: AUSTRIAN }),
            transaction(29, { counterpartIban: AUSTRIAN }),
          ),
          booked(
            141,
            transaction(31, { counterpartIban: AUSTRIAN, counterpartBic: 'EXMPFRPPXXX' }),
            transaction(32, { counterpartIban: FRENCH, counterpartBic: 'EXMPFRPPXXX' }),
            transaction(33, { counterpartIban: GERMAN, counterpartBic: 'EXMPFRPPXXX' }),
            transaction(38, { counterpartIban: FRENCH }),
            transaction(39, { counterpartIban: FRENCH }),
          ),
        ),
        messages: [
          {
            rule: 'abroad',
            newTransactions: [
              { accountId: 101, ...lists(11, 13, 14) },
              { accountId: 131, ...lists(21, 23) },
              { accountId: 141, ...lists(31, 33) },
            ],
          },
        ],
      },
    ],
  },
  ...table(
    'MESSAGE-FOREIGN-COUNTRY',
    (world: World) => ({
      says: 'knows the country from the bank and names only the payments abroad',
      world,
      rules: { abroad },
      steps: [
        { update: accounts(booked(101, transaction(1, { counterpartIban: GERMAN }))), messages: [] },
        {
          update: accounts(
            booked(
              101,
              transaction(3, { counterpartIban: GERMAN }),
              transaction(2, { counterpartIban: AUSTRIAN }),
              transaction(4, { counterpartIban: FRENCH }),
              ...purchases(8, 9),
            ),
          ),
          messages: [{ rule: 'abroad', newTransactions: [lists(2, 4)] }],
        },
      ],
    }),
    [
      ['an account at a German bank that has an Austrian IBAN', austrianIban],
      ['an account at a German bank that has no IBAN', worlds['no-iban']],
    ],
  ),
  {
    clause: 'MESSAGE-FOREIGN',
    says: 'sends one message with an item for each account that paid abroad',
    given: 'two updates of several accounts, two of which are alike in all but their ids',
    world: worlds['two-connections'],
    rules: { abroad },
    steps: [
      {
        update: accounts(
          booked(103, transaction(1, { counterpartIban: FRENCH })),
          booked(121, paid(2, -10)),
          booked(102, transaction(3, { counterpartIban: FRENCH })),
          booked(
            101,
            sofa,
            paid(4, -10),
            transaction(5, { amount: 80, counterpartIban: FRENCH }),
            ...purchases(9),
          ),
        ),
        messages: [
          {
            rule: 'abroad',
            newTransactions: [
              { ...girokonto, transactionsCount: 1, ...listing(sofaAbroad) },
              { ...sparkonto, ...lists(3) },
              { ...zweitesSparkonto, ...lists(1) },
            ],
          },
        ],
      },
      {
        update: accounts(booked(121, paid(6, -10)), booked(102, flight)),
        messages: [
          {
            rule: 'abroad',
            newTransactions: [{ ...sparkonto, transactionsCount: 1, ...listing(flightAbroad) }],
          },
        ],
      },
    ],
  },
]);
