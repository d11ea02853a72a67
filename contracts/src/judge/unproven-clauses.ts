/** Which clauses of the ledger nothing proves: no schema states them, no rule judges them, no case cites them. */
import type { ClauseId } from '../../generated/clause-id.ts';
import ledger from '../../generated/clauses.json' with { type: 'json' };
import { statedClauses } from './stated-clauses.ts';

/** `cited`: the clauses of all cases and scenarios. Excluded clauses need no proof. In the order of the ledger. */
export function unprovenClauses(cited: Iterable<ClauseId>): ClauseId[] {
  const proven = new Set<string>([...statedClauses(), ...cited]);
  return ledger.clauses
    .filter(({ id, level }) => level !== 'excluded' && !proven.has(id))
    .map(({ id }) => id as ClauseId);
}
