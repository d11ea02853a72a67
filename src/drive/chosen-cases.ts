/** Which cases a run of chosen clauses takes: their own, and for a clause without one those that show it by the way. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';

interface Row {
  readonly clause: ClauseId;
  /** The clauses beside its own that the case shows when all goes well. */
  readonly foreseen: ReadonlySet<ClauseId>;
}

/** `rows` are all that there are. */
export function chosenCases<R extends Row>(rows: readonly R[], only: (clause: ClauseId) => boolean): R[] {
  const cited = new Set(rows.map(({ clause }) => clause));
  const shows = (clause: ClauseId) => only(clause) && !cited.has(clause);
  return rows.filter(({ clause, foreseen }) => only(clause) || [...foreseen].some(shows));
}
