/** NEW_TRANSACTIONS: sent when an update downloaded transactions, with their count and, where asked, all their fields. */
import type { Decimal } from '../../contracts/src/base/json-value.ts';
import type { BatchUpdate } from '../../src/runner/control.ts';
import { absent, type Scenario, scenarios } from '../../src/runner/scenarios/scenario.ts';
import { balance, booked, paid, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

const anyNew = { triggerEvent: 'NEW_TRANSACTIONS' } as const;

function nothingNew(given: string, update: BatchUpdate): Scenario {
  return {
    clause: 'MESSAGE-TRANSACTIONS-FIRES',
    says: 'sends nothing',
    given,
    world: worlds['one-account'],
    rules: { news: anyNew },
    story: [{ update }, { messages: [] }],
  };
}

function counted(given: string, ...amounts: Decimal[]): Scenario {
  return {
    clause: 'MESSAGE-TRANSACTIONS-COUNT',
    says: `sends a count of ${amounts.length}`,
    given,
    world: worlds['one-account'],
    rules: { news: anyNew },
    story: [
      { update: { accounts: [booked(101, ...amounts.map((amount, at) => paid(at + 1, amount)))] } },
      {
        messages: [
          { rule: 'news', newTransactions: [{ accountId: 101, newTransactionsCount: amounts.length }] },
        ],
      },
    ],
  };
}

export const messages = scenarios(import.meta.url, [
  {
    clause: 'MESSAGE-TRANSACTIONS-FIRES',
    says: 'sends a message with the account and without details',
    given: 'a new transaction, and a rule without details',
    world: worlds['one-account'],
    rules: { news: anyNew },
    story: [
      { update: { accounts: [booked(101, transaction(1))] } },
      {
        messages: [
          {
            rule: 'news',
            newTransactions: [
              {
                accountId: 101,
                accountName: 'Girokonto',
                accountNumber: '0000000101',
                accountIban: 'DE66100000000000000101',
                bankName: 'Example Bank',
                bankConnectionName: 'Meine Hausbank',
                newTransactionsCount: 1,
                details: absent,
              },
            ],
          },
        ],
      },
    ],
  },
  {
    ...counted('adjusting entries and nothing else', -10, -20),
    says: 'counts them, if it sends a message at all',
    story: [
      {
        update: {
          accounts: [booked(101, ...[1, 2].map((id) => transaction(id, { isAdjustingEntry: true })))],
        },
      },
      // Whether it sends one is not shown (ADJUSTING-ALONE).
      { perhaps: true, messages: [{ rule: 'news', newTransactions: [{ newTransactionsCount: 2 }] }] },
    ],
  },
  nothingNew('an update that downloads no transactions', {
    accounts: [{ accountId: 101, transactions: [] }],
  }),
  nothingNew('another balance and no transactions', { accounts: [balance(101, 900)] }),
  nothingNew('terms that are not accepted', { unacceptedTerms: [11] }),
  counted('two outgoing transactions and an incoming one', -10, 20, -30),
  counted('two transactions that differ only in their id', -10, -10),
  counted('an entry of 0', 0),
  {
    clause: 'MESSAGE-DETAILS-PRESENT',
    says: 'sends every field of the transaction that every version has',
    given: 'a new transaction and a rule with details',
    world: worlds['one-account'],
    rules: { news: { ...anyNew, includeDetails: true } },
    story: [
      {
        update: {
          accounts: [
            booked(101, {
              id: 4711,
              bankBookingDate: '2026-03-01T12:00:00Z',
              serviceBookingDate: '2026-03-02T04:30:15.678Z',
              amount: -42.99,
              counterpartName: 'Buchhandlung Muster',
              counterpartIban: 'AT371000000000000777',
              purpose: 'Rechnung 7, danke',
            }),
          ],
        },
      },
      {
        messages: [
          {
            rule: 'news',
            newTransactions: [
              {
                accountId: 101,
                details: {
                  transactionDetails: [
                    {
                      id: 4711,
                      serviceBookingDate: '2026-03-02 05:30:15.678',
                      bankBookingDate: '2026-03-01 13:00:00.000',
                      amount: -42.99,
                      counterpartName: 'Buchhandlung Muster',
                      counterpartIban: 'AT371000000000000777',
                      purpose: 'Rechnung 7, danke',
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
    given: 'a new transaction and a rule whose includeDetails is false',
    world: worlds['one-account'],
    rules: { news: { ...anyNew, includeDetails: false } },
    story: [
      { update: { accounts: [booked(101, transaction(1))] } },
      { messages: [{ rule: 'news', newTransactions: [{ accountId: 101, details: absent }] }] },
    ],
  },
  {
    clause: 'MESSAGE-TRANSACTIONS',
    says: 'sends one message with an item and a count for each',
    given: 'new transactions on three accounts of two connections',
    world: worlds['two-connections'],
    rules: { news: { ...anyNew, includeDetails: true } },
    story: [
      {
        update: {
          accounts: [
            booked(121, paid(1, -1)),
            booked(101, paid(2, -2), paid(3, -3)),
            booked(102, paid(4, 4)),
          ],
        },
      },
      {
        messages: [
          {
            rule: 'news',
            newTransactions: [
              { accountId: 101, newTransactionsCount: 2 },
              {
                accountId: 102,
                newTransactionsCount: 1,
                details: { transactionDetails: [{ id: 4, amount: 4 }] },
              },
              {
                accountId: 121,
                bankName: 'Sample Bank',
                newTransactionsCount: 1,
                details: { transactionDetails: [{ id: 1, amount: -1 }] },
              },
            ],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-TRANSACTIONS',
    says: 'names only the account with the transaction',
    given: 'a transaction on one account and another balance on the other',
    world: worlds['two-accounts'],
    rules: { news: anyNew },
    story: [
      { update: { accounts: [balance(101, 900), booked(102, transaction(1))] } },
      { messages: [{ rule: 'news', newTransactions: [{ accountId: 102 }] }] },
    ],
  },
  {
    clause: 'MESSAGE-TRANSACTIONS-FIRES',
    says: 'sends after each only what it downloaded',
    given: 'two updates, each with a transaction of its own',
    world: worlds['one-account'],
    rules: { news: { ...anyNew, includeDetails: true } },
    story: [
      { update: { accounts: [booked(101, transaction(1))] } },
      {
        messages: [
          {
            rule: 'news',
            newTransactions: [{ newTransactionsCount: 1, details: { transactionDetails: [{ id: 1 }] } }],
          },
        ],
      },
      { update: { accounts: [booked(101, transaction(2))] } },
      {
        messages: [
          {
            rule: 'news',
            newTransactions: [{ newTransactionsCount: 1, details: { transactionDetails: [{ id: 2 }] } }],
          },
        ],
      },
    ],
  },
]);
