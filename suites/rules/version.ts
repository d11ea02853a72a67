/** Cases of waitForCategorization: accepted on API v2, refused on API v1. */
import { cases } from '../../src/drive/cases/case.ts';

const waits = {
  triggerEvent: 'NEW_TRANSACTIONS',
  params: { waitForCategorization: true },
  callbackHandle: 'waits',
  includeDetails: true,
} as const;

export const versionRuleCases = cases(import.meta.url, [
  {
    clause: 'RULE-WAIT-V2',
    says: 'creates the rule',
    given: 'API v2 and waitForCategorization',
    when: 'createNotificationRule',
    api: 'v2',
    send: waits,
    then: '2XX',
    needs: 'judgement',
  },
  {
    clause: 'RULE-WAIT-V1-REFUSED',
    says: 'refuses the rule',
    given: 'API v1 and waitForCategorization',
    when: 'createNotificationRule',
    api: 'v1',
    send: waits,
    then: 'refused',
  },
  {
    clause: 'RULE-WAIT-V1-REFUSED',
    says: 'refuses the rule',
    given: 'API v1 and waitForCategorization set to false',
    when: 'createNotificationRule',
    api: 'v1',
    send: { ...waits, params: { waitForCategorization: false } },
    then: 'refused',
  },
]);
