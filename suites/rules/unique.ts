/** Cases of uniqueness: the second rule with the same accounts, connections or category is refused, and the refusal says why. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { BodyOf } from '../../src/drive/calls/call.ts';
import { type Case, cases } from '../../src/drive/cases/case.ts';
import { says } from '../../src/drive/cases/check.ts';
import { asDescribed } from './as-described.ts';

type Rule = BodyOf<'createNotificationRule'>;

const WORDS = 'notification rule with the given parameters already exists';

function duplicate(clause: ClauseId, given: string, one: Rule, two: Rule = one): Case {
  return {
    clause,
    says: 'refuses the second rule and says that it exists',
    given,
    first: [{ when: 'createNotificationRule', send: { ...one, callbackHandle: 'one' }, then: '2XX' }],
    when: 'createNotificationRule',
    send: { ...two, callbackHandle: 'two' },
    then: 'refused',
    also: [says(WORDS)],
    needs: 'memory',
  };
}

const balance: Rule = { triggerEvent: 'NEW_ACCOUNT_BALANCE', params: { accountIds: '101' } };
const transactions: Rule = { triggerEvent: 'NEW_TRANSACTIONS', params: { accountIds: '101,102' } };
const foreign: Rule = { triggerEvent: 'FOREIGN_MONEY_TRANSFER', params: { accountIds: '101' } };
const login: Rule = { triggerEvent: 'BANK_LOGIN_ERROR', params: { bankConnectionIds: '11' } };
const category: Rule = { triggerEvent: 'CATEGORY_CASH_FLOW', params: { accountIds: '101', categoryId: '7' } };

const low = (balanceThreshold: number): Rule => ({
  triggerEvent: 'LOW_ACCOUNT_BALANCE',
  params: { accountIds: '101', balanceThreshold },
});

const high = (absoluteAmountThreshold: number): Rule => ({
  triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
  params: { accountIds: '101', absoluteAmountThreshold },
});

export const uniqueRuleCases = cases(
  import.meta.url,
  asDescribed([
    duplicate('RULE-UNIQUE-BALANCE', 'a NEW_ACCOUNT_BALANCE rule on the same account', balance),
    duplicate('RULE-UNIQUE-TRANSACTIONS', 'a NEW_TRANSACTIONS rule on the same two accounts', transactions),
    duplicate(
      'RULE-UNIQUE-TRANSACTIONS',
      'a NEW_TRANSACTIONS rule on the same accounts with another maxTransactionsCount',
      transactions,
      { triggerEvent: 'NEW_TRANSACTIONS', params: { accountIds: '101,102', maxTransactionsCount: 5 } },
    ),
    duplicate(
      'RULE-UNIQUE-TRANSACTIONS',
      'a NEW_TRANSACTIONS rule on the same accounts that waits for categorization',
      transactions,
      { triggerEvent: 'NEW_TRANSACTIONS', params: { accountIds: '101,102', waitForCategorization: true } },
    ),
    duplicate('RULE-UNIQUE-FOREIGN', 'a FOREIGN_MONEY_TRANSFER rule on the same account', foreign),
    duplicate('RULE-UNIQUE-LOW', 'a LOW_ACCOUNT_BALANCE rule on the same account', low(0)),
    duplicate('RULE-UNIQUE-LOW', 'a LOW_ACCOUNT_BALANCE rule with another threshold', low(0), low(250.5)),
    duplicate('RULE-UNIQUE-HIGH', 'a HIGH_TRANSACTION_AMOUNT rule on the same account', high(1000)),
    duplicate(
      'RULE-UNIQUE-HIGH',
      'a HIGH_TRANSACTION_AMOUNT rule with another threshold',
      high(1000),
      high(1),
    ),
    duplicate('RULE-UNIQUE-LOGIN', 'a BANK_LOGIN_ERROR rule on the same bank connection', login),
    duplicate('RULE-UNIQUE-CATEGORY', 'a CATEGORY_CASH_FLOW rule on the same account and category', category),
    duplicate(
      'RULE-UNIQUE-CATEGORY',
      'a CATEGORY_CASH_FLOW rule that differs in its sub-categories alone',
      category,
      {
        triggerEvent: 'CATEGORY_CASH_FLOW',
        params: { accountIds: '101', categoryId: '7', includeChildCategories: false },
      },
    ),
    duplicate('RULE-DUPLICATE-REFUSED', 'a rule that asks for details where the first one did not', balance, {
      ...balance,
      includeDetails: true,
    }),
    {
      ...duplicate('RULE-DUPLICATE-REFUSED', 'a rule that exists already, and another one since', balance),
      first: [
        { when: 'createNotificationRule', send: balance, then: '2XX' },
        { when: 'createNotificationRule', send: foreign, then: '2XX' },
      ],
    },
    {
      ...duplicate(
        'RULE-OWNED-BY-USER',
        'the same rule of the same user, who has another token now',
        balance,
      ),
      when: 'createNotificationRule',
      send: balance,
      then: 'refused',
      as: 'user anew',
    },
    duplicate('RULE-DUPLICATE-SAYS', 'a rule that exists already', balance),
  ]),
);
