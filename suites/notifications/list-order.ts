/** The order of transactions in details: by bankBookingDate, the most recent first, however they were downloaded. */
import {
  type ExpectedMessage,
  type Scenario,
  type ScenarioRule,
  scenarios,
} from '../../src/runner/scenarios/scenario.ts';
import { booked, type NewTransaction, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

const news = { triggerEvent: 'NEW_TRANSACTIONS', includeDetails: true } as const;

/** High, abroad and of category 7, so that every event with a list has it. */
function at(id: number, bankBookingDate: string, own: Partial<NewTransaction> = {}): NewTransaction {
  const everyEvent = { amount: -1000, counterpartIban: 'AT371000000000000777', categoryId: 7 };
  return transaction(id, { bankBookingDate, ...everyEvent, ...own });
}

function ordered(
  given: string,
  transactions: NewTransaction[],
  ids: { id: number }[],
  rule: ScenarioRule = news,
): Scenario {
  return {
    clause: 'MESSAGE-LIST-ORDER',
    says: 'lists the most recent first',
    given,
    world: worlds['one-account'],
    rules: { rule },
    story: [{ update: { accounts: [booked(101, ...transactions)] } }, { messages: [list(rule, ids)] }],
  };
}

function list({ triggerEvent }: ScenarioRule, ids: { id: number }[]): ExpectedMessage {
  return triggerEvent === 'CATEGORY_CASH_FLOW'
    ? { rule: 'rule', categoryCashFlows: [{ details: { transactions: ids } }] }
    : { rule: 'rule', newTransactions: [{ details: { transactionDetails: ids } }] };
}

/** In the order of a bank: neither by date nor by id. */
const mixed = [
  at(5, '2026-02-27T09:00:00Z'),
  at(1, '2026-03-01T09:00:00Z'),
  at(4, '2026-02-26T09:00:00Z'),
  at(2, '2026-03-02T09:00:00Z'),
  at(3, '2026-02-28T09:00:00Z'),
];
const sorted = [{ id: 2 }, { id: 1 }, { id: 3 }, { id: 5 }, { id: 4 }];

export const listOrderScenarios = scenarios(import.meta.url, [
  ordered('NEW_TRANSACTIONS that are downloaded in no order', mixed, sorted),
  ordered('FOREIGN_MONEY_TRANSFER and payments that are downloaded in no order', mixed, sorted, {
    triggerEvent: 'FOREIGN_MONEY_TRANSFER',
    includeDetails: true,
  }),
  ordered('HIGH_TRANSACTION_AMOUNT and amounts that are downloaded in no order', mixed, sorted, {
    triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
    params: { absoluteAmountThreshold: 1000 },
    includeDetails: true,
  }),
  ordered('CATEGORY_CASH_FLOW and transactions that are downloaded in no order', mixed, sorted, {
    triggerEvent: 'CATEGORY_CASH_FLOW',
    params: { categoryId: '7' },
    includeDetails: true,
  }),
  ordered(
    'a download from the oldest on',
    [at(1, '2026-03-01T09:00:00Z'), at(2, '2026-03-02T09:00:00Z'), at(3, '2026-03-03T09:00:00Z')],
    [{ id: 3 }, { id: 2 }, { id: 1 }],
  ),
  ordered(
    'a download from the most recent on',
    [at(3, '2026-03-03T09:00:00Z'), at(2, '2026-03-02T09:00:00Z'), at(1, '2026-03-01T09:00:00Z')],
    [{ id: 3 }, { id: 2 }, { id: 1 }],
  ),
  ordered(
    'times that differ by a millisecond',
    [at(1, '2026-03-01T09:00:00.009Z'), at(2, '2026-03-01T09:00:00.010Z'), at(3, '2026-03-01T09:00:00Z')],
    [{ id: 2 }, { id: 1 }, { id: 3 }],
  ),
  ordered(
    'transactions that the service booked in another order than the bank',
    [
      at(1, '2026-03-01T09:00:00Z', { serviceBookingDate: '2026-03-05T09:00:00Z' }),
      at(2, '2026-03-02T09:00:00Z', { serviceBookingDate: '2026-03-04T09:00:00Z' }),
      at(3, '2026-03-03T09:00:00Z', { serviceBookingDate: '2026-03-03T09:00:00Z' }),
    ],
    [{ id: 3 }, { id: 2 }, { id: 1 }],
  ),
  {
    clause: 'MESSAGE-LIST-ORDER',
    // How the two of the same time are ordered is not shown (LIST-TIES); the run takes either order.
    says: 'lists them before the earlier one',
    given: 'two transactions of the same time and an earlier one',
    world: worlds['one-account'],
    rules: { rule: news },
    story: [
      {
        update: {
          accounts: [
            booked(
              101,
              at(1, '2026-03-01T09:00:00Z'),
              at(2, '2026-02-28T09:00:00Z'),
              at(3, '2026-03-01T09:00:00Z'),
            ),
          ],
        },
      },
      {
        messages: [
          {
            rule: 'rule',
            newTransactions: [
              {
                details: {
                  transactionDetails: [
                    { id: 1, bankBookingDate: '2026-03-01 10:00:00.000' },
                    { id: 3, bankBookingDate: '2026-03-01 10:00:00.000' },
                    { id: 2, bankBookingDate: '2026-02-28 10:00:00.000' },
                  ],
                },
              },
            ],
          },
        ],
      },
    ],
  },
]);
