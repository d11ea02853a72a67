/** Every call in user context is carried out for the user who was authorized last. */
import type { Caller } from '../../sandbox/decisions/authorization.ts';
import { Refusal } from '../../sandbox/refusal.ts';
import type { FaultySeams } from '../fault.ts';

export function latestUsersContext(): FaultySeams {
  let latest: Caller = {};
  return {
    decide: (name, outcome) => {
      if (outcome instanceof Refusal || (name !== 'credentials' && name !== 'authorization')) return outcome;
      const { user } = outcome as Caller;
      if (name === 'credentials' && user) latest = { user };
      return name === 'authorization' && user && latest.user ? (latest as typeof outcome) : outcome;
    },
  };
}
