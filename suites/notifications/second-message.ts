/** Two updates that differ in everything: each message of a rule has the accounts, amounts and texts of its own update. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { BatchUpdate } from '../../src/runner/control.ts';
import {
  absent,
  type ExpectedMessage,
  type Scenario,
  type ScenarioRule,
  scenarios,
} from '../../src/runner/scenarios/scenario.ts';
import { balance, booked, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

// What counts for an event counts without doubt: outgoing and abroad, or incoming and domestic; of category 7, or of 8.

const sofa = transaction(1001, {
  bankBookingDate: '2026-01-04T12:00:00.999Z',
  serviceBookingDate: '2026-01-05T05:00:00Z',
  amount: -1500,
  counterpartName: 'Möbel "Sofa" & Co. KG',
  counterpartAccountNumber: '00000000777',
  counterpartIban: 'AT371000000000000777',
  counterpartBlz: '10000',
  counterpartBic: 'EXMPATWWXXX',
  purpose: 'Rg. 4711/2025 {"skonto": 2 %}',
  categoryId: 7,
});
const refund = transaction(1002, {
  bankBookingDate: '2026-01-05T11:00:00Z',
  amount: 20,
  categoryId: 8,
});
const rent = transaction(1003, {
  bankBookingDate: '2026-07-01T09:59:00Z',
  serviceBookingDate: '2026-07-02T10:00:00.001Z',
  amount: -2000.05,
  counterpartName: 'Vermieter',
  purpose: 'Miete Juli?a=1&b=2#c',
  categoryId: 7,
});
const flight = transaction(1006, {
  bankBookingDate: '2026-11-11T10:11:12.013Z',
  serviceBookingDate: '2026-11-12T00:00:00Z',
  amount: -1000.5,
  counterpartName: 'Flüge AG',
  counterpartAccountNumber: '000000778',
  counterpartIban: 'CH2000999000000000778',
  counterpartBlz: '00999',
  counterpartBic: 'EXMPCHZZXXX',
  purpose: 'ZRH\\FRA',
  categoryId: 7,
});
const salary = transaction(1005, { bankBookingDate: '2026-11-10T09:00:00Z', amount: 300.01, categoryId: 81 });

const first: BatchUpdate = {
  accounts: [
    { ...balance(131, -350.75), ...booked(131, rent) },
    { ...balance(101, 900), ...booked(101, refund, sofa) },
  ],
  failedLogins: [{ bankConnectionId: 14, errorMessage: 'Code erroné : « 0 »', wrongCredentials: true }],
};
const second: BatchUpdate = {
  accounts: [
    { ...balance(101, -0.01), ...booked(101, flight) },
    { ...balance(102, 5000.24), ...booked(102, salary) },
  ],
  failedLogins: [{ bankConnectionId: 13, errorMessage: 'Keine Antwort', wrongCredentials: false }],
  unacceptedTerms: [14],
};

/** The fields of each account and of the bank that has it. */
const giro = {
  accountId: 101,
  accountName: 'Girokonto',
  accountNumber: '0000000101',
  accountIban: 'DE66100000000000000101',
  bankName: 'Example Bank',
  bankConnectionName: 'Meine Hausbank',
};
const savings = {
  accountId: 102,
  accountName: 'Sparkonto {"a": [1]}',
  accountNumber: '0000000102',
  accountIban: 'DE39100000000000000102',
  bankName: 'Example Bank',
  bankConnectionName: 'Meine Hausbank',
};
const vienna = {
  accountId: 131,
  accountName: '100 % Gehalt \\ €uro',
  accountNumber: '00000000131',
  accountIban: 'AT191000000000000131',
  bankName: 'Beispielbank Wien',
  bankConnectionName: 'Konto & Söhne #1/2?',
};

const giroDetails = {
  accountNumber: '0000000101',
  iban: 'DE66100000000000000101',
  accountName: 'Girokonto',
  bankConnectionName: 'Meine Hausbank',
};
const viennaDetails = {
  accountNumber: '00000000131',
  iban: 'AT191000000000000131',
  accountName: '100 % Gehalt \\ €uro',
  bankConnectionName: 'Konto & Söhne #1/2?',
};
const giroFirst = { ...giroDetails, oldBalance: 1000, newBalance: 900, balanceChange: -100 };
const viennaFirst = { ...viennaDetails, oldBalance: -300.5, newBalance: -350.75, balanceChange: -50.25 };
const giroSecond = { ...giroDetails, oldBalance: 900, newBalance: -0.01, balanceChange: -900.01 };

/** The transactions as details list them, in German time. */
const listedSofa = {
  id: 1001,
  serviceBookingDate: '2026-01-05 06:00:00.000',
  bankBookingDate: '2026-01-04 13:00:00.999',
  amount: -1500,
  counterpartName: 'Möbel "Sofa" & Co. KG',
  counterpartIban: 'AT371000000000000777',
  purpose: 'Rg. 4711/2025 {"skonto": 2 %}',
};
const listedRent = {
  id: 1003,
  serviceBookingDate: '2026-07-02 12:00:00.001',
  bankBookingDate: '2026-07-01 11:59:00.000',
  amount: -2000.05,
  counterpartName: 'Vermieter',
  counterpartIban: 'DE70100000000000000999',
  purpose: 'Miete Juli?a=1&b=2#c',
};
const listedFlight = {
  id: 1006,
  serviceBookingDate: '2026-11-12 01:00:00.000',
  bankBookingDate: '2026-11-11 11:11:12.013',
  amount: -1000.5,
  counterpartName: 'Flüge AG',
  counterpartIban: 'CH2000999000000000778',
  purpose: 'ZRH\\FRA',
};
const ofSofa = {
  counterpartAccountNumber: '00000000777',
  counterpartBlz: '10000',
  counterpartBic: 'EXMPATWWXXX',
};
const ofRent = {
  counterpartAccountNumber: '0000000999',
  counterpartBlz: '10000000',
  counterpartBic: 'EXMPDEFFXXX',
};
const ofFlight = {
  counterpartAccountNumber: '000000778',
  counterpartBlz: '00999',
  counterpartBic: 'EXMPCHZZXXX',
};
const living = { categoryId: 7, categoryName: 'Lebenshaltung' };

type Sent = readonly [after: readonly ExpectedMessage[], afterSecond: readonly ExpectedMessage[]];

/** The clause is that of the items of the event; `update` is the second one. */
function each(
  clause: ClauseId,
  rule: ScenarioRule,
  [afterFirst, afterSecond]: Sent,
  update = second,
): Scenario {
  return {
    clause,
    says: 'sends after each what it brought',
    given: `a ${rule.triggerEvent} rule with details and two updates that have nothing in common`,
    world: worlds['no-two-alike'],
    rules: { rule: { ...rule, includeDetails: true } },
    story: [{ update: first }, { messages: afterFirst }, { update }, { messages: afterSecond }],
  };
}

export const secondMessageScenarios = scenarios(import.meta.url, [
  each('MESSAGE-BALANCE-CHANGES', { triggerEvent: 'NEW_ACCOUNT_BALANCE' }, [
    [
      {
        rule: 'rule',
        balanceChanges: [
          { ...giro, details: giroFirst },
          { ...vienna, details: viennaFirst },
        ],
      },
    ],
    [
      {
        rule: 'rule',
        balanceChanges: [
          { ...giro, details: giroSecond },
          {
            ...savings,
            details: {
              accountNumber: '0000000102',
              iban: 'DE39100000000000000102',
              accountName: 'Sparkonto {"a": [1]}',
              bankConnectionName: 'Meine Hausbank',
              oldBalance: 5000.25,
              newBalance: 5000.24,
              balanceChange: -0.01,
            },
          },
        ],
      },
    ],
  ]),
  each(
    'MESSAGE-LOW',
    {
      triggerEvent: 'LOW_ACCOUNT_BALANCE',
      params: { accountIds: '101,102,131', balanceThreshold: 900.005 },
    },
    [
      [
        {
          rule: 'rule',
          balanceThreshold: 900.005,
          balanceChanges: [
            { ...giro, details: giroFirst },
            { ...vienna, details: viennaFirst },
          ],
        },
      ],
      [{ rule: 'rule', balanceThreshold: 900.005, balanceChanges: [{ ...giro, details: giroSecond }] }],
    ],
    // A balance that stayed low might be sent again (LOW-BALANCE-UNCHANGED).
    { accounts: [...(second.accounts ?? []), balance(131, 900.01)] },
  ),
  each('MESSAGE-TRANSACTIONS', { triggerEvent: 'NEW_TRANSACTIONS', params: { maxTransactionsCount: 2 } }, [
    [
      {
        rule: 'rule',
        newTransactions: [
          {
            ...giro,
            newTransactionsCount: 2,
            details: {
              transactionDetails: [{ id: 1002, amount: 20 }, listedSofa],
            },
          },
          { ...vienna, newTransactionsCount: 1, details: { transactionDetails: [listedRent] } },
        ],
      },
    ],
    [
      {
        rule: 'rule',
        newTransactions: [
          {
            ...giro,
            newTransactionsCount: 1,
            details: { transactionDetails: [listedFlight] },
          },
          {
            ...savings,
            newTransactionsCount: 1,
            details: { transactionDetails: [{ id: 1005, amount: 300.01 }] },
          },
        ],
      },
    ],
  ]),
  each(
    'MESSAGE-HIGH',
    {
      triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
      params: { absoluteAmountThreshold: 1000.25, maxTransactionsCount: 1 },
    },
    [
      [
        {
          rule: 'rule',
          absoluteAmountThreshold: 1000.25,
          newTransactions: [
            {
              ...giro,
              newTransactionsCount: 1,
              details: { transactionDetails: [listedSofa] },
            },
            { ...vienna, newTransactionsCount: 1, details: { transactionDetails: [listedRent] } },
          ],
        },
      ],
      [
        {
          rule: 'rule',
          absoluteAmountThreshold: 1000.25,
          newTransactions: [
            {
              ...giro,
              newTransactionsCount: 1,
              details: { transactionDetails: [listedFlight] },
            },
          ],
        },
      ],
    ],
  ),
  each('MESSAGE-FOREIGN', { triggerEvent: 'FOREIGN_MONEY_TRANSFER' }, [
    [
      {
        rule: 'rule',
        newTransactions: [
          {
            ...giro,
            transactionsCount: 1,
            details: { transactionDetails: [{ ...listedSofa, ...ofSofa }] },
          },
          {
            ...vienna,
            transactionsCount: 1,
            details: { transactionDetails: [{ ...listedRent, ...ofRent }] },
          },
        ],
      },
    ],
    [
      {
        rule: 'rule',
        newTransactions: [
          {
            ...giro,
            transactionsCount: 1,
            details: { transactionDetails: [{ ...listedFlight, ...ofFlight }] },
          },
        ],
      },
    ],
  ]),
  each(
    'MESSAGE-CATEGORY',
    { triggerEvent: 'CATEGORY_CASH_FLOW', params: { categoryId: '7', includeChildCategories: false } },
    [
      [
        {
          rule: 'rule',
          ...living,
          categoryCashFlows: [
            { ...giro, details: { transactions: [{ ...listedSofa, ...living }] } },
            { ...vienna, details: { transactions: [{ ...listedRent, ...living }] } },
          ],
        },
      ],
      [
        {
          rule: 'rule',
          ...living,
          categoryCashFlows: [{ ...giro, details: { transactions: [{ ...listedFlight, ...living }] } }],
        },
      ],
    ],
  ),
  each('MESSAGE-LOGIN-ERRORS', { triggerEvent: 'BANK_LOGIN_ERROR' }, [
    [
      {
        rule: 'rule',
        // What a connection without a name has here is not shown (NULL-OR-ABSENT).
        loginErrors: [
          {
            bankConnectionId: 14,
            bankName: 'Banque Exemple',
            errorCode: 'WRONG_CREDENTIALS',
            details: { errorMessage: 'Code erroné : « 0 »' },
          },
        ],
      },
    ],
    [
      {
        rule: 'rule',
        loginErrors: [
          {
            bankConnectionId: 13,
            bankName: 'Beispielbank Wien',
            bankConnectionName: 'Konto & Söhne #1/2?',
            errorCode: absent,
          },
        ],
      },
    ],
  ]),
  each('MESSAGE-TERMS-FIRES', { triggerEvent: 'NEW_TERMS_AND_CONDITIONS' }, [[], [{ rule: 'rule' }]]),
]);
