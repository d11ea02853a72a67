/** New transactions: a message has those of its own update, and what an earlier one had is new no more. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import {
  type ExpectedMessage,
  type Scenario,
  type ScenarioRule,
  scenarios,
} from '../../src/runner/scenarios/scenario.ts';
import { balance, booked, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

interface EventSample {
  readonly clause: ClauseId;
  readonly rule: ScenarioRule;
  /** The message of the one transaction with this id. */
  readonly message: (id: number) => ExpectedMessage;
}

const transactions = (id: number) => ({ details: { transactionDetails: [{ id }] } });

const ofEachEvent: readonly EventSample[] = [
  {
    clause: 'MESSAGE-TRANSACTIONS-FIRES',
    rule: { triggerEvent: 'NEW_TRANSACTIONS', includeDetails: true },
    message: (id) => ({ rule: 'rule', newTransactions: [{ newTransactionsCount: 1, ...transactions(id) }] }),
  },
  {
    clause: 'MESSAGE-FOREIGN-FIRES',
    rule: { triggerEvent: 'FOREIGN_MONEY_TRANSFER', includeDetails: true },
    message: (id) => ({ rule: 'rule', newTransactions: [{ transactionsCount: 1, ...transactions(id) }] }),
  },
  {
    clause: 'MESSAGE-HIGH-FIRES',
    rule: {
      triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
      params: { absoluteAmountThreshold: 500 },
      includeDetails: true,
    },
    message: (id) => ({ rule: 'rule', newTransactions: [{ newTransactionsCount: 1, ...transactions(id) }] }),
  },
  {
    clause: 'MESSAGE-CATEGORY-FIRES',
    rule: { triggerEvent: 'CATEGORY_CASH_FLOW', params: { categoryId: '7' }, includeDetails: true },
    message: (id) => ({ rule: 'rule', categoryCashFlows: [{ details: { transactions: [{ id }] } }] }),
  },
];

/** It counts for every one of these rules. */
const counting = (id: number) =>
  transaction(id, { amount: -500, counterpartIban: 'AT371000000000000777', categoryId: 7 });

/** The first of two updates brings one transaction. */
function afterOne(
  { clause, rule, message }: EventSample,
  further: Pick<Scenario, 'says' | 'given' | 'story'>,
): Scenario {
  const { says, given, story } = further;
  return {
    clause,
    says,
    given: `a ${rule.triggerEvent} rule, a transaction that counts, and ${given}`,
    world: worlds['one-account'],
    rules: { rule },
    story: [{ update: { accounts: [booked(101, counting(1))] } }, { messages: [message(1)] }, ...story],
  };
}

const rows = ofEachEvent.flatMap((event) => [
  afterOne(event, {
    given: 'another one in the next update',
    says: 'sends only the other one after it',
    story: [{ update: { accounts: [booked(101, counting(2))] } }, { messages: [event.message(2)] }],
  }),
  afterOne(event, {
    given: 'another balance alone in the next update',
    says: 'sends nothing after it',
    story: [{ update: { accounts: [balance(101, 900)] } }, { messages: [] }],
  }),
]);

export const newOnlyScenarios = scenarios(import.meta.url, rows);
