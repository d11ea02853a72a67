/** Cases of rules that are not created: required params that are missing. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { broken, type Edit } from '../../src/drive/calls/broken.ts';
import { type Case, cases } from '../../src/drive/cases/case.ts';

const low = {
  triggerEvent: 'LOW_ACCOUNT_BALANCE',
  params: { balanceThreshold: 0, accountIds: '101' },
  callbackHandle: 'below-zero',
  includeDetails: false,
} as const;

const high = {
  triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
  params: { absoluteAmountThreshold: 1000, accountIds: '101' },
  callbackHandle: 'high-amount',
  includeDetails: false,
} as const;

const category = {
  triggerEvent: 'CATEGORY_CASH_FLOW',
  params: { categoryId: '7', accountIds: '101' },
  callbackHandle: 'category',
  includeDetails: false,
} as const;

function refused(clause: ClauseId, valid: object, edit: Edit, given: string): Case {
  const send = broken(valid, edit);
  return { clause, says: 'refuses the rule', given, when: 'createNotificationRule', send, then: 'refused' };
}

export const refusedRuleCases = cases(import.meta.url, [
  refused(
    'RULE-LOW-PARAMS-REQUIRED',
    low,
    { without: '/params' },
    'a LOW_ACCOUNT_BALANCE rule without params',
  ),
  refused(
    'RULE-LOW-THRESHOLD',
    low,
    { without: '/params/balanceThreshold' },
    'a LOW_ACCOUNT_BALANCE rule without balanceThreshold',
  ),
  refused(
    'RULE-HIGH-PARAMS-REQUIRED',
    high,
    { without: '/params' },
    'a HIGH_TRANSACTION_AMOUNT rule without params',
  ),
  refused(
    'RULE-HIGH-THRESHOLD',
    high,
    { without: '/params/absoluteAmountThreshold' },
    'a HIGH_TRANSACTION_AMOUNT rule without absoluteAmountThreshold',
  ),
  refused(
    'RULE-CATEGORY-PARAMS-REQUIRED',
    category,
    { without: '/params' },
    'a CATEGORY_CASH_FLOW rule without params',
  ),
  refused(
    'RULE-CATEGORY-ID',
    category,
    { without: '/params/categoryId' },
    'a CATEGORY_CASH_FLOW rule without categoryId',
  ),
]);
