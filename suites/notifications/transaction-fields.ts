/** Transactions in details, field by field: each has what the bank sent of it, under its documented name; German times; isAdjustingEntry. */
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
const booking = transaction(4711, {
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

function sends(clause: ClauseId, rule: ScenarioRule, field: object): Scenario {
  const isFlow = rule.triggerEvent === 'CATEGORY_CASH_FLOW';
  const list: Listed = isFlow ? 'transactions' : 'transactionDetails';
  const items = [{ details: { [list]: [field] } }];
  const message = { rule: 'rule', [isFlow ? 'categoryCashFlows' : 'newTransactions']: items };
  return {
    clause,
    says: `sends its ${Object.keys(field).join()}`,
    given: `a new transaction and a rule of ${rule.triggerEvent} with details`,
    world: worlds['one-account'],
    rules: { rule },
    story: [{ update: { accounts: [booked(101, booking)] } }, { messages: [message as ExpectedMessage] }],
  };
}

/** The list has an entry for each of them, the later first. */
function lists(clause: ClauseId, rule: ScenarioRule): Scenario {
  const earlier = { ...booking, id: 4710, bankBookingDate: '2026-02-28T12:00:00Z' };
  const transactionDetails = [{ id: 4711 }, { id: 4710 }];
  return {
    clause,
    says: 'lists both in transactionDetails',
    given: `two new transactions and a rule of ${rule.triggerEvent} with details`,
    world: worlds['one-account'],
    rules: { rule },
    story: [
      { update: { accounts: [booked(101, earlier, booking)] } },
      { messages: [{ rule: 'rule', newTransactions: [{ details: { transactionDetails } }] }] },
    ],
  };
}

const ofTransactionFieldScenarios: Scenario[] = [
  lists('MESSAGE-TRANSACTIONS-DETAILS-LIST', news),
  lists('MESSAGE-HIGH-DETAILS-LIST', high),
  sends('MESSAGE-TRANSACTIONS-DETAILS-ID', news, id),
  sends('MESSAGE-FOREIGN-DETAILS-ID', abroad, id),
  sends('MESSAGE-HIGH-DETAILS-ID', high, id),
  sends('MESSAGE-CATEGORY-DETAILS-ID', living, id),
  sends('MESSAGE-TRANSACTIONS-DETAILS-SERVICE-DATE', news, serviceDate),
  sends('MESSAGE-FOREIGN-DETAILS-SERVICE-DATE', abroad, serviceDate),
  sends('MESSAGE-HIGH-DETAILS-SERVICE-DATE', high, serviceDate),
  sends('MESSAGE-CATEGORY-DETAILS-SERVICE-DATE', living, serviceDate),
  sends('MESSAGE-TRANSACTIONS-DETAILS-BANK-DATE', news, bankDate),
  sends('MESSAGE-FOREIGN-DETAILS-BANK-DATE', abroad, bankDate),
  sends('MESSAGE-HIGH-DETAILS-BANK-DATE', high, bankDate),
  sends('MESSAGE-CATEGORY-DETAILS-BANK-DATE', living, bankDate),
  sends('MESSAGE-TRANSACTIONS-DETAILS-NAME', news, name),
  sends('MESSAGE-FOREIGN-DETAILS-NAME', abroad, name),
  sends('MESSAGE-HIGH-DETAILS-NAME', high, name),
  sends('MESSAGE-CATEGORY-DETAILS-NAME', living, name),
  sends('MESSAGE-TRANSACTIONS-DETAILS-IBAN', news, iban),
  sends('MESSAGE-FOREIGN-DETAILS-IBAN', abroad, iban),
  sends('MESSAGE-HIGH-DETAILS-IBAN', high, iban),
  sends('MESSAGE-CATEGORY-DETAILS-IBAN', living, iban),
  sends('MESSAGE-TRANSACTIONS-DETAILS-PURPOSE', news, purpose),
  sends('MESSAGE-FOREIGN-DETAILS-PURPOSE', abroad, purpose),
  sends('MESSAGE-HIGH-DETAILS-PURPOSE', high, purpose),
  sends('MESSAGE-CATEGORY-DETAILS-PURPOSE', living, purpose),
  sends('MESSAGE-TRANSACTIONS-DETAILS-AMOUNT', news, { amount: -42.99 }),
  sends('MESSAGE-CATEGORY-DETAILS-AMOUNT', living, { amount: -42.99 }),
  sends('MESSAGE-FOREIGN-DETAILS-NUMBER', abroad, { counterpartAccountNumber: '0000000777' }),
  sends('MESSAGE-FOREIGN-DETAILS-BLZ', abroad, { counterpartBlz: '10000' }),
  sends('MESSAGE-FOREIGN-DETAILS-BIC', abroad, { counterpartBic: 'EXMPATWWXXX' }),
  // The category of the transaction, a sub-category of the one that the rule names.
  sends('MESSAGE-CATEGORY-DETAILS-CATEGORY-ID', living, { categoryId: 71 }),
  sends('MESSAGE-CATEGORY-DETAILS-CATEGORY-NAME', living, { categoryName: 'Lebensmittel' }),
  sends('MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-NAME', waits, { categoryName: 'Lebensmittel' }),
];

// Times in details are German wall time: summer and winter, the nights of the clock change, milliseconds.

/** One instant, for the bank and for the service. */
function at(given: string, instant: string, german: string): Scenario {
  return {
    clause: 'MESSAGE-GERMAN-TIME',
    says: `sends ${german}`,
    given,
    world: worlds['one-account'],
    rules: { news: news },
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

const ofGermanTimeScenarios: Scenario[] = [
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
  at('a leap day', '2028-02-28T23:30:00Z', '2028-02-29 00:30:00.000'),
  at('the last half hour of the German year', '2025-12-31T22:30:00Z', '2025-12-31 23:30:00.000'),
  at('the first summer hour of another year', '2027-03-28T01:00:00.001Z', '2027-03-28 03:00:00.001'),
  at('the day before it', '2027-03-27T23:30:00Z', '2027-03-28 00:30:00.000'),
  at('the repeated hour of another year', '2024-10-27T01:59:59.999Z', '2024-10-27 02:59:59.999'),
  at('the end of that hour', '2024-10-27T02:00:00Z', '2024-10-27 03:00:00.000'),
  at('midnight in summer, at the end of a month', '2026-08-31T22:00:00Z', '2026-09-01 00:00:00.000'),
  at('a summer long ago', '1999-06-30T22:15:00.5Z', '1999-07-01 00:15:00.500'),
  at('the moment when the clock goes back', '2026-10-25T01:00:00Z', '2026-10-25 02:00:00.000'),
  {
    clause: 'MESSAGE-GERMAN-TIME',
    says: 'sends each with the offset of its own day',
    given: 'a booking by the bank before the clock goes forward and by the service after it',
    world: worlds['one-account'],
    rules: {
      news: news,
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
];

// isAdjustingEntry: in transaction details since service version 1.30.0; in no other file of cases.

const twoEntries = booked(
  101,
  transaction(1, { bankBookingDate: '2026-03-01T09:00:00Z' }),
  transaction(2, { bankBookingDate: '2026-03-02T09:00:00Z', isAdjustingEntry: true }),
);

const lowThreshold: ScenarioRule = {
  triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
  params: { absoluteAmountThreshold: 1 },
  includeDetails: true,
};

function since(rule: ScenarioRule, serviceVersion: string, isThere: boolean): Scenario {
  const field = (isAdjustingEntry: boolean) => (isThere ? { isAdjustingEntry } : {});
  return {
    clause:
      rule.triggerEvent === 'NEW_TRANSACTIONS'
        ? 'MESSAGE-TRANSACTIONS-DETAILS-ADJUSTING'
        : 'MESSAGE-HIGH-DETAILS-ADJUSTING',
    says: isThere ? 'sends which one is' : 'lists both, with the field or without',
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
                    { id: 2, ...field(true) },
                    { id: 1, ...field(false) },
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

const ofAdjustingEntryScenarios: Scenario[] = [
  since(news, '1.30.0', true),
  since(news, '1.100.0', true),
  since(news, '2.0.0', true),
  since(news, '1.30.1', true),
  since(news, '1.31.0', true),
  since(news, '1.3.0', false),
  since(lowThreshold, '2.0.0', true),
  since(lowThreshold, '1.9.99', false),
  since(news, '1.29.9', false),
  since(lowThreshold, '1.30.0', true),
  since(lowThreshold, '1.29.9', false),
];

export const transactionFieldScenarios = scenarios(import.meta.url, [
  ...ofTransactionFieldScenarios,
  ...ofGermanTimeScenarios,
  ...ofAdjustingEntryScenarios,
]);
