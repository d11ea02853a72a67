/** Cases of rules that stand side by side: other trigger events, other users, other categories, overlapping accounts. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { BodyOf, Call } from '../../src/drive/calls/call.ts';
import { type Case, cases } from '../../src/drive/cases/case.ts';
import { asDescribed } from './as-described.ts';

type Rule = BodyOf<'createNotificationRule'>;
type Event = NonNullable<Rule['triggerEvent']>;

function created(rule: Rule): Call {
  return { when: 'createNotificationRule', send: rule, then: '2XX' };
}

function allowed(clause: ClauseId, given: string, earlier: readonly Rule[], rule: Rule): Case {
  return {
    clause,
    says: 'creates the rule',
    given,
    first: earlier.map(created),
    when: 'createNotificationRule',
    send: { ...rule, callbackHandle: 'last' },
    then: '2XX',
    needs: 'memory',
  };
}

/** A rule of the event on account 101, with what it requires beside. */
const onAccount: readonly Rule[] = [
  { triggerEvent: 'NEW_ACCOUNT_BALANCE', params: { accountIds: '101' } },
  { triggerEvent: 'NEW_TRANSACTIONS', params: { accountIds: '101' } },
  { triggerEvent: 'FOREIGN_MONEY_TRANSFER', params: { accountIds: '101' } },
  { triggerEvent: 'LOW_ACCOUNT_BALANCE', params: { accountIds: '101', balanceThreshold: 0 } },
  { triggerEvent: 'HIGH_TRANSACTION_AMOUNT', params: { accountIds: '101', absoluteAmountThreshold: 1000 } },
  { triggerEvent: 'CATEGORY_CASH_FLOW', params: { accountIds: '101', categoryId: '7' } },
];

const balanceOn = (accountIds?: string): Rule => ({
  triggerEvent: 'NEW_ACCOUNT_BALANCE' satisfies Event,
  ...(accountIds !== undefined && { params: { accountIds } }),
});

const pairs = onAccount.flatMap((one) =>
  onAccount.filter((two) => two !== one).map((two) => [one, two] as const),
);

export const sideBySideRuleCases = cases(
  import.meta.url,
  asDescribed([
    ...pairs.map(([one, two]) =>
      allowed(
        'RULE-UNIQUE-PER-EVENT',
        `a ${one.triggerEvent} rule beside a ${two.triggerEvent} rule on the same account`,
        [one],
        two,
      ),
    ),
    allowed(
      'RULE-OVERLAP-ALLOWED',
      'a rule without accounts and one on an account',
      [balanceOn()],
      balanceOn('101'),
    ),
    allowed(
      'RULE-OVERLAP-ALLOWED',
      'a rule without accounts, one on an account and one on that account and another',
      [balanceOn(), balanceOn('101')],
      balanceOn('101,102'),
    ),
    allowed(
      'RULE-OVERLAP-ALLOWED',
      'a category rule with the same category on another account',
      [{ triggerEvent: 'CATEGORY_CASH_FLOW', params: { accountIds: '101', categoryId: '7' } }],
      { triggerEvent: 'CATEGORY_CASH_FLOW', params: { accountIds: '102', categoryId: '7' } },
    ),
    allowed(
      'RULE-OVERLAP-ALLOWED',
      'a BANK_LOGIN_ERROR rule on a bank connection and one on that connection and another',
      [{ triggerEvent: 'BANK_LOGIN_ERROR', params: { bankConnectionIds: '11' } }],
      { triggerEvent: 'BANK_LOGIN_ERROR', params: { bankConnectionIds: '11,12' } },
    ),
    allowed(
      'RULE-SEVERAL-CATEGORIES',
      'a category rule on the same account with another category',
      [{ triggerEvent: 'CATEGORY_CASH_FLOW', params: { accountIds: '101', categoryId: '7' } }],
      { triggerEvent: 'CATEGORY_CASH_FLOW', params: { accountIds: '101', categoryId: '8' } },
    ),
    allowed('MESSAGE-SEPARATE-RULES', 'a rule on each of two accounts', [balanceOn('101')], balanceOn('102')),
    {
      clause: 'RULE-OWNED-BY-USER',
      says: 'creates the rule',
      given: 'another user of the client with the same rule',
      // An account that no other case names: what the two users share is this rule alone.
      first: [{ ...created(balanceOn('140')), as: 'other user' }],
      when: 'createNotificationRule',
      send: balanceOn('140'),
      then: '2XX',
      needs: 'memory',
    },
    {
      clause: 'AUTH-USER-TOKEN-CONTEXT',
      says: 'refuses the second rule of the user whose token it is',
      given: 'the same rule of the same user, and one of another user between them',
      first: [created(balanceOn('101')), { ...created(balanceOn('101')), as: 'other user' }],
      when: 'createNotificationRule',
      send: balanceOn('101'),
      then: 'refused',
      needs: 'memory',
    },
  ]),
);
