/** HIGH_TRANSACTION_AMOUNT: the absolute amount of a new transaction is the threshold or greater (Trigger semantics 6). */
import {
  accountFields,
  adjustingField,
  capped,
  coreFields,
  counted,
  countField,
  details,
  threshold,
} from '../batch-update/item-fields.ts';
import { type SandboxEvent, some } from '../batch-update/trigger-event.ts';
import { amountOf } from '../exact-numbers.ts';

export const highTransactionAmount: SandboxEvent<'HIGH_TRANSACTION_AMOUNT'> = {
  counts: ({ transactions }, { params: { absoluteAmountThreshold: least } }) =>
    least && some(transactions.filter(({ amount }) => amountOf(amount).abs().gte(least))),
  message: (match, { settings }) => {
    const { rule, update } = match;
    return {
      absoluteAmountThreshold: threshold(rule.params.absoluteAmountThreshold, settings),
      newTransactions: match.accounts.map((found) => ({
        ...accountFields(found),
        newTransactionsCount: countField(counted(found, settings), rule, settings),
        ...details(match, () => ({
          transactionDetails: capped(found.transactions, rule, settings).map((transaction) => ({
            ...coreFields(transaction, settings),
            ...adjustingField(transaction, update),
          })),
        })),
      })),
    };
  },
};
