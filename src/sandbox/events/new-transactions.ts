/** NEW_TRANSACTIONS: new transactions were downloaded, and categorized where the rule waits for that (Trigger semantics 2 and 10). */
import {
  accountFields,
  adjustingField,
  assignedCategory,
  capped,
  coreFields,
  countField,
  details,
} from '../batch-update/item-fields.ts';
import { type SandboxEvent, some } from '../batch-update/trigger-event.ts';

export const newTransactions: SandboxEvent<'NEW_TRANSACTIONS'> = {
  counts: ({ transactions }) => some(transactions),
  dueAt: ({ params }, { at, categorizedAt }, accounts, { waitsForUnlisted }) => {
    if (params.waitForCategorization !== true) return at;
    if (waitsForUnlisted) return categorizedAt;
    // WAITING-FOR-UNLISTED: all accounts of the rule with new transactions are in its match.
    const last = Math.max(...accounts.map(({ change }) => change.categorizedAt));
    return Math.min(last, categorizedAt);
  },
  message: (match, { settings, categories }) => {
    const { rule, update } = match;
    return {
      newTransactions: match.accounts.map((found) => ({
        ...accountFields(found),
        newTransactionsCount: countField(found.transactions, rule, settings),
        ...details(match, () => ({
          transactionDetails: capped(found.transactions, rule, settings).map((transaction) => ({
            ...coreFields(transaction, settings),
            ...adjustingField(transaction, update),
            ...(rule.params.waitForCategorization && assignedCategory(transaction, update, categories)),
          })),
        })),
      })),
    };
  },
};
