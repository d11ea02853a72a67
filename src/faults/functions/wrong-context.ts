/** Calls are carried out, and tokens issued, for another than the one who asked. */
import type { Caller } from '../../sandbox/decisions/authorization.ts';
import { Refusal } from '../../sandbox/refusal.ts';
import type { State } from '../../sandbox/state.ts';
import type { FaultySeams } from '../fault.ts';

/** `other` gives another caller for the good outcome of that decision. */
export function wrongContext(
  decision: 'authorization' | 'credentials',
  other: (caller: Caller, state: State) => Caller,
): FaultySeams {
  return {
    decide: (name, outcome, { state }) =>
      name === decision && !(outcome instanceof Refusal)
        ? (other(outcome as Caller, state) as typeof outcome)
        : outcome,
  };
}
