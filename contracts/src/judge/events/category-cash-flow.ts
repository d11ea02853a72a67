/** Checks of CATEGORY_CASH_FLOW messages: an item for each account with newly categorized transactions (Trigger semantics 7). */
import { compareDecimals } from '../../base/decimal.ts';
import { isNumber } from '../../base/json-value.ts';
import { show } from '../../base/text.ts';
import {
  breach,
  type CheckResult,
  type EventChecks,
  eachTransaction,
  itemOfRuleCheck,
  type MessageCheck,
  type RuleCheck,
} from '../clause-check.ts';
import type { NotificationMessage } from '../read-message.ts';
import * as common from './common.ts';
import * as lists from './list-checks.ts';

const categoryNameOnlyWithDetailsOfRule: RuleCheck = {
  clause: 'MESSAGE-CATEGORY-NAME-ONLY-DETAILS',
  check: ({ message, rule }) =>
    rule.includeDetails ? 'silent' : noCategoryName(message, 'for a rule without includeDetails'),
};

/** Items without details show a rule that does not include them. */
const categoryNameOnlyWithDetails: MessageCheck = {
  clause: 'MESSAGE-CATEGORY-NAME-ONLY-DETAILS',
  check: (message) => {
    const isUnknown = message.items.length === 0 || message.items.some(common.hasDetails);
    return isUnknown ? 'silent' : noCategoryName(message, 'while no item has details');
  },
};

const categoryOfRule: RuleCheck = {
  clause: 'MESSAGE-CATEGORY-ID',
  check: ({ message, rule: { categoryId, rule } }) => {
    const found = message.exact['categoryId'];
    if (!isNumber(found)) return 'silent';
    if (compareDecimals(found, categoryId) === 0) return 'upheld';
    const due = show(rule.params?.['categoryId'], false);
    return breach('/categoryId', `categoryId is ${show(found, false)}, not ${due}, that of the rule`);
  },
};

/**
 * With sub-categories any category may be one of them: the tree is not shown. Whether the message repeats what the rule
 * says of them is not shown either (CATEGORY-CHILDREN-REPEATED), so the rule decides.
 */
const noSubCategories = itemOfRuleCheck('MESSAGE-CATEGORY-SUB-OFF', (item, { message, rule }) => {
  const { categoryId: due, includeChildCategories } = rule;
  if (includeChildCategories !== false) return 'silent';
  return eachTransaction(item, message, ({ categoryId: found }) => {
    const apart = compareDecimals(found, due);
    if (apart === undefined) return 'silent';
    if (apart === 0) return 'upheld';
    const text = 'categoryId is another category, not that of the rule, which counts no sub-categories';
    return breach('/categoryId', text);
  });
});

export const categoryCashFlow: EventChecks = {
  ofMessage: [
    ...common.ofItems('MESSAGE-CATEGORY'),
    categoryNameOnlyWithDetails,
    lists.listNotEmpty('MESSAGE-CATEGORY'),
    ...lists.ofTransactions('MESSAGE-CATEGORY-DETAILS-ID'),
  ],
  ofRule: [...common.ofItemRule, categoryNameOnlyWithDetailsOfRule, categoryOfRule, noSubCategories],
};

function noCategoryName({ sent }: NotificationMessage, when: string): CheckResult {
  if (!common.isSet(sent['categoryName'])) return 'upheld';
  return breach('/categoryName', `categoryName is present ${when}, not absent`);
}
