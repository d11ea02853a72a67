/** NEW_TRANSACTIONS: sent when an update downloaded transactions, with their count and, where asked, all their fields. */
import { absent, scenarios } from '../../src/runner/scenarios/scenario.ts';
import {
  flight,
  girokonto,
  listedFlight,
  listedSofa,
  listing,
  sofa,
  sparkonto,
  tagesgeld,
  zweitesSparkonto,
} from '../worlds/accounts.ts';
import { accounts, balance, booked, paid, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

export const rule = { triggerEvent: 'NEW_TRANSACTIONS' } as const;
export const ruleName = 'news';

export const messages = scenarios('suites/events/new-transactions-cases.ts', [
  {
    clause: 'MESSAGE-TRANSACTIONS-FIRES',
    says: 'lists after each update only what it brought, and sends nothing without new transactions',
    given: 'updates without transactions, and with one each',
    world: worlds['one-account'],
    rules: { news: { ...rule, includeDetails: true } },
    steps: [
      { update: accounts({ accountId: 101, transactions: [] }), messages: [] },
      { update: accounts(balance(101, 900)), messages: [] },
      { update: { unacceptedTerms: [11] }, messages: [] },
      ...[1, 2].map((id) => ({
        update: accounts(booked(101, transaction(id))),
        messages: [{ rule: 'news', newTransactions: [{ newTransactionsCount: 1, ...listing({ id }) }] }],
      })),
      { update: accounts(balance(101, 1000)), messages: [] },
    ],
  },
  {
    clause: 'MESSAGE-TRANSACTIONS-COUNT',
    says: 'counts each transaction',
    given: 'updates with transactions of any amount, alike in all but their ids, and adjusting entries',
    world: worlds['one-account'],
    rules: { news: rule },
    steps: [
      {
        update: accounts(booked(101, paid(1, -10), paid(2, 20), paid(3, 0))),
        messages: [
          { rule: 'news', newTransactions: [{ ...girokonto, newTransactionsCount: 3, details: absent }] },
        ],
      },
      {
        update: accounts(booked(101, sofa, { ...sofa, id: 4 })),
        messages: [{ rule: 'news', newTransactions: [{ newTransactionsCount: 2 }] }],
      },
      {
        update: accounts(booked(101, ...[5, 6].map((id) => transaction(id, { isAdjustingEntry: true })))),
        messages: [{ rule: 'news', newTransactions: [{ newTransactionsCount: 2 }] }],
        // Whether it sends one is not shown (ADJUSTING-ALONE).
        or: [[]],
      },
    ],
  },
  {
    clause: 'MESSAGE-TRANSACTIONS',
    says: 'sends one message with an item for each account with new transactions',
    given: 'two updates of several accounts, two of which are alike in all but their ids',
    world: worlds['two-connections'],
    rules: { news: { ...rule, includeDetails: true } },
    steps: [
      {
        update: accounts(
          booked(103, paid(1, 4)),
          balance(121, 19000),
          booked(102, paid(2, 4)),
          booked(101, sofa, paid(3, 3)),
        ),
        messages: [
          {
            rule: 'news',
            newTransactions: [
              { ...girokonto, newTransactionsCount: 2, ...listing({ id: 3, amount: 3 }, listedSofa) },
              { ...sparkonto, newTransactionsCount: 1, ...listing({ id: 2, amount: 4 }) },
              { ...zweitesSparkonto, newTransactionsCount: 1, ...listing({ id: 1, amount: 4 }) },
            ],
          },
        ],
      },
      {
        update: accounts(booked(121, paid(4, 5)), booked(101, flight)),
        messages: [
          {
            rule: 'news',
            newTransactions: [
              { ...girokonto, newTransactionsCount: 1, ...listing(listedFlight) },
              { ...tagesgeld, newTransactionsCount: 1, ...listing({ id: 4, amount: 5 }) },
            ],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-TRANSACTIONS-DETAILS-LIST',
    says: 'lists both, and the amount of one without a counterpart',
    given: 'two new transactions, one of them without a counterpart',
    world: worlds['one-account'],
    rules: { news: { ...rule, includeDetails: true } },
    steps: [
      {
        update: accounts(
          booked(
            101,
            transaction(1, {
              amount: -7.25,
              counterpartName: null,
              counterpartAccountNumber: null,
              counterpartIban: null,
              counterpartBlz: null,
              counterpartBic: null,
            }),
            transaction(2),
          ),
        ),
        messages: [{ rule: 'news', newTransactions: [listing({ id: 1, amount: -7.25 }, { id: 2 })] }],
      },
    ],
  },
]);
