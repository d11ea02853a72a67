/** Which clauses a run is about: some by their ids, or all of an area. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { nearest } from '../../contracts/src/contract/nearest.ts';
import { show } from '../../contracts/src/contract/show.ts';
import { Stop } from '../../contracts/src/contract/stop.ts';

/** All clauses without a name; throws Stop(64) for a name that is neither clause nor area. */
export function selection(...names: readonly string[]): (clause: ClauseId) => boolean {
  if (names.length === 0) return () => true;
  const chosen = new Set(names.flatMap(named));
  return (clause) => chosen.has(clause);
}

function named(name: string): string[] {
  const chosen = ledger.clauses.filter(({ id, area }) => id === name || area === name).map(({ id }) => id);
  if (chosen.length > 0) return chosen;
  const areas = [...new Set(ledger.clauses.map(({ area }) => area))];
  const meant = nearest(name, [...areas, ...ledger.clauses.map(({ id }) => id)]);
  const hint = meant ? `; did you mean ${meant}?` : ` (${areas.join(', ')}).`;
  throw new Stop(64, `--only ${show(name, false)} is neither a clause of the ledger nor an area${hint}`);
}
