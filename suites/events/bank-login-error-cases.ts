/** BANK_LOGIN_ERROR: sent when the login of a connection failed, with its reason if the bank gave one. */
import type { BatchUpdate } from '../../src/runner/control.ts';
import { absent, type Scenario, scenarios } from '../../src/runner/scenarios/scenario.ts';
import { balance } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

const failed = { triggerEvent: 'BANK_LOGIN_ERROR' } as const;

const wrongCredentials = {
  bankConnectionId: 11,
  errorMessage: 'Die PIN ist falsch.',
  wrongCredentials: true,
};
const timeout = { bankConnectionId: 12, errorMessage: 'Der Bankserver antwortet nicht.' };

function noFailure(given: string, update: BatchUpdate): Scenario {
  return {
    clause: 'MESSAGE-LOGIN-FIRES',
    says: 'sends nothing',
    given,
    world: worlds['two-connections'],
    rules: { failed },
    story: [{ update }, { messages: [] }],
  };
}

export const names = ['My test bank'];

export const messages = scenarios(import.meta.url, [
  {
    clause: 'MESSAGE-LOGIN-FIRES',
    says: 'sends a message with the connection and without details',
    given: 'a login that failed, and a rule without details',
    world: worlds['two-connections'],
    rules: { failed },
    story: [
      { update: { failedLogins: [timeout] } },
      {
        messages: [
          {
            rule: 'failed',
            loginErrors: [
              {
                bankConnectionId: 12,
                bankName: 'Sample Bank',
                bankConnectionName: 'Meine Zweitbank',
                details: absent,
              },
            ],
          },
        ],
      },
    ],
  },
  noFailure('an update that reaches every bank', { accounts: [balance(101, 900), balance(121, 1)] }),
  noFailure('terms that are not accepted', { unacceptedTerms: [11] }),
  {
    clause: 'MESSAGE-LOGIN-WRONG-CREDENTIALS',
    says: 'sends WRONG_CREDENTIALS',
    given: 'a login that failed for wrong credentials',
    world: worlds['two-connections'],
    rules: { failed },
    story: [
      { update: { failedLogins: [wrongCredentials] } },
      {
        messages: [
          { rule: 'failed', loginErrors: [{ bankConnectionId: 11, errorCode: 'WRONG_CREDENTIALS' }] },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-LOGIN-UNKNOWN-REASON',
    says: 'sends no errorCode',
    given: 'a login that failed for an unknown reason',
    world: worlds['two-connections'],
    rules: { failed },
    story: [
      { update: { failedLogins: [timeout] } },
      { messages: [{ rule: 'failed', loginErrors: [{ bankConnectionId: 12, errorCode: absent }] }] },
    ],
  },
  {
    clause: 'MESSAGE-LOGIN-UNKNOWN-REASON',
    says: 'sends no errorCode',
    given: 'a login that failed although the credentials are not wrong, and a rule with details',
    world: worlds['two-connections'],
    rules: { failed: { ...failed, includeDetails: true } },
    story: [
      { update: { failedLogins: [{ ...timeout, errorMessage: '', wrongCredentials: false }] } },
      {
        messages: [
          {
            rule: 'failed',
            loginErrors: [
              {
                bankConnectionId: 12,
                errorCode: absent,
                // What details hold then is not shown (NULL-OR-ABSENT, DENIAL-UNSET).
              },
            ],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-LOGIN-ERRORS',
    says: 'sends one message with an item and a reason for each',
    given: 'two connections whose login failed, one of them for wrong credentials',
    world: worlds['two-connections'],
    rules: { failed: { ...failed, includeDetails: true } },
    story: [
      { update: { failedLogins: [timeout, wrongCredentials] } },
      {
        messages: [
          {
            rule: 'failed',
            loginErrors: [
              {
                bankConnectionId: 11,
                bankName: 'Example Bank',
                bankConnectionName: 'Meine Hausbank',
                errorCode: 'WRONG_CREDENTIALS',
                details: { errorMessage: 'Die PIN ist falsch.' },
              },
              {
                bankConnectionId: 12,
                bankName: 'Sample Bank',
                bankConnectionName: 'Meine Zweitbank',
                errorCode: absent,
                // What details hold then is not shown (NULL-OR-ABSENT, DENIAL-UNSET).
              },
            ],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-LOGIN-ERRORS',
    says: 'names only the connection whose login failed',
    given: 'one connection whose login failed and one that was updated',
    world: worlds['two-connections'],
    rules: { failed },
    story: [
      { update: { accounts: [balance(121, 1)], failedLogins: [wrongCredentials] } },
      { messages: [{ rule: 'failed', loginErrors: [{ bankConnectionId: 11 }] }] },
    ],
  },
  {
    clause: 'MESSAGE-LOGIN-NO-ACCOUNT',
    // The judge of messages knows the account fields; it is asked for the widest message there is.
    says: 'names no account',
    given: 'a connection with two accounts whose login failed, and a rule with details',
    world: worlds['two-connections'],
    rules: { failed: { ...failed, includeDetails: true } },
    story: [
      { update: { failedLogins: [wrongCredentials] } },
      { messages: [{ rule: 'failed', loginErrors: [{ bankConnectionId: 11 }] }] },
    ],
  },
  {
    clause: 'MESSAGE-LOGIN-FIRES',
    says: 'sends a message after each',
    given: 'two updates at which the same login fails',
    world: worlds['two-connections'],
    rules: { failed },
    story: [
      { update: { failedLogins: [wrongCredentials] } },
      { messages: [{ rule: 'failed' }] },
      { update: { failedLogins: [wrongCredentials] } },
      { messages: [{ rule: 'failed' }] },
    ],
  },
]);
