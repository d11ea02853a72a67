/** LOW_ACCOUNT_BALANCE: a new balance is below the threshold (Trigger semantics 5). */
import { balanceChanges, threshold } from '../batch-update/item-fields.ts';
import { NONE, type SandboxEvent } from '../batch-update/trigger-event.ts';
import { isBalanceChanged } from '../user-update.ts';

export const lowAccountBalance: SandboxEvent<'LOW_ACCOUNT_BALANCE'> = {
  counts: (change, { params: { balanceThreshold } }, { settings }) => {
    const counts = isBalanceChanged(change) || settings.unchangedLowBalance === 'sent';
    return counts && balanceThreshold && change.newBalance?.lt(balanceThreshold) ? NONE : undefined;
  },
  message: (match, { settings }) => ({
    balanceThreshold: threshold(match.rule.params.balanceThreshold, settings),
    balanceChanges: balanceChanges(match, settings),
  }),
};
