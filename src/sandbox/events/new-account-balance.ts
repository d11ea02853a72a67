/** NEW_ACCOUNT_BALANCE: the balance of an account changed (Trigger semantics 1). */
import { balanceChanges } from '../batch-update/item-fields.ts';
import { NONE, type SandboxEvent } from '../batch-update/trigger-event.ts';
import { isBalanceChanged } from '../user-update.ts';

export const newAccountBalance: SandboxEvent<'NEW_ACCOUNT_BALANCE'> = {
  counts: (change) => (isBalanceChanged(change) ? NONE : undefined),
  message: (match, { settings }) => ({ balanceChanges: balanceChanges(match, settings) }),
};
