/** Checks of NEW_TRANSACTIONS messages: an item for each account with new transactions (Trigger semantics 2, 10). */
import type { ClauseId } from '../../../generated/clause-id.ts';
import { isSet } from '../../base/json-value.ts';
import { held, type MessageCheck, transactionCheck } from '../clause-check.ts';
import { isNoNullText } from './common.ts';

/** If the rule waits, details include the category, or null where none was assigned (Trigger semantics 10). */
function hasCategory(clause: ClauseId, field: string): MessageCheck {
  const expected = 'one of a rule with waitForCategorization';
  return {
    ...transactionCheck(clause, ({ [field]: found }) =>
      held(found !== undefined, `/${field}`, expected, 'missing'),
    ),
    isEvaluated: (rule) => rule?.waitsForCategorization === true,
  };
}

export const newTransactions: readonly MessageCheck[] = [
  hasCategory('MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-ID', 'categoryId'),
  hasCategory('MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-NAME', 'categoryName'),
  // A category may have any name.
  transactionCheck('MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-NAME', (transaction) =>
    isSet(transaction['categoryId']) ? 'silent' : isNoNullText(transaction, 'categoryName'),
  ),
];
