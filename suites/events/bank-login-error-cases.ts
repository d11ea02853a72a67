/** BANK_LOGIN_ERROR: sent when the login of a connection failed, with its reason if the bank gave one. */
import { absent, scenarios } from '../../src/runner/scenarios/scenario.ts';
import { accounts, balance } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

export const rule = { triggerEvent: 'BANK_LOGIN_ERROR' } as const;
export const ruleName = 'failed';

const wrongCredentials = {
  bankConnectionId: 11,
  errorMessage: 'Die PIN ist falsch.',
  wrongCredentials: true,
};
const timeout = { bankConnectionId: 12, errorMessage: 'Der Bankserver antwortet nicht.' };

const hausbank = { bankConnectionId: 11, bankName: 'Example Bank', bankConnectionName: 'Meine Łódź-Bank 🏦' };
const zweitbank = { bankConnectionId: 12, bankName: 'Sample Bank', bankConnectionName: 'Meine Zweitbank' };

export const names = ['My test bank'];

export const messages = scenarios('suites/events/bank-login-error-cases.ts', [
  {
    clause: 'MESSAGE-LOGIN-FIRES',
    says: 'sends a message after each failed login, and nothing after the others',
    given: 'updates that reach every bank, that need terms accepted, and at which a login fails',
    world: worlds['one-account'],
    rules: { failed: rule },
    steps: [
      { update: accounts(balance(101, 900)), messages: [] },
      { update: { unacceptedTerms: [11] }, messages: [] },
      ...[1, 2].map(() => ({
        update: { failedLogins: [{ ...timeout, bankConnectionId: 11 }] },
        messages: [{ rule: 'failed', loginErrors: [{ bankConnectionId: 11, details: absent }] }],
      })),
      {
        update: { failedLogins: [wrongCredentials] },
        messages: [{ rule: 'failed', loginErrors: [{ bankConnectionId: 11 }] }],
      },
    ],
  },
  {
    clause: 'MESSAGE-LOGIN-WRONG-CREDENTIALS',
    says: 'sends WRONG_CREDENTIALS',
    given: 'a login that failed for wrong credentials',
    world: worlds['two-connections'],
    rules: { failed: rule },
    steps: [
      {
        update: { failedLogins: [wrongCredentials] },
        messages: [
          { rule: 'failed', loginErrors: [{ bankConnectionId: 11, errorCode: 'WRONG_CREDENTIALS' }] },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-LOGIN-UNKNOWN-REASON',
    says: 'sends no errorCode',
    given: 'logins that failed for an unknown reason, alone and after one that failed for wrong credentials',
    world: worlds['two-connections'],
    rules: { failed: { ...rule, includeDetails: true } },
    // What details hold then is not shown (NULL-OR-ABSENT, DENIAL-UNSET).
    steps: [
      ...[timeout, { ...timeout, errorMessage: '', wrongCredentials: false }].map((login) => ({
        update: { failedLogins: [login] },
        messages: [{ rule: 'failed', loginErrors: [{ bankConnectionId: 12, errorCode: absent }] }],
      })),
      {
        update: { failedLogins: [wrongCredentials, timeout] },
        messages: [
          {
            rule: 'failed',
            loginErrors: [
              { bankConnectionId: 11, errorCode: 'WRONG_CREDENTIALS' },
              { bankConnectionId: 12, errorCode: absent },
            ],
          },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-LOGIN-ERRORS',
    says: 'sends one message with an item for each connection whose login failed',
    given: 'logins that failed at both connections, and at one while the other was updated',
    world: worlds['two-connections'],
    rules: { failed: { ...rule, includeDetails: true } },
    steps: [
      {
        update: {
          failedLogins: [
            { ...wrongCredentials, errorMessage: 'Zugang „gesperrt“:\nbitte persönlich öffnen! 🏦' },
            { ...wrongCredentials, bankConnectionId: 12 },
          ],
        },
        messages: [
          {
            rule: 'failed',
            loginErrors: [
              {
                ...hausbank,
                errorCode: 'WRONG_CREDENTIALS',
                details: { errorMessage: 'Zugang „gesperrt“:\nbitte persönlich öffnen! 🏦' },
              },
              {
                ...zweitbank,
                errorCode: 'WRONG_CREDENTIALS',
                details: { errorMessage: 'Die PIN ist falsch.' },
              },
            ],
          },
        ],
      },
      {
        update: { failedLogins: [timeout], accounts: [balance(101, 900)] },
        messages: [{ rule: 'failed', loginErrors: [zweitbank] }],
      },
    ],
  },
  {
    // The judge of the message knows the account fields; it is asked for the widest message there is.
    clause: 'MESSAGE-LOGIN-NO-ACCOUNT',
    says: 'names no account',
    given: 'a connection with two accounts whose login failed, and a rule with details',
    world: worlds['two-connections'],
    rules: { failed: { ...rule, includeDetails: true } },
    steps: [
      {
        update: { failedLogins: [wrongCredentials] },
        messages: [{ rule: 'failed', loginErrors: [hausbank] }],
      },
    ],
  },
]);
