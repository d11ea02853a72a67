/** isAdjustingEntry: in transaction details since service version 1.30.0; in no other file of cases. */
import { absent, type Scenario, type ScenarioRule, scenarios } from '../../src/runner/scenarios/scenario.ts';
import { booked, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

const twoEntries = booked(
  101,
  transaction(1, { bankBookingDate: '2026-03-01T09:00:00Z' }),
  transaction(2, { bankBookingDate: '2026-03-02T09:00:00Z', isAdjustingEntry: true }),
);

const news: ScenarioRule = { triggerEvent: 'NEW_TRANSACTIONS', includeDetails: true };
const high: ScenarioRule = {
  triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
  params: { absoluteAmountThreshold: 1 },
  includeDetails: true,
};

function since(rule: ScenarioRule, serviceVersion: string, isThere: boolean): Scenario {
  const [adjusting, other] = isThere ? [true, false] : ([absent, absent] as const);
  return {
    clause:
      rule.triggerEvent === 'NEW_TRANSACTIONS'
        ? 'MESSAGE-TRANSACTIONS-DETAILS-ADJUSTING'
        : 'MESSAGE-HIGH-DETAILS-ADJUSTING',
    says: isThere ? 'sends which one is' : 'sends no such field',
    given: `service version ${serviceVersion}, ${rule.triggerEvent} and two transactions, one an adjusting entry`,
    world: worlds['one-account'],
    client: { serviceVersion },
    rules: { rule },
    story: [
      { update: { accounts: [twoEntries] } },
      {
        messages: [
          {
            rule: 'rule',
            newTransactions: [
              {
                details: {
                  transactionDetails: [
                    { id: 2, isAdjustingEntry: adjusting },
                    { id: 1, isAdjustingEntry: other },
                  ],
                },
              },
            ],
          },
        ],
      },
    ],
  };
}

// The field "exists since 1.30.0", which denies it to every version before: it is not an undocumented field,
// and so no matter of "more is not wrong".
export const adjustingEntryScenarios = scenarios(import.meta.url, [
  since(news, '1.30.0', true),
  since(news, '1.100.0', true),
  since(news, '2.0.0', true),
  since(news, '1.29.9', false),
  since(news, '1.9.0', false),
  since(high, '1.30.0', true),
  since(high, '1.29.9', false),
]);
