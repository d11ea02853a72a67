/** CATEGORY_CASH_FLOW: new transactions were categorized with the category of the rule (Trigger semantics 7). */
import { accountFields, categoryFields, coreFields, details, listed } from '../batch-update/item-fields.ts';
import { type MessageContext, type SandboxEvent, some } from '../batch-update/trigger-event.ts';
import { idKey, type Key, keyOfText } from '../exact-numbers.ts';
import type { Rule } from '../rules.ts';
import type { Category } from '../state.ts';
import type { NewTransaction } from '../user-update.ts';

export const categoryCashFlow: SandboxEvent<'CATEGORY_CASH_FLOW'> = {
  counts: ({ transactions }, rule, { categories, settings, update }) =>
    // CASH-FLOW-WITHOUT-CATEGORIZATION: categories that something else assigned count, or do not.
    update.isAutoCategorizationEnabled || settings.cashFlowWithoutCategorization === 'sent'
      ? some(transactions.filter((transaction) => isOfCategory(transaction, rule, categories)))
      : undefined,
  dueAt: (_, { categorizedAt }) => categorizedAt,
  message: (match, { settings, categories }) => {
    const { params, includeDetails } = match.rule;
    // A rule of an unknown category matches nothing.
    const category = categories.get(keyOfText(params.categoryId ?? '')) as Category;
    return {
      categoryId: category.id,
      ...(includeDetails && { categoryName: category.name }),
      includeChildCategories: params.includeChildCategories ?? true,
      categoryCashFlows: match.accounts.map((found) => ({
        ...accountFields(found),
        ...details(match, () => ({
          transactions: listed(found.transactions, settings).map((transaction) => ({
            ...coreFields(transaction, settings),
            ...categoryFields(transaction, categories),
          })),
        })),
      })),
    };
  },
};

/** Whether a transaction has the rule's category or one below it. */
function isOfCategory(
  { categoryId }: NewTransaction,
  { params: { categoryId: wanted = '', includeChildCategories = true } }: Rule,
  categories: MessageContext['categories'],
): boolean {
  if (categoryId === undefined || categoryId === null) return false;
  const [category, own] = [idKey(categoryId), keyOfText(wanted)];
  return category === own || (includeChildCategories && topCategory(category, categories) === own);
}

/** The topmost parent of a category, or the category itself. A world has no loops. */
function topCategory(category: Key, categories: MessageContext['categories']): Key {
  const parentId = categories.get(category)?.parentId;
  return parentId === undefined ? category : topCategory(idKey(parentId), categories);
}
