/** Which cases of a catalogue a run plays. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { show } from '../../contracts/src/base/text.ts';
import { UsageError } from '../base/errors.ts';
import { nearest } from '../base/words.ts';
import { callsIn } from './case.ts';
import { withNeeds } from './clause-results.ts';
import type { CaseRow, NamedCase } from './planned-case.ts';
import type { ClauseResult } from './verdict.ts';

/** Which cases a run plays: all without a choice. */
export interface Choice {
  /** Only the cases of these clauses and of what they need, or those that show them. */
  readonly only?: (clause: ClauseId) => boolean;
  /** The ids of cases that are played, too, without what their clauses need. */
  readonly cases?: ReadonlySet<string>;
  /** One case of each call and one of messages, for a first look in seconds. */
  readonly isSmoke?: boolean;
}

/**
 * The cases of the chosen clauses and of what these need, those that find it, and for a chosen clause without cases
 * those that show it. `all` are all that there are.
 */
export function chosenCases<Row extends Pick<CaseRow, 'clause' | 'covers' | 'finds'>>(
  all: readonly Row[],
  only: (clause: ClauseId) => boolean,
): Row[] {
  const taken = withNeeds((ledger.clauses as { id: ClauseId }[]).map(({ id }) => id).filter(only));
  const cited = new Set(all.map(({ clause }) => clause));
  const shows = (clause: ClauseId) => only(clause) && !cited.has(clause);
  return all.filter(
    ({ clause, covers, finds }) =>
      taken.has(clause) || [...covers].some(shows) || [...finds].some((one) => taken.has(one)),
  );
}

/** Throws UsageError for an id that no case has. */
export function choose(
  all: readonly CaseRow[],
  { only, cases, isSmoke = false }: Choice,
): {
  readonly rows: readonly CaseRow[];
  /** Which results of clauses are those of the run. */
  readonly judges: (result: Pick<ClauseResult, 'clause' | 'verdict'>) => boolean;
} {
  if (isSmoke) {
    const rows = smokeRows(all);
    const judged = new Set(rows.flatMap(({ clause, covers }) => [clause, ...covers]));
    return { rows, judges: ({ clause, verdict }) => judged.has(clause) && verdict !== 'out of reach' };
  }
  if (!only && !cases) return { rows: all, judges: () => true };
  const named = all.filter(({ id }) => cases?.has(id));
  const unknown = [...(cases ?? [])].find((id) => !named.some((row) => row.id === id));
  if (unknown !== undefined) throw new UsageError(`--only: unknown case ${show(unknown, false)}.`);
  const chosen = new Set([...(only ? chosenCases(all, only) : []), ...named]);
  const own = new Set(named.map(({ clause }) => clause));
  // What a named case finds beside its clause counts.
  const isFound = ({ verdict }: Pick<ClauseResult, 'verdict'>) => named.length > 0 && verdict === 'violated';
  return {
    rows: all.filter((row) => chosen.has(row)),
    judges: (result) => only?.(result.clause) || own.has(result.clause) || isFound(result),
  };
}

/** The cheapest row within reach for each call that succeeds, and one for messages: fewest steps, then most clauses. */
function smokeRows(all: readonly CaseRow[]): CaseRow[] {
  const within = all
    .filter(({ whyNot, covers, isRefusal }) => !whyNot && covers.size > 0 && !isRefusal)
    .map(withOneRequest);
  const kinds = Map.groupBy(within, ({ stated }) => callsIn(stated).at(-1)?.when ?? 'messages');
  // A scenario creates its rule.
  if (kinds.has('messages')) kinds.delete('createNotificationRule');
  const cost = ({ stated, further, covers }: CaseRow) =>
    (stated.length + further.filter((step) => !('make' in step)).length) * 1000 - covers.size;
  const best = new Set([...kinds.values()].map((of) => of.toSorted((a, b) => cost(a) - cost(b))[0]));
  return within.filter((it) => best.has(it));
}

/** Sends only the full request of an acceptance case, and none that finds out why it is refused. */
function withOneRequest(row: CaseRow): CaseRow {
  const { accepted } = row;
  if (!accepted) return row;
  const stated = row.stated.slice(-1 - callsIn(accepted.row.first).length);
  const alone = { ...accepted.row, accepts: { ...accepted.row.accepts, pairs: [] } };
  return { ...row, stated, accepted: { row: alone, bodies: accepted.bodies.slice(-1) } };
}

/**
 * Chooses clauses by id or area, and cases by id; all without a name. `cases` are those of the catalogue. Throws UsageError for
 * a name that is none of these.
 */
export function choiceOf(
  names: readonly string[],
  cases: readonly Pick<NamedCase, 'id'>[],
): Pick<Choice, 'only' | 'cases'> {
  const ids = names.filter((name) => CASE_ID.test(name));
  const known = cases.map(({ id }) => id);
  const unknown = ids.find((id) => !ALONE.test(id) && !known.includes(id));
  if (unknown !== undefined) {
    const meant = nearest(unknown, known);
    throw new UsageError(
      `--only: unknown case ${show(unknown, false)}${meant ? `; did you mean ${meant}?` : '.'}`,
    );
  }
  const others = names.filter((name) => !CASE_ID.test(name));
  return {
    ...(others.length > 0 && { only: selection(...others) }),
    ...(ids.length > 0 && { cases: new Set(ids) }),
  };
}

/** A field has such a case for targets whose test data leave it out of the full request. */
const ALONE = /\.alone$/;
const CASE_ID = /\.(\d+|alone)$/;

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
  throw new UsageError(`--only: unknown clause, area or case ${show(name, false)}${hint}`);
}
