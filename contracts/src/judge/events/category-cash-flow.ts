/** Checks of CATEGORY_CASH_FLOW messages: an item for each account with newly categorized transactions (Trigger semantics 7). */
import { isSet } from '../../base/json-value.ts';
import { held, type MessageCheck, transactionCheck } from '../clause-check.ts';
import { hasDetails, isOrdered, repeatsNumber } from './common.ts';

/** If the rule is unknown, items without details show a rule without them. */
const categoryNameOnlyWithDetails: MessageCheck = {
  clause: 'MESSAGE-CATEGORY-NAME-ONLY-DETAILS',
  check: ({ message: { items, sent }, rule }) => {
    const isBare = rule === undefined && items.length > 0 && !items.some(hasDetails);
    const expected = isBare ? 'none, as no item has details' : 'none for a rule without includeDetails';
    const isAbsent = isBare || rule?.includeDetails === false ? !isSet(sent['categoryName']) : undefined;
    return held(isAbsent, '/categoryName', expected, 'unexpected');
  },
};

/**
 * The category tree is not documented, so a category is compared only if the rule excludes sub-categories. The rule is read
 * for that, since no message has to repeat it (CATEGORY-CHILDREN-REPEATED).
 */
const noSubCategories = transactionCheck('MESSAGE-CATEGORY-SUB-OFF', ({ categoryId: found }, { rule }) => {
  if (rule?.includeChildCategories !== false) return 'silent';
  const isOfRule = isOrdered(found, rule.categoryId, (order) => order === 0);
  return held(isOfRule, '/categoryId', 'that of the rule, which counts no sub-categories');
});

export const categoryCashFlow: readonly MessageCheck[] = [
  categoryNameOnlyWithDetails,
  repeatsNumber('MESSAGE-CATEGORY-ID', 'categoryId', ({ categoryId }) => categoryId),
  noSubCategories,
];
