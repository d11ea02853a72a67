/** Fields of transactions in details: German times, and isAdjustingEntry. */
import { scenarios, table } from '../../src/runner/scenarios/scenario.ts';
import { rule as highTransactionAmount } from '../events/high-transaction-amount-cases.ts';
import { rule as newTransactions } from '../events/new-transactions-cases.ts';
import { listing } from '../worlds/accounts.ts';
import { accounts, booked, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';
import { accountRules } from './every-event.ts';

const news = { ...newTransactions, includeDetails: true } as const;
const high = {
  ...highTransactionAmount,
  params: { absoluteAmountThreshold: 1 },
  includeDetails: true,
} as const;

/** Both times of a transaction each, the most recent first. */
function germanTimes(times: readonly (readonly [instant: string, german: string])[]) {
  return {
    says: 'sends German time',
    world: worlds['one-account'],
    rules: { news },
    steps: [
      {
        update: accounts(
          booked(
            101,
            ...times.map(([instant], at) =>
              transaction(at + 1, { bankBookingDate: instant, serviceBookingDate: instant }),
            ),
          ),
        ),
        messages: [
          {
            rule: 'news',
            newTransactions: [
              {
                details: {
                  transactionDetails: times.map(([, german], at) => ({
                    id: at + 1,
                    bankBookingDate: german,
                    serviceBookingDate: german,
                  })),
                },
              },
            ],
          },
        ],
      },
    ],
  };
}

const twoDays = {
  bankBookingDate: '2026-03-28 13:00:00.000',
  serviceBookingDate: '2026-03-30 14:00:00.000',
};

export const transactionFieldScenarios = scenarios('suites/notifications/transaction-fields.ts', [
  ...table('MESSAGE-GERMAN-TIME', germanTimes, [
    [
      'times in summer and winter, around the changes of the clock and of the day',
      [
        ['2028-02-28T23:30:00Z', '2028-02-29 00:30:00.000'],
        ['2027-03-28T01:00:00.001Z', '2027-03-28 03:00:00.001'],
        ['2027-03-27T23:30:00Z', '2027-03-28 00:30:00.000'],
        ['2026-12-31T23:30:00Z', '2027-01-01 00:30:00.000'],
        ['2026-10-25T00:30:00Z', '2026-10-25 02:30:00.000'],
        ['2026-08-31T22:00:00Z', '2026-09-01 00:00:00.000'],
        ['2026-07-15T10:00:00Z', '2026-07-15 12:00:00.000'],
        ['2026-03-29T01:00:00Z', '2026-03-29 03:00:00.000'],
        ['2026-03-29T00:59:59.999Z', '2026-03-29 01:59:59.999'],
        ['2026-03-02T08:09:10.007Z', '2026-03-02 09:09:10.007'],
        ['2026-03-01T23:00:00Z', '2026-03-02 00:00:00.000'],
        ['2026-01-15T11:00:00Z', '2026-01-15 12:00:00.000'],
        ['2025-12-31T22:30:00Z', '2025-12-31 23:30:00.000'],
        ['1999-06-30T22:15:00.5Z', '1999-07-01 00:15:00.500'],
      ],
    ],
    [
      'times in the hour that comes again, the second time',
      [
        ['2026-10-25T01:30:00Z', '2026-10-25 02:30:00.000'],
        ['2026-10-25T01:00:00Z', '2026-10-25 02:00:00.000'],
        ['2024-10-27T02:00:00Z', '2024-10-27 03:00:00.000'],
        ['2024-10-27T01:59:59.999Z', '2024-10-27 02:59:59.999'],
      ],
    ],
  ]),
  {
    clause: 'MESSAGE-GERMAN-TIME',
    says: 'sends each with the offset of its own day',
    given: 'a booking by the bank before the clock goes forward and by the service after it',
    world: worlds['one-account'],
    rules: accountRules({ includeDetails: true }),
    steps: [
      {
        update: accounts(
          booked(
            101,
            transaction(1, {
              bankBookingDate: '2026-03-28T12:00:00Z',
              serviceBookingDate: '2026-03-30T12:00:00Z',
              amount: -1000,
              counterpartIban: 'AT371000000000000777',
              categoryId: 7,
            }),
          ),
        ),
        messages: [
          { rule: 'news', newTransactions: [listing(twoDays)] },
          { rule: 'abroad', newTransactions: [listing(twoDays)] },
          { rule: 'high', newTransactions: [listing(twoDays)] },
          { rule: 'flow', categoryCashFlows: [{ details: { transactions: [twoDays] } }] },
        ],
      },
    ],
  },
  // isAdjustingEntry is in transaction details since service version 1.30.0.
  ...table(
    'MESSAGE-TRANSACTIONS-DETAILS-ADJUSTING',
    (serviceVersion: string, isThere: boolean) => {
      const transactionDetails = [
        { id: 1, ...(isThere && { isAdjustingEntry: true }) },
        { id: 2, ...(isThere && { isAdjustingEntry: false }) },
      ];
      return {
        says: isThere ? 'sends which one is' : 'lists both, with the field or without',
        world: worlds['one-account'],
        client: { serviceVersion },
        rules: { news, high },
        steps: [
          {
            update: accounts(booked(101, transaction(1, { isAdjustingEntry: true }), transaction(2))),
            messages: [
              { rule: 'news', newTransactions: [{ details: { transactionDetails } }] },
              { rule: 'high', newTransactions: [{ details: { transactionDetails } }] },
            ],
          },
        ],
      };
    },
    [
      ['service version 1.30.0, and two transactions, one an adjusting entry', '1.30.0', true],
      ['service version 1.100.0, and two transactions, one an adjusting entry', '1.100.0', true],
      ['service version 2.0.0, and two transactions, one an adjusting entry', '2.0.0', true],
      ['service version 1.29.9, and two transactions, one an adjusting entry', '1.29.9', false],
    ],
  ),
]);
