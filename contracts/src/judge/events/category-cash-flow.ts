/** Checks of CATEGORY_CASH_FLOW messages: an item for each account with newly categorized transactions (Trigger semantics 7). */
import { compareDecimals } from '../../base/decimal.ts';
import { isNumber } from '../../base/json-value.ts';
import { show } from '../../base/text.ts';
import {
  breach,
  type CheckResult,
  type EventChecks,
  type MessageCheck,
  type RuleCheck,
  transactionCheck,
} from '../clause-check.ts';
import type { NotificationMessage } from '../read-message.ts';
import * as common from './common.ts';

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

const childrenOfRule: RuleCheck = {
  clause: 'MESSAGE-CATEGORY-CHILDREN',
  check: ({ message, rule: { includeChildCategories: due } }) =>
    due === undefined ? 'silent' : repeatsChildren(message, due, 'that of the rule'),
};

const childrenByDefault: RuleCheck = {
  clause: 'RULE-CATEGORY-CHILDREN-DEFAULT',
  check: ({ message, rule: { includeChildCategories: given } }) =>
    given === undefined ? repeatsChildren(message, true, 'the default') : 'silent',
};

/** With sub-categories any category may be one of them: the tree is not shown. */
const noSubCategories = transactionCheck('MESSAGE-CATEGORY-SUB-OFF', ({ categoryId: found }, { message }) => {
  const { categoryId: due, includeChildCategories } = message.exact;
  if (includeChildCategories !== false || !isNumber(due)) return 'silent';
  const apart = compareDecimals(found, due);
  if (apart === undefined) return 'silent';
  if (apart === 0) return 'upheld';
  const text = 'categoryId is another category, not that of the message, which counts no sub-categories';
  return breach('/categoryId', text);
});

export const categoryCashFlow: EventChecks = {
  ofMessage: [
    ...common.encryption,
    common.plainBankName('MESSAGE-ITEM-BANK-NAME'),
    common.detailsOfAllItems,
    categoryNameOnlyWithDetails,
    common.oneItemPerMatch('MESSAGE-CATEGORY'),
    common.listNotEmpty('MESSAGE-CATEGORY'),
    common.newestFirst,
    common.ownTransactionIds('MESSAGE-CATEGORY-DETAILS-ID'),
    noSubCategories,
  ],
  ofRule: [
    ...common.identity,
    ...common.detailsOfRule,
    categoryNameOnlyWithDetailsOfRule,
    common.listedOnly,
    categoryOfRule,
    childrenOfRule,
    childrenByDefault,
  ],
};

function noCategoryName({ sent }: NotificationMessage, when: string): CheckResult {
  if (!common.isSet(sent['categoryName'])) return 'upheld';
  return breach('/categoryName', `categoryName is present ${when}, not absent`);
}

function repeatsChildren({ sent }: NotificationMessage, due: boolean, whose: string): CheckResult {
  const found = sent['includeChildCategories'];
  if (typeof found !== 'boolean') return 'silent';
  if (found === due) return 'upheld';
  return breach('/includeChildCategories', `includeChildCategories is ${found}, not ${due}, ${whose}`);
}
