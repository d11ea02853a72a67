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
  // A set yields what is added meanwhile, too.
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
 * One violated clause explains the findings of those that need it, and of those that need these: they are left out of the cases,
 * and a case of such a clause is unproven. `dependent` has the violated clause that each depends on, which depends on none itself.
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
    // A case that could not be judged for its own need keeps its reason.
    const isOwn = root === needs && !dependent.has(clause);
    return { ...result, findings, ...(root !== undefined && !isOwn && needing(root)) };
  });
  return { cases, dependent };
}

/**
 * A clause that depends on a violated one is unproven, and a finding of any case violates its clause. Else the cases that cite the clause decide
 * together: unproven beats out of reach, out of reach beats upheld, and a case that assumes another choice than the target's
 * decides nothing. A clause without such a case is upheld where any case shows it; else the cases that would have shown it
 * decide in the same way, and without those it is out of reach for what its area needs.
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
      // A case that broke another clause before it reached this one is upheld without showing it.
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

/** Undefined when every one of the cases is upheld. */
function whyNotUpheld(cases: readonly CaseResult[]): Omit<ClauseResult, 'clause'> | undefined {
  for (const verdict of ['unproven', 'out of reach'] as const) {
    const alike = cases.filter((result) => result.verdict === verdict);
    const needs = alike.flatMap((result) => result.needs ?? []);
    // What depends on no violated clause keeps it from being upheld, even once that one is fixed.
    const first = alike.find((result) => result.needs === undefined) ?? alike[0];
    if (!first) continue;
    return {
      verdict,
      reason: first.reason ?? '',
      ...(needs.length === alike.length && { needs: [...new Set(needs)] }),
    };
  }
  return undefined;
}

/** What decides which violations are admitted. */
export interface Admitting {
  readonly deviations: readonly Deviation[];
  /** What was violated earlier, by the file; admitted only where what is new alone counts. */
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
 * A violated clause with a deviation is admitted until its date, and one that was violated earlier too without one. The
 * deviation of an upheld clause is stale and counts as violated, since it would hide the next violation. What is unproven
 * only because of admitted clauses is admitted with them.
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

/** What becomes of a violation by its deviation, or by the earlier result that has it, too; `today` is yyyy-MM-dd. */
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
  // What needs one of these follows too.
  return withFollowing(followed);
}
