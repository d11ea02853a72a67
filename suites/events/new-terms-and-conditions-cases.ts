/** NEW_TERMS_AND_CONDITIONS: sent once when terms that are not accepted keep connections from being updated. */
import { scenarios } from '../../src/runner/scenarios/scenario.ts';
import { accounts, balance } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

export const rule = { triggerEvent: 'NEW_TERMS_AND_CONDITIONS' } as const;
export const ruleName = 'terms';

export const names = [];

export const messages = scenarios('suites/events/new-terms-and-conditions-cases.ts', [
  {
    clause: 'MESSAGE-TERMS-FIRES',
    says: 'sends one message after each update that terms keep from a bank, and nothing after the others',
    given: 'updates that reach every bank, that fail at a login, and that need terms accepted',
    world: worlds['two-connections'],
    rules: { terms: rule },
    steps: [
      { update: accounts(balance(101, 900)), messages: [] },
      { update: { failedLogins: [{ bankConnectionId: 11, errorMessage: 'PIN falsch' }] }, messages: [] },
      { update: { unacceptedTerms: [11] }, messages: [{ rule: 'terms' }] },
      { update: accounts(balance(101, 800)), messages: [] },
      { update: { unacceptedTerms: [12], accounts: [balance(101, 700)] }, messages: [{ rule: 'terms' }] },
    ],
  },
  {
    // The judge of the message knows the fields of the others.
    clause: 'MESSAGE-TERMS-BASE-ONLY',
    says: 'sends nothing but the rule',
    given: 'new terms beside another balance and a failed login, and a rule whose includeDetails is true',
    world: worlds['banks-in-several-countries'],
    rules: { terms: { ...rule, includeDetails: true, mayBeRefused: true } },
    steps: [
      {
        update: {
          unacceptedTerms: [11],
          accounts: [balance(131, 900)],
          failedLogins: [{ bankConnectionId: 14, errorMessage: 'Code faux' }],
        },
        messages: [{ rule: 'terms' }],
      },
    ],
  },
]);
