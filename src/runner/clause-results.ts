/** The verdict of each clause on a target, from the cases that cite or show it, the clauses that it needs, and the deviations. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { andList } from '../base/words.ts';
import { ClauseCount } from '../evidence/clause-count.ts';
import type { Lacks } from './targets/target.ts';
import type { Deviation } from './targets/target-file.ts';
import { needing } from './unproven.ts';
import type { CaseResult, ClauseResult } from './verdict.ts';

interface Row {
  readonly id: ClauseId;
  readonly area: string;
  readonly excluded?: string;
  readonly needs?: readonly ClauseId[];
}

const ROWS = ledger.clauses as readonly Row[];
const NEEDS = new Map(ROWS.map(({ id, needs = [] }) => [id, needs]));

/** The clauses without which this one cannot be observed. */
export function needsOf(clause: ClauseId): readonly ClauseId[] {
  return NEEDS.get(clause) ?? [];
}

/** These clauses and all that they need. */
export function withNeeds(clauses: Iterable<ClauseId>): ReadonlySet<ClauseId> {
  const all = new Set(clauses);
  // A loop over a set also visits what is added during the loop.
  for (const clause of all) for (const need of needsOf(clause)) all.add(need);
  return all;
}

/** How often the cases showed each clause, and what broke it. */
export function countCases(cases: readonly CaseResult[]): ClauseCount {
  const count = new ClauseCount();
  for (const [index, { file, findings, shown }] of cases.entries()) {
    count.show(shown);
    for (const finding of findings) count.find({ ...finding, file, index });
  }
  return count;
}

/**
 * A violated clause explains all findings of the clauses that need it, directly or not: these findings are removed, and their
 * cases are unproven. `dependent` maps each such clause to the violated clause at the root, which itself depends on none.
 */
export function attributed(results: readonly CaseResult[]) {
  const count = countCases(results);
  const isViolated = (clause: ClauseId) => count.verdictOf(clause) === 'violated';
  const dependent = new Map<ClauseId, ClauseId>();
  const rootOf = (clause: ClauseId): ClauseId | undefined => {
    for (const need of needsOf(clause)) {
      if (dependent.has(clause)) break;
      const root = rootOf(need) ?? (isViolated(need) ? need : undefined);
      if (root !== undefined) dependent.set(clause, root);
    }
    return dependent.get(clause);
  };
  for (const clause of NEEDS.keys()) rootOf(clause);
  const cases = results.map((result) => {
    const { clause, verdict, needs } = result;
    const findings = result.findings.filter((finding) => !dependent.has(finding.clause));
    const isOpen = verdict === 'unproven' || findings.length < result.findings.length;
    const ofNeed = needs && (dependent.get(needs) ?? (isViolated(needs) ? needs : undefined));
    const root = isOpen ? (dependent.get(clause) ?? ofNeed) : undefined;
    // A case that is unproven because of its own need keeps its reason.
    const isOwn = root === needs && !dependent.has(clause);
    return { ...result, findings, ...(root !== undefined && !isOwn && needing(root)) };
  });
  return { cases, dependent };
}

/**
 * A clause that depends on a violated one is unproven; otherwise one finding of any case makes it violated. Otherwise the
 * cases that cite it decide: unproven beats out of reach, which beats upheld, and cases for another setting than the target's
 * are ignored. If no case cites it, it is upheld if any case shows it; if none does, the cases that could have shown it decide
 * in the same way. Without such cases it is out of reach, and the reason is what the target lacks for its area.
 */
export function clauseResults(
  cases: readonly CaseResult[],
  lacks: Lacks,
  dependent: ReadonlyMap<ClauseId, ClauseId> = new Map(),
): ClauseResult[] {
  const count = countCases(cases);
  const byClause = Map.groupBy(cases, ({ clause }) => clause);
  const whyNot = (area: string) =>
    lacks[area === 'notifications' ? 'messages' : 'judgement'] ?? 'no case shows it yet';
  return ROWS.filter(({ excluded }) => !excluded)
    .map(({ id: clause, area }): ClauseResult => {
      const root = dependent.get(clause);
      if (root !== undefined) return { clause, ...needing(root), needs: [root] };
      const verdict = count.verdictOf(clause);
      if (verdict === 'violated') return { clause, verdict };
      const own = byClause.get(clause) ?? [];
      const tried = own.filter(({ dependsOnSetting }) => dependsOnSetting === undefined);
      if (tried.length > 0) return { clause, ...(whyNotUpheld(tried) ?? { verdict: 'upheld' }) };
      if (verdict === 'upheld') return { clause, verdict };
      const others = cases.filter(({ covers }) => covers?.has(clause));
      // A case with a finding of another clause may have stopped before this one, so this one needs that clause.
      const notShown = others.map((result): CaseResult => {
        const [first] = result.findings;
        if (!first || result.verdict === 'unproven' || result.verdict === 'out of reach') return result;
        return { ...result, ...needing(first.clause) };
      });
      const whyNotShown = whyNotUpheld([...notShown, ...own]);
      return { clause, ...(whyNotShown ?? { verdict: 'out of reach', reason: whyNot(area) }) };
    })
    .sort((a, b) => (a.clause < b.clause ? -1 : 1));
}

/** The verdict and reason of the worst cases; undefined if all are upheld. */
function whyNotUpheld(cases: readonly CaseResult[]): Omit<ClauseResult, 'clause'> | undefined {
  for (const verdict of ['unproven', 'out of reach'] as const) {
    const found = cases.filter((result) => result.verdict === verdict);
    const needs = found.flatMap((result) => result.needs ?? []);
    // Prefer a reason without a violated clause: it remains even after that clause is fixed.
    const first = found.find((result) => result.needs === undefined) ?? found[0];
    if (!first) continue;
    return {
      verdict,
      reason: first.reason ?? '',
      ...(needs.length === found.length && { needs: [...new Set(needs)] }),
    };
  }
  return undefined;
}

/** What decides which violations are admitted. */
export interface Admitting {
  readonly deviations: readonly Deviation[];
  /** The clauses that an earlier result file has as violated; admitted only if `isNewAlone`, when only new ones count. */
  readonly known?:
    | { readonly file: string; readonly clauses: ReadonlySet<string>; readonly isNewAlone: boolean }
    | undefined;
  /** yyyy-MM-dd. */
  readonly today: string;
}

/** In UTC, yyyy-MM-dd. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/**
 * A violated clause is admitted until the date of its deviation, or without a deviation if it was violated earlier too. An
 * upheld clause with a deviation counts as violated, since the stale deviation would hide the next violation. A clause that
 * is unproven only because of admitted clauses is admitted with them.
 */
export function withAdmitted(
  results: readonly ClauseResult[],
  { deviations, known, today }: Admitting,
): readonly ClauseResult[] {
  const listed = new Map<string, Deviation>(deviations.map((deviation) => [deviation.clause, deviation]));
  const admitted = results.map((result): ClauseResult => {
    const { clause, verdict } = result;
    const deviation = listed.get(clause);
    if (verdict === 'upheld' && deviation) return { ...result, verdict: 'violated', reason: STALE };
    if (verdict !== 'violated') return result;
    return { ...result, ...violation(deviation, known?.clauses.has(clause) ? known : undefined, today) };
  });
  return withFollowing(admitted);
}

export const STALE = 'its deviation no longer occurs: remove the entry';

/** Whether a violation is admitted, by its deviation or by an earlier result that has it too. `today` is yyyy-MM-dd. */
export function violation(
  deviation: Deviation | undefined,
  earlier: Pick<NonNullable<Admitting['known']>, 'file' | 'isNewAlone'> | undefined,
  today: string,
): { readonly verdict: 'violated' | 'admitted'; readonly reason?: string } {
  if (deviation) {
    const { until, reason } = deviation;
    return until < today
      ? { verdict: 'violated', reason: `its deviation ended on ${until}: ${reason}` }
      : { verdict: 'admitted', reason: `${reason}, until ${until}` };
  }
  if (!earlier) return { verdict: 'violated' };
  const reason = `known: violated in ${earlier.file} too`;
  return { verdict: earlier.isNewAlone ? 'admitted' : 'violated', reason };
}

function withFollowing(results: readonly ClauseResult[]): readonly ClauseResult[] {
  const isAdmitted = ({ verdict }: ClauseResult) => verdict === 'admitted';
  const admitted = new Set(results.filter(isAdmitted).map(({ clause }) => clause));
  const follows = ({ verdict, needs = [] }: ClauseResult) =>
    verdict === 'unproven' && needs.length > 0 && needs.every((clause) => admitted.has(clause));
  if (!results.some(follows)) return results;
  const followed = results.map((result): ClauseResult => {
    const reason = `follows from ${andList(result.needs ?? [])}`;
    return follows(result) ? { ...result, verdict: 'admitted', reason } : result;
  });
  // Repeat for clauses that need one of the clauses just admitted.
  return withFollowing(followed);
}
