/** Carries out a batch update: the users it updates, their new state, and the rules that it matches. */
import type { Seams } from '../seams.ts';
import type { Settings } from '../settings.ts';
import type { State } from '../state.ts';
import { matchRules } from './match-rules.ts';
import { readUpdate } from './read-update.ts';
import type { RuleMatch } from './rule-match.ts';
import type { BatchUpdate } from './user-update.ts';

/**
 * The matches of all users, a message each. Nobody is updated while the client is not set up for batch updates, nor a
 * user without isAutoUpdateEnabled. `now` is epoch milliseconds. Throws UpdateError, and then nothing has changed.
 */
export function runUpdate(
  update: BatchUpdate,
  state: State,
  now: number,
  seams: Seams,
  settings: Settings,
): readonly RuleMatch[] {
  const read = readUpdate(update, state, now);
  const { batchUpdates } = state.client;
  const updated = read.filter(({ user }) =>
    seams.updates(batchUpdates && user.isAutoUpdateEnabled, user, state),
  );
  const matches = updated.flatMap((one) => matchRules(one, { state, settings, seams }));
  for (const { changes } of updated) {
    for (const { account, newBalance = account.balance } of changes) account.balance = newBalance;
  }
  return seams.matches(matches, state);
}
