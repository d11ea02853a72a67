/** Times in details are German wall time: summer and winter, the nights of the clock change, milliseconds. */
import { type Scenario, scenarios } from '../../src/runner/scenarios/scenario.ts';
import { booked, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

const news = { triggerEvent: 'NEW_TRANSACTIONS', includeDetails: true } as const;

/** One instant, for the bank and for the service. */
function at(given: string, instant: string, german: string): Scenario {
  return {
    clause: 'MESSAGE-GERMAN-TIME',
    says: `sends ${german}`,
    given,
    world: worlds['one-account'],
    rules: { news },
    story: [
      {
        update: {
          accounts: [booked(101, transaction(1, { bankBookingDate: instant, serviceBookingDate: instant }))],
        },
      },
      {
        messages: [
          {
            rule: 'news',
            newTransactions: [
              {
                details: {
                  transactionDetails: [{ id: 1, bankBookingDate: german, serviceBookingDate: german }],
                },
              },
            ],
          },
        ],
      },
    ],
  };
}

const bothDays = {
  bankBookingDate: '2026-03-28 13:00:00.000',
  serviceBookingDate: '2026-03-30 14:00:00.000',
};

export const germanTimeScenarios = scenarios(import.meta.url, [
  at('a time in winter, an hour ahead of UTC', '2026-01-15T11:00:00Z', '2026-01-15 12:00:00.000'),
  at('a time in summer, two hours ahead of UTC', '2026-07-15T10:00:00Z', '2026-07-15 12:00:00.000'),
  at('a time with milliseconds', '2026-03-02T08:09:10.007Z', '2026-03-02 09:09:10.007'),
  at('midnight in winter', '2026-03-01T23:00:00Z', '2026-03-02 00:00:00.000'),
  at('the first half hour of the German year', '2026-12-31T23:30:00Z', '2027-01-01 00:30:00.000'),
  at(
    'the last millisecond before the clock goes forward',
    '2026-03-29T00:59:59.999Z',
    '2026-03-29 01:59:59.999',
  ),
  at('the moment when the clock goes forward', '2026-03-29T01:00:00Z', '2026-03-29 03:00:00.000'),
  at('the repeated hour, the first time', '2026-10-25T00:30:00Z', '2026-10-25 02:30:00.000'),
  at('the repeated hour, the second time', '2026-10-25T01:30:00Z', '2026-10-25 02:30:00.000'),
  at('the moment when the clock goes back', '2026-10-25T01:00:00Z', '2026-10-25 02:00:00.000'),
  {
    clause: 'MESSAGE-GERMAN-TIME',
    says: 'sends each with the offset of its own day',
    given: 'a booking by the bank before the clock goes forward and by the service after it',
    world: worlds['one-account'],
    rules: {
      news,
      abroad: { triggerEvent: 'FOREIGN_MONEY_TRANSFER', includeDetails: true },
      high: {
        triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
        params: { absoluteAmountThreshold: 1 },
        includeDetails: true,
      },
      flow: { triggerEvent: 'CATEGORY_CASH_FLOW', params: { categoryId: '7' }, includeDetails: true },
    },
    story: [
      {
        update: {
          accounts: [
            booked(
              101,
              transaction(1, {
                bankBookingDate: '2026-03-28T12:00:00Z',
                serviceBookingDate: '2026-03-30T12:00:00Z',
                counterpartIban: 'AT371000000000000777',
                categoryId: 7,
              }),
            ),
          ],
        },
      },
      {
        messages: [
          { rule: 'news', newTransactions: [{ details: { transactionDetails: [bothDays] } }] },
          { rule: 'abroad', newTransactions: [{ details: { transactionDetails: [bothDays] } }] },
          { rule: 'high', newTransactions: [{ details: { transactionDetails: [bothDays] } }] },
          { rule: 'flow', categoryCashFlows: [{ details: { transactions: [bothDays] } }] },
        ],
      },
    ],
  },
]);
