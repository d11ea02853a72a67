/** Which cases of a catalogue a run plays. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { UsageError } from '../../contracts/src/base/errors.ts';
import { nearest, show } from '../../contracts/src/base/text.ts';
import { FIRST_USERS } from './callers.ts';
import type { CaseRow } from './planned-case.ts';
import type { ClauseResult } from './verdict.ts';

/** Which cases a run plays: all without a choice. */
export interface Choice {
  /** Only the cases of these clauses, or those that show them. */
  readonly only?: (clause: ClauseId) => boolean;
  /** One case of each call and one of messages, for a first look in seconds. */
  readonly isSmoke?: boolean;
}

export interface ChosenRows {
  readonly rows: readonly CaseRow[];
  /** Which results of clauses are those of the run. */
  readonly judges: (result: Pick<ClauseResult, 'clause' | 'verdict'>) => boolean;
}

/**
 * The cases of the chosen clauses, those with one in their reserve, and for a clause without cases those that show it.
 * `all` are all that there are.
 */
export function chosenCases<
  Row extends {
    readonly clause: ClauseId;
    readonly foreseen: ReadonlySet<ClauseId>;
    readonly reserve: readonly Pick<CaseRow, 'clause'>[];
  },
>(all: readonly Row[], only: (clause: ClauseId) => boolean): Row[] {
  const cited = new Set(all.map(({ clause }) => clause));
  const shows = (clause: ClauseId) => only(clause) && !cited.has(clause);
  return all.filter(
    ({ clause, foreseen, reserve }) =>
      only(clause) || [...foreseen].some(shows) || reserve.some((one) => only(one.clause)),
  );
}

export function choose(all: readonly CaseRow[], { only = () => true, isSmoke = false }: Choice): ChosenRows {
  if (!isSmoke) {
    const rows = chosenCases(all, only).map((row) => ({
      ...row,
      reserve: row.reserve.filter(({ clause }) => only(clause)),
    }));
    return { rows, judges: ({ clause }) => only(clause) };
  }
  const rows = smokeRows(all);
  const judged = new Set(rows.flatMap(({ clause, foreseen }) => [clause, ...foreseen]));
  return { rows, judges: ({ clause, verdict }) => judged.has(clause) && verdict !== 'out of reach' };
}

/** Of each call that succeeds, and of messages, the row within reach that takes the fewest steps and then shows the most. */
function smokeRows(all: readonly CaseRow[]): CaseRow[] {
  const within = all.filter(({ whyNot, foreseen, isRefusal }) => !whyNot && foreseen.size > 0 && !isRefusal);
  const kinds = Map.groupBy(within, (row) => (row.isScenario ? 'messages' : lastCallOf(row)));
  // A scenario creates its rule.
  if (kinds.has('messages')) kinds.delete('createNotificationRule');
  const cost = ({ steps, foreseen }: CaseRow) => steps(FIRST_USERS).length * 1000 - foreseen.size;
  const best = new Set([...kinds.values()].map((of) => of.toSorted((a, b) => cost(a) - cost(b))[0]));
  return all.filter((it) => best.has(it)).map((row) => ({ ...row, reserve: [] }));
}

function lastCallOf({ steps }: CaseRow): string | undefined {
  return steps(FIRST_USERS)
    .flatMap((step) => ('call' in step ? (step.call?.when ?? []) : []))
    .at(-1);
}

/** Chooses clauses by id or area; all without a name. Throws UsageError for a name that is neither. */
export function selection(...chosen: readonly string[]): (clause: ClauseId) => boolean {
  if (chosen.length === 0) return () => true;
  const ids = new Set(chosen.flatMap(clausesNamed));
  return (clause) => ids.has(clause);
}

function clausesNamed(name: string): string[] {
  const found = ledger.clauses.filter(({ id, area }) => id === name || area === name).map(({ id }) => id);
  if (found.length > 0) return found;
  const areas = [...new Set(ledger.clauses.map(({ area }) => area))];
  const meant = nearest(name, [...areas, ...ledger.clauses.map(({ id }) => id)]);
  const hint = meant ? `; did you mean ${meant}?` : ` (${areas.join(', ')}).`;
  throw new UsageError(`--only ${show(name, false)} is neither a clause of the ledger nor an area${hint}`);
}
