/** The category of a message is the one of its rule, and its transactions belong to it (Trigger semantics 7, 10). */
import type { ClauseId } from '../../../generated/clause-id.ts';
import { isNumber, show } from '../../base/text.ts';
import type { Breach, MessageQuestion } from '../clause-check.ts';
import { compareDecimals } from '../compare-decimals.ts';
import { askTransactions } from './common-checks.ts';

export const categoryQuestions: MessageQuestion[] = [
  {
    clause: 'MESSAGE-CATEGORY-ID',
    events: ['CATEGORY_CASH_FLOW'],
    needs: 'rule',
    question: ({ exact }, { categoryId, rule }) => {
      const found = exact['categoryId'];
      if (!isNumber(found)) return 'silent';
      if (compareDecimals(found, categoryId) === 0) return 'held';
      const due = show(rule.params?.['categoryId'], false);
      const message = `categoryId is ${show(found, false)}, not ${due}, that of the rule`;
      return [{ pointer: '/categoryId', message }];
    },
  },
  {
    clause: 'MESSAGE-CATEGORY-CHILDREN',
    events: ['CATEGORY_CASH_FLOW'],
    needs: 'rule',
    question: ({ sent }, { includeChildCategories: due }) => {
      if (due === undefined) return 'silent';
      return repeatsChildren(sent['includeChildCategories'], due, 'that of the rule');
    },
  },
  {
    clause: 'RULE-CATEGORY-CHILDREN-DEFAULT',
    events: ['CATEGORY_CASH_FLOW'],
    needs: 'rule',
    question: ({ sent }, { includeChildCategories: due }) => {
      if (due !== undefined) return 'silent';
      return repeatsChildren(sent['includeChildCategories'], true, 'for a rule that does not say');
    },
  },
  {
    // With sub-categories any category may be one of them: the tree is not shown.
    clause: 'MESSAGE-CATEGORY-SUB-OFF',
    events: ['CATEGORY_CASH_FLOW'],
    needs: 'message',
    question: (message) => {
      const { categoryId: due, includeChildCategories } = message.exact;
      if (includeChildCategories !== false || !isNumber(due)) return 'silent';
      return askTransactions(message, ({ categoryId: found }) => {
        const apart = compareDecimals(found, due);
        if (apart === undefined) return 'silent';
        if (apart === 0) return 'held';
        return {
          pointer: '/categoryId',
          message: 'categoryId is another category, not that of the message, which counts no sub-categories',
        };
      });
    },
  },
  forWaiting('MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-ID', 'categoryId'),
  forWaiting('MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-NAME', 'categoryName'),
];

function repeatsChildren(found: unknown, due: boolean, whose: string): 'held' | 'silent' | Breach[] {
  if (typeof found !== 'boolean') return 'silent';
  if (found === due) return 'held';
  const message = `includeChildCategories is ${found}, not ${due}, ${whose}`;
  return [{ pointer: '/includeChildCategories', message }];
}

/** Transactions of a rule with waitForCategorization have their category fields, null without a category. */
function forWaiting(clause: ClauseId, field: string): MessageQuestion {
  return {
    clause,
    events: ['NEW_TRANSACTIONS'],
    needs: 'rule',
    question: (message, { waitsForCategorization }, { nullAsAbsent }) => {
      // What may be null may be absent where both mean the same.
      if (!waitsForCategorization || nullAsAbsent.includes(field)) return 'silent';
      return askTransactions(message, (transaction) => {
        if (Object.hasOwn(transaction, field)) return 'held';
        return {
          pointer: `/${field}`,
          message: `${field} is missing, and the rule waits for categorization`,
        };
      });
    },
  };
}
