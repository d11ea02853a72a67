/** Transactions in details, field by field: each tells what the bank told of it, under its documented name. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import {
  type ExpectedMessage,
  type Scenario,
  type ScenarioRule,
  scenarios,
} from '../../src/runner/scenarios/scenario.ts';
import { booked, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

/** Matches a rule of every event of transactions; no two of its fields are alike. */
const told = transaction(4711, {
  bankBookingDate: '2026-03-01T12:00:00Z',
  serviceBookingDate: '2026-03-02T04:30:15.678Z',
  amount: -42.99,
  counterpartName: 'Buchhandlung Muster',
  counterpartAccountNumber: '0000000777',
  counterpartIban: 'AT371000000000000777',
  counterpartBlz: '10000',
  counterpartBic: 'EXMPATWWXXX',
  purpose: 'Rechnung 7, danke',
  categoryId: 71,
});

const news: ScenarioRule = { triggerEvent: 'NEW_TRANSACTIONS', includeDetails: true };
const waits: ScenarioRule = { ...news, params: { waitForCategorization: true }, api: 'v2' };
const abroad: ScenarioRule = { triggerEvent: 'FOREIGN_MONEY_TRANSFER', includeDetails: true };
const high: ScenarioRule = {
  triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
  params: { absoluteAmountThreshold: 40 },
  includeDetails: true,
};
const living: ScenarioRule = {
  triggerEvent: 'CATEGORY_CASH_FLOW',
  params: { categoryId: '7' },
  includeDetails: true,
};

/** What the details of every event list for the transaction. */
const id = { id: 4711 };
const serviceDate = { serviceBookingDate: '2026-03-02 05:30:15.678' };
const bankDate = { bankBookingDate: '2026-03-01 13:00:00.000' };
const name = { counterpartName: 'Buchhandlung Muster' };
const iban = { counterpartIban: 'AT371000000000000777' };
const purpose = { purpose: 'Rechnung 7, danke' };

type Listed = 'transactionDetails' | 'transactions';

function tells(clause: ClauseId, rule: ScenarioRule, field: object): Scenario {
  const isFlow = rule.triggerEvent === 'CATEGORY_CASH_FLOW';
  const list: Listed = isFlow ? 'transactions' : 'transactionDetails';
  const items = [{ details: { [list]: [field] } }];
  const message = { rule: 'rule', [isFlow ? 'categoryCashFlows' : 'newTransactions']: items };
  return {
    clause,
    says: `tells its ${Object.keys(field).join()}`,
    given: `a new transaction and a rule of ${rule.triggerEvent} with details`,
    world: worlds['one-account'],
    rules: { rule },
    story: [{ update: { accounts: [booked(101, told)] } }, { messages: [message as ExpectedMessage] }],
  };
}

/** The list has an entry for each of them, the later first. */
function lists(clause: ClauseId, rule: ScenarioRule): Scenario {
  const earlier = { ...told, id: 4710, bankBookingDate: '2026-02-28T12:00:00Z' };
  const transactionDetails = [{ id: 4711 }, { id: 4710 }];
  return {
    clause,
    says: 'lists both in transactionDetails',
    given: `two new transactions and a rule of ${rule.triggerEvent} with details`,
    world: worlds['one-account'],
    rules: { rule },
    story: [
      { update: { accounts: [booked(101, earlier, told)] } },
      { messages: [{ rule: 'rule', newTransactions: [{ details: { transactionDetails } }] }] },
    ],
  };
}

export const transactionFieldScenarios = scenarios(import.meta.url, [
  lists('MESSAGE-TRANSACTIONS-DETAILS-LIST', news),
  lists('MESSAGE-HIGH-DETAILS-LIST', high),
  tells('MESSAGE-TRANSACTIONS-DETAILS-ID', news, id),
  tells('MESSAGE-FOREIGN-DETAILS-ID', abroad, id),
  tells('MESSAGE-HIGH-DETAILS-ID', high, id),
  tells('MESSAGE-CATEGORY-DETAILS-ID', living, id),
  tells('MESSAGE-TRANSACTIONS-DETAILS-SERVICE-DATE', news, serviceDate),
  tells('MESSAGE-FOREIGN-DETAILS-SERVICE-DATE', abroad, serviceDate),
  tells('MESSAGE-HIGH-DETAILS-SERVICE-DATE', high, serviceDate),
  tells('MESSAGE-CATEGORY-DETAILS-SERVICE-DATE', living, serviceDate),
  tells('MESSAGE-TRANSACTIONS-DETAILS-BANK-DATE', news, bankDate),
  tells('MESSAGE-FOREIGN-DETAILS-BANK-DATE', abroad, bankDate),
  tells('MESSAGE-HIGH-DETAILS-BANK-DATE', high, bankDate),
  tells('MESSAGE-CATEGORY-DETAILS-BANK-DATE', living, bankDate),
  tells('MESSAGE-TRANSACTIONS-DETAILS-NAME', news, name),
  tells('MESSAGE-FOREIGN-DETAILS-NAME', abroad, name),
  tells('MESSAGE-HIGH-DETAILS-NAME', high, name),
  tells('MESSAGE-CATEGORY-DETAILS-NAME', living, name),
  tells('MESSAGE-TRANSACTIONS-DETAILS-IBAN', news, iban),
  tells('MESSAGE-FOREIGN-DETAILS-IBAN', abroad, iban),
  tells('MESSAGE-HIGH-DETAILS-IBAN', high, iban),
  tells('MESSAGE-CATEGORY-DETAILS-IBAN', living, iban),
  tells('MESSAGE-TRANSACTIONS-DETAILS-PURPOSE', news, purpose),
  tells('MESSAGE-FOREIGN-DETAILS-PURPOSE', abroad, purpose),
  tells('MESSAGE-HIGH-DETAILS-PURPOSE', high, purpose),
  tells('MESSAGE-CATEGORY-DETAILS-PURPOSE', living, purpose),
  tells('MESSAGE-TRANSACTIONS-DETAILS-AMOUNT', news, { amount: -42.99 }),
  tells('MESSAGE-CATEGORY-DETAILS-AMOUNT', living, { amount: -42.99 }),
  tells('MESSAGE-FOREIGN-DETAILS-NUMBER', abroad, { counterpartAccountNumber: '0000000777' }),
  tells('MESSAGE-FOREIGN-DETAILS-BLZ', abroad, { counterpartBlz: '10000' }),
  tells('MESSAGE-FOREIGN-DETAILS-BIC', abroad, { counterpartBic: 'EXMPATWWXXX' }),
  // The category of the transaction, a sub-category of the one that the rule names.
  tells('MESSAGE-CATEGORY-DETAILS-CATEGORY-ID', living, { categoryId: 71 }),
  tells('MESSAGE-CATEGORY-DETAILS-CATEGORY-NAME', living, { categoryName: 'Lebensmittel' }),
  tells('MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-NAME', waits, { categoryName: 'Lebensmittel' }),
]);
