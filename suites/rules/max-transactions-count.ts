/** Cases of the limits of maxTransactionsCount, on both sides, for both trigger events that have it. */
import { broken } from '../../src/drive/calls/broken.ts';
import { type Case, cases } from '../../src/drive/cases/case.ts';

const rules = [
  {
    triggerEvent: 'NEW_TRANSACTIONS',
    params: { maxTransactionsCount: 50 },
    callbackHandle: 'new',
    includeDetails: true,
  },
  {
    triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
    params: { absoluteAmountThreshold: 1000, maxTransactionsCount: 50 },
    callbackHandle: 'high',
    includeDetails: true,
  },
] as const;

function counted(rule: (typeof rules)[number], count: number, then: '2XX' | 'refused'): Case {
  return {
    clause: 'RULE-MAX-TRANSACTIONS-COUNT',
    says: then === '2XX' ? 'creates the rule' : 'refuses the rule',
    given: `a ${rule.triggerEvent} rule with a maxTransactionsCount of ${count}`,
    when: 'createNotificationRule',
    send: broken(rule, { set: '/params/maxTransactionsCount', to: count }),
    then,
    needs: 'judgement',
    ...(then === 'refused' && { assuming: { countOutOfRange: 'refused' } }),
  };
}

export const maxTransactionsCountCases = cases(
  import.meta.url,
  rules.flatMap((rule) => [
    counted(rule, -1, 'refused'),
    counted(rule, 0, '2XX'),
    counted(rule, 100, '2XX'),
    counted(rule, 101, 'refused'),
  ]),
);
