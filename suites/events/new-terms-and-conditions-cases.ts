/** NEW_TERMS_AND_CONDITIONS: sent once when terms that are not accepted keep connections from being updated. */
import type { BatchUpdate } from '../../src/runner/control.ts';
import { absent, type Scenario, scenarios } from '../../src/runner/scenarios/scenario.ts';
import { balance } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

const terms = { triggerEvent: 'NEW_TERMS_AND_CONDITIONS' } as const;

function sent(given: string, update: BatchUpdate): Scenario {
  return {
    clause: 'MESSAGE-TERMS-FIRES',
    says: 'sends one message',
    given,
    world: worlds['two-connections'],
    rules: { terms },
    story: [{ update }, { messages: [{ rule: 'terms' }] }],
  };
}

function notSent(given: string, update: BatchUpdate): Scenario {
  return { ...sent(given, update), says: 'sends nothing', story: [{ update }, { messages: [] }] };
}

/** No array and no extra field of any other message. */
const baseOnly = {
  rule: 'terms',
  balanceChanges: absent,
  newTransactions: absent,
  loginErrors: absent,
  categoryCashFlows: absent,
  balanceThreshold: absent,
  absoluteAmountThreshold: absent,
  categoryId: absent,
  categoryName: absent,
  includeChildCategories: absent,
} as const;

export const names = [];

export const messages = scenarios(import.meta.url, [
  sent('new terms of one bank that the user has not accepted', { unacceptedTerms: [11] }),
  sent('new terms of two banks that the user has not accepted', { unacceptedTerms: [11, 12] }),
  sent('new terms of one bank and an update of the other', {
    unacceptedTerms: [12],
    accounts: [balance(101, 900)],
  }),
  {
    ...sent('new terms of two banks that the user has not accepted', { unacceptedTerms: [11, 12] }),
    clause: 'MESSAGE-ONE-PER-RULE',
    says: 'sends one message of both and not one for each',
  },
  notSent('an update that reaches every bank', { accounts: [balance(101, 900)] }),
  notSent('a login that failed', { failedLogins: [{ bankConnectionId: 11, errorMessage: 'PIN falsch' }] }),
  {
    clause: 'MESSAGE-TERMS-FIRES',
    says: 'sends nothing after the second',
    given: 'terms that keep the first update from happening and not the second',
    world: worlds['two-connections'],
    rules: { terms },
    story: [
      { update: { unacceptedTerms: [11] } },
      { messages: [{ rule: 'terms' }] },
      { update: { accounts: [balance(101, 900)] } },
      { messages: [] },
    ],
  },
  {
    clause: 'MESSAGE-TERMS-BASE-ONLY',
    says: 'sends nothing but the rule',
    given: 'new terms beside another balance and a login that failed',
    world: worlds['banks-in-several-countries'],
    rules: { terms },
    story: [
      {
        update: {
          unacceptedTerms: [11],
          accounts: [balance(131, 900)],
          failedLogins: [{ bankConnectionId: 14, errorMessage: 'Code faux' }],
        },
      },
      { messages: [baseOnly] },
    ],
  },
  {
    clause: 'MESSAGE-TERMS-BASE-ONLY',
    says: 'sends nothing but the rule',
    given: 'new terms and a rule whose includeDetails is true',
    world: worlds['two-connections'],
    rules: { terms: { ...terms, includeDetails: true } },
    story: [{ update: { unacceptedTerms: [11, 12] } }, { messages: [baseOnly] }],
  },
]);
