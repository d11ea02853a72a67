/** The plainest scenario there is, and the message that upholds it, for the tests of scenarios. */
import type { Scenario } from '../runner/scenarios/scenario.ts';

const user = (id: string) => ({
  id,
  password: `made-up-password-of-${id}`,
  email: `${id}@example.com`,
  phone: '+49 30 000000',
  isAutoUpdateEnabled: true,
  bankConnections: [],
});

export const SCENARIO: Scenario = {
  clause: 'MESSAGE-BALANCE-FIRES',
  says: 'sends one message',
  given: 'a changed balance',
  world: { client: {}, categories: [], users: [user('anna'), user('bert')] },
  rules: { changes: { triggerEvent: 'NEW_ACCOUNT_BALANCE' } },
  steps: [{ update: {} }, { messages: [{ rule: 'changes', balanceChanges: [{ accountId: 101 }] }] }],
};

/** Its message may come or not. */
export const PERHAPS: Scenario = {
  ...SCENARIO,
  steps: [{ update: {}, messages: [{ rule: 'changes', balanceChanges: [{ accountId: 101 }] }], or: [[]] }],
};

export const SILENT: Scenario = { ...SCENARIO, steps: [{ update: {} }, { messages: [] }] };

/** The message of the first rule of the run, as a provider would send it. */
export const MESSAGE = {
  notificationRuleId: 7,
  triggerEvent: 'NEW_ACCOUNT_BALANCE',
  callbackHandle: 'run-1-changes',
  balanceChanges: [
    {
      accountId: 101,
      accountName: 'c(Giro)',
      accountNumber: 'c(101)',
      accountIban: null,
      bankName: 'Example Bank',
      bankConnectionName: null,
    },
  ],
};
