/** Two users who are alike, and what one leaves out that the other one has: nothing of one shows at the other. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { World } from '../../src/runner/control.ts';
import {
  absent,
  type ExpectedMessage,
  type Scenario,
  type ScenarioRule,
  scenarios,
  unset,
} from '../../src/runner/scenarios/scenario.ts';
import { rule as bankLoginError } from '../events/bank-login-error-cases.ts';
import { rule as categoryCashFlow } from '../events/category-cash-flow-cases.ts';
import { rule as newAccountBalance } from '../events/new-account-balance-cases.ts';
import { rule as newTransactions } from '../events/new-transactions-cases.ts';
import { girokonto, withBalances } from '../worlds/accounts.ts';
import { accounts, type BookedTransaction, balance, booked, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

const BERT = 'bac-bert';

/** What the bank knows of the account 301 of bac-bert and of its connection 31; of 101 of bac-anna it knows all. */
function whereBertHas(number: string, iban: string | null, name: string | null): World {
  const world = worlds['several-users'];
  const ofBert = (user: (typeof world.users)[number]) => ({
    ...user,
    bankConnections: user.bankConnections.map((connection) => ({
      ...connection,
      name,
      accounts: connection.accounts.map((account) => ({ ...account, number, iban })),
    })),
  });
  return { ...world, users: world.users.map((user) => (user.id === BERT ? ofBert(user) : user)) };
}

const { accountNumber, accountIban, bankConnectionName } = girokonto;
const alike = whereBertHas(accountNumber, accountIban, bankConnectionName);
const withLess = whereBertHas('0000000301', null, null);

const ofBert = { ...girokonto, accountId: 301 };
/** `rule` is the first one with the callbackHandle and trigger event, also if the message is for bac-bert. */
const sent = (account: typeof girokonto, newBalance: number, oldBalance = 1000): ExpectedMessage => ({
  rule: 'anna',
  balanceChanges: [withBalances(account, { oldBalance, newBalance, balanceChange: newBalance - oldBalance })],
});
const unknown = { accountId: 301, accountIban: null, bankConnectionName: null };
const changes = { ...newAccountBalance, includeDetails: true } as const;

interface LeftOut {
  readonly clause: ClauseId;
  /** What the rule of bac-bert leaves out. */
  readonly given: string;
  readonly anna: ScenarioRule;
  readonly bert: ScenarioRule;
  readonly transactions?: readonly BookedTransaction[];
  readonly message: Omit<ExpectedMessage, 'rule'>;
}

function leftOut({ clause, given, anna, bert, transactions = [], message }: LeftOut): Scenario {
  return {
    clause,
    says: 'sends the message of the second as if there were no other',
    given: `a rule with ${given}, and then one of another user without it`,
    world: worlds['several-users'],
    rules: { anna, bert: { ...bert, of: BERT } as ScenarioRule },
    steps: [
      {
        update: accounts({ ...balance(301, 900), ...booked(301, ...transactions) }),
        messages: [{ rule: 'bert', ...message } as ExpectedMessage],
      },
    ],
  };
}

const detailed = { ...newTransactions, includeDetails: true } as const;
const three = [1, 2, 3];

export const alikeScenarios = scenarios('suites/notifications/alike-and-missing.ts', [
  {
    clause: 'RULE-OWNED-BY-USER',
    says: 'sends each a message of the own account',
    given: 'two users with the same rule, the same callbackHandle and the same bank data',
    world: alike,
    rules: { anna: changes, bert: { ...changes, of: BERT, handleOf: 'anna' } },
    steps: [
      { update: accounts(balance(101, 900)), messages: [sent(girokonto, 900)] },
      { update: accounts(balance(301, 900)), messages: [sent(ofBert, 900)] },
      {
        update: accounts(balance(101, 800), balance(301, 800)),
        messages: [sent(girokonto, 800, 900), sent(ofBert, 800, 900)],
      },
    ],
  },
  {
    clause: 'MESSAGE-USERS-RULES',
    says: 'sends null for what the bank of the second does not know',
    given: 'a user whose bank knows everything, and one whose bank knows neither IBAN, name nor counterpart',
    world: withLess,
    rules: Object.fromEntries(
      Object.entries({
        changes,
        news: detailed,
        failed: { ...bankLoginError, includeDetails: true },
      }).flatMap(([name, rule]): [string, ScenarioRule][] => [
        [name, rule],
        [`${name}-of-bert`, { ...rule, of: BERT }],
      ]),
    ),
    steps: [
      {
        update: accounts(
          { ...balance(101, 900), ...booked(101, transaction(1)) },
          {
            ...balance(301, 900),
            ...booked(301, transaction(2, { counterpartName: null, counterpartIban: null, purpose: null })),
          },
        ),
        messages: [
          {
            rule: 'changes',
            balanceChanges: [
              withBalances(girokonto, { oldBalance: 1000, newBalance: 900, balanceChange: -100 }),
            ],
          },
          { rule: 'news', newTransactions: [girokonto] },
          {
            rule: 'changes-of-bert',
            balanceChanges: [{ ...unknown, details: { iban: unset, bankConnectionName: unset } }],
          },
          {
            rule: 'news-of-bert',
            newTransactions: [
              {
                ...unknown,
                details: {
                  transactionDetails: [
                    { id: 2, counterpartName: unset, counterpartIban: unset, purpose: unset },
                  ],
                },
              },
            ],
          },
        ],
      },
      {
        update: {
          failedLogins: [
            { bankConnectionId: 11, errorMessage: 'PIN falsch', wrongCredentials: true },
            { bankConnectionId: 31, errorMessage: '' },
          ],
        },
        messages: [
          { rule: 'failed', loginErrors: [{ bankConnectionId: 11, errorCode: 'WRONG_CREDENTIALS' }] },
          {
            rule: 'failed-of-bert',
            loginErrors: [{ bankConnectionId: 31, bankConnectionName: unset, errorCode: absent }],
          },
        ],
      },
    ],
  },
  leftOut({
    clause: 'RULE-MAX-COUNT-DEFAULT',
    given: 'maxTransactionsCount',
    anna: { ...detailed, params: { maxTransactionsCount: 1 } },
    bert: detailed,
    transactions: three.map((id) => transaction(id)),
    message: { newTransactions: [{ details: { transactionDetails: three.map((id) => ({ id })) } }] },
  }),
  leftOut({
    clause: 'RULE-CATEGORY-CHILDREN-DEFAULT',
    given: 'includeChildCategories false',
    anna: { ...categoryCashFlow, params: { categoryId: '7', includeChildCategories: false } },
    bert: { ...categoryCashFlow, params: { categoryId: '7' } },
    transactions: [transaction(1, { categoryId: 71 })],
    message: { categoryCashFlows: [{ accountId: 301 }] },
  }),
  leftOut({
    clause: 'MESSAGE-DETAILS-ONLY-ASKED',
    given: 'includeDetails',
    anna: changes,
    bert: { ...newAccountBalance, leavesOut: 'includeDetails', mayBeRefused: true },
    message: { balanceChanges: [{ accountId: 301, details: absent }] },
  }),
]);
