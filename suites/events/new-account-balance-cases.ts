/** NEW_ACCOUNT_BALANCE: sent when the balance of an account changed, with the exact difference in its details. */
import { absent, digits, scenarios } from '../../src/runner/scenarios/scenario.ts';
import { girokonto, sparkonto, tagesgeld, withBalances, zweitesSparkonto } from '../worlds/accounts.ts';
import { accounts, balance, booked, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

export const rule = { triggerEvent: 'NEW_ACCOUNT_BALANCE' } as const;
export const ruleName = 'balance';

export const names = ['Girokonto', 'Tagesgeld'];

export const messages = scenarios('suites/events/new-account-balance-cases.ts', [
  {
    clause: 'MESSAGE-BALANCE-FIRES',
    says: 'sends a message after each update that changes the balance, and nothing after the others',
    given: 'updates with the same balance, with other news, and with another balance',
    world: worlds['one-account'],
    rules: { changes: rule },
    steps: [
      { update: accounts(balance(101, 1000)), messages: [] },
      { update: accounts(balance(101, digits('1000.00'))), messages: [] },
      { update: accounts(booked(101, transaction(1))), messages: [] },
      { update: { failedLogins: [{ bankConnectionId: 11, errorMessage: 'PIN falsch' }] }, messages: [] },
      {
        update: accounts(balance(101, 900)),
        messages: [{ rule: 'changes', balanceChanges: [{ ...girokonto, details: absent }] }],
      },
      { update: accounts(balance(101, 900)), messages: [] },
      { update: accounts(balance(101, 1000)), messages: [{ rule: 'changes' }] },
    ],
  },
  {
    clause: 'MESSAGE-BALANCE-FIRES',
    says: 'sends nothing after the second',
    given: 'two updates with the same new balance, and a rule that is created between them',
    world: worlds['one-account'],
    rules: { changes: rule },
    steps: [
      { update: accounts(balance(101, 900)) },
      { create: 'changes' },
      { update: accounts(balance(101, 900)), messages: [] },
    ],
  },
  {
    clause: 'MESSAGE-BALANCE-CHANGES',
    says: 'sends one message with an item for each account whose balance changed',
    given: 'two updates of several accounts, two of which are alike in all but their ids',
    world: worlds['two-connections'],
    rules: { changes: { ...rule, includeDetails: true } },
    steps: [
      {
        update: accounts(balance(121, 19000.5), balance(103, 5100), balance(101, 1000), balance(102, 5100)),
        messages: [
          {
            rule: 'changes',
            balanceChanges: [
              withBalances(sparkonto, { oldBalance: 5000, newBalance: 5100, balanceChange: 100 }),
              withBalances(zweitesSparkonto, { oldBalance: 5000, newBalance: 5100, balanceChange: 100 }),
              withBalances(tagesgeld, { oldBalance: 20000, newBalance: 19000.5, balanceChange: -999.5 }),
            ],
          },
        ],
      },
      {
        update: accounts(balance(121, 19000.5), balance(101, 900), balance(102, 5100.01)),
        messages: [
          {
            rule: 'changes',
            balanceChanges: [
              withBalances(girokonto, { oldBalance: 1000, newBalance: 900, balanceChange: -100 }),
              withBalances(sparkonto, { oldBalance: 5100, newBalance: 5100.01, balanceChange: 0.01 }),
            ],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-BALANCE-DETAILS-CHANGE',
    says: 'sends the balance before, the new one and the exact difference',
    given: 'updates of one account, each with another balance',
    world: worlds['one-account'],
    rules: { changes: { ...rule, includeDetails: true } },
    steps: [
      { oldBalance: 1000, newBalance: 1000.01, balanceChange: 0.01 },
      { oldBalance: 1000.01, newBalance: 999.99, balanceChange: -0.02 },
      { oldBalance: 999.99, newBalance: -999.99, balanceChange: -1999.98 },
      { oldBalance: -999.99, newBalance: 0, balanceChange: 999.99 },
      // In binary floats 0.3 less 0.1 is 0.19999999999999998.
      { oldBalance: 0, newBalance: 0.1, balanceChange: 0.1 },
      { oldBalance: 0.1, newBalance: 0.3, balanceChange: 0.2 },
      { oldBalance: 0.3, newBalance: -0.1, balanceChange: -0.4 },
      { oldBalance: -0.1, newBalance: 10000, balanceChange: 10000.1 },
      { oldBalance: 10000, newBalance: 98765432.1, balanceChange: 98755432.1 },
      { oldBalance: 98765432.1, newBalance: 100.001, balanceChange: -98765332.099 },
      { oldBalance: 100.001, newBalance: 100.0010000001, balanceChange: 0.0000000001 },
      {
        oldBalance: 100.0010000001,
        newBalance: digits('12345678901234567890.11'),
        balanceChange: digits('12345678901234567790.1089999999'),
      },
    ].map((details) => ({
      update: accounts(balance(101, details.newBalance)),
      messages: [{ rule: 'changes', balanceChanges: [{ details }] }],
    })),
  },
]);
