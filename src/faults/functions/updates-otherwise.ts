/** A batch update updates other users than it is to update. */
import type { State, User } from '../../sandbox/state.ts';
import type { FaultySeams } from '../fault.ts';

export function updatesOtherwise(isUpdated: (user: User, state: State) => boolean): () => FaultySeams {
  return () => ({ updates: (_, user, state) => isUpdated(user, state) });
}
