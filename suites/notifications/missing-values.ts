/** What a message tells beside a field for which there is no value: the field may be null, empty or whatever is left open. */
import { scenarios } from '../../src/drive/scenarios/scenario.ts';
import { worlds } from '../worlds/worlds.ts';
import { balance, booked, transaction } from './bank-told.ts';

const noCounterpart = {
  counterpartName: null,
  counterpartAccountNumber: null,
  counterpartIban: null,
  counterpartBlz: null,
  counterpartBic: null,
};

export const missingValueScenarios = scenarios(import.meta.url, [
  {
    clause: 'MESSAGE-BALANCE-DETAILS-CHANGE',
    says: 'tells both balances and their difference',
    given: 'an account without IBAN of a connection without a name',
    world: worlds['no-iban'],
    rules: { changes: { triggerEvent: 'NEW_ACCOUNT_BALANCE', includeDetails: true } },
    story: [
      { update: { accounts: [balance(101, -250.5)] } },
      {
        messages: [
          {
            rule: 'changes',
            balanceChanges: [{ details: { oldBalance: -200, newBalance: -250.5, balanceChange: -50.5 } }],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-TRANSACTIONS-DETAILS-AMOUNT',
    says: 'tells the amount',
    given: 'a transaction without a counterpart',
    world: worlds['one-account'],
    rules: { fresh: { triggerEvent: 'NEW_TRANSACTIONS', includeDetails: true } },
    story: [
      { update: { accounts: [booked(101, transaction(1, { ...noCounterpart, amount: -7.25 }))] } },
      {
        messages: [
          {
            rule: 'fresh',
            newTransactions: [{ details: { transactionDetails: [{ id: 1, amount: -7.25 }] } }],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-LOGIN-CONNECTION-ID',
    says: 'tells the id of the connection',
    given: 'a connection without a name whose login failed',
    world: worlds['no-iban'],
    rules: { failed: { triggerEvent: 'BANK_LOGIN_ERROR' } },
    story: [
      { update: { failedLogins: [{ bankConnectionId: 11, errorMessage: 'Die PIN ist falsch.' }] } },
      { messages: [{ rule: 'failed', loginErrors: [{ bankConnectionId: 11 }] }] },
    ],
  },
]);
