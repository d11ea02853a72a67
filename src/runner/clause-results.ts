/** The verdict of every clause on a target: from the results of the cases that cite or show it, and the deviations. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { andList } from '../../contracts/src/base/text.ts';
import type { Attributed } from './needs.ts';
import type { Lacks, Target } from './targets/target.ts';
import type { Deviation } from './targets/target-file.ts';
import { needing } from './unproven.ts';
import type { CaseResult, ClauseResult } from './verdict.ts';

export interface Ran {
  readonly result: CaseResult;
  /** The clauses beside its own that the case shows when all goes well. */
  readonly foreseen: ReadonlySet<ClauseId>;
}

/**
 * A clause that waits is unproven, and a finding of any case violates its clause. Else the cases that cite the clause decide together: unproven beats out of
 * reach, out of reach beats upheld, and a case that assumes another choice than the target's decides nothing. A clause
 * without such a case is upheld where any case shows it; else the cases that would have shown it decide in the same way,
 * and without those it is out of reach for what its area needs.
 */
export function clauseResults(
  ran: readonly Ran[],
  lacks: Lacks,
  waiting: Attributed['waiting'] = new Map(),
): ClauseResult[] {
  const cases = ran.map(({ result }) => result);
  const violated = new Set(cases.flatMap(({ findings }) => findings.map(({ clause }) => clause)));
  const shown = new Set(cases.flatMap((result) => result.shown));
  const byClause = Map.groupBy(cases, ({ clause }) => clause);
  const whyNot = (area: string) =>
    lacks[area === 'notifications' ? 'messages' : 'judgement'] ?? 'no case shows it yet';
  return (ledger.clauses as { id: ClauseId; area: string; excluded?: string }[])
    .filter(({ excluded }) => !excluded)
    .map(({ id: clause, area }): ClauseResult => {
      const root = waiting.get(clause);
      if (root !== undefined) return { clause, ...needing(root), needs: [root] };
      if (violated.has(clause)) return { clause, verdict: 'violated' };
      const own = byClause.get(clause) ?? [];
      const tried = own.filter(({ dependsOnSetting }) => dependsOnSetting === undefined);
      if (tried.length > 0) return { clause, ...(whyNotUpheld(tried) ?? { verdict: 'upheld' }) };
      if (shown.has(clause)) return { clause, verdict: 'upheld' };
      const others = ran.filter(({ foreseen }) => foreseen.has(clause)).map(({ result }) => result);
      // A case that broke another clause before it reached this one is upheld without showing it.
      const notShown = others.map((result) => ({ ...result, ...notShownBy(result) }));
      const whyNotShown = whyNotUpheld([...notShown, ...own]);
      return { clause, ...(whyNotShown ?? { verdict: 'out of reach', reason: whyNot(area) }) };
    })
    .sort((a, b) => (a.clause < b.clause ? -1 : 1));
}

function notShownBy({ verdict, findings }: CaseResult): Partial<CaseResult> {
  const [first] = findings;
  if (!first || verdict === 'unproven' || verdict === 'out of reach') return {};
  return needing(first.clause);
}

/** Undefined when every one of the cases is upheld. */
function whyNotUpheld(cases: readonly CaseResult[]): Omit<ClauseResult, 'clause'> | undefined {
  for (const verdict of ['unproven', 'out of reach'] as const) {
    const alike = cases.filter((result) => result.verdict === verdict);
    const needs = alike.flatMap((result) => result.needs ?? []);
    const [first] = alike;
    if (!first) continue;
    return {
      verdict,
      reason: first.reason ?? '',
      ...(needs.length === alike.length && { needs: [...new Set(needs)] }),
    };
  }
  return undefined;
}

/** What was violated on a target in an earlier run, and the file that says so. */
export interface KnownViolations {
  readonly file: string;
  readonly on: (target: string) => ReadonlySet<string>;
}

/** A clause that was violated earlier too is admitted, unless a deviation of the target decides about it. */
export function withKnown(
  results: readonly ClauseResult[],
  { name, deviations }: Pick<Target, 'name' | 'deviations'>,
  known: KnownViolations | undefined,
): readonly ClauseResult[] {
  if (!known) return results;
  const earlier = known.on(name);
  return results.map((result) => {
    const isKnown = earlier.has(result.clause) && !deviations.some(({ clause }) => clause === result.clause);
    if (result.verdict !== 'violated' || !isKnown) return result;
    return { ...result, verdict: 'admitted', reason: `known: violated in ${known.file} too` };
  });
}

/**
 * A violated clause with a deviation is admitted until its date. The deviation of an upheld clause is stale and counts as
 * violated, since it would hide the next violation. `today` is yyyy-MM-dd.
 */
export function withDeviations(
  results: readonly ClauseResult[],
  deviations: readonly Deviation[],
  today: string,
): ClauseResult[] {
  const listed = new Map(deviations.map((deviation) => [deviation.clause, deviation]));
  return results.map((result) => {
    const deviation = listed.get(result.clause);
    if (!deviation) return result;
    if (result.verdict === 'upheld') {
      return {
        ...result,
        verdict: 'violated',
        reason: 'its deviation is stale: the clause is upheld; take the entry out',
      };
    }
    if (result.verdict !== 'violated') return result;
    return deviation.until < today
      ? { ...result, reason: `its deviation ended on ${deviation.until}: ${deviation.reason}` }
      : { ...result, verdict: 'admitted', reason: `${deviation.reason}, until ${deviation.until}` };
  });
}

/** What is unproven only because of admitted clauses is admitted with them. */
export function withFollowing(results: readonly ClauseResult[]): readonly ClauseResult[] {
  const admitted = new Set(
    results.filter(({ verdict }) => verdict === 'admitted').map(({ clause }) => clause),
  );
  const followed = results.map((result): ClauseResult => {
    const { verdict, needs = [] } = result;
    if (verdict !== 'unproven' || needs.length === 0 || !needs.every((clause) => admitted.has(clause)))
      return result;
    return { ...result, verdict: 'admitted', reason: `follows from ${andList(needs)}` };
  });
  // What needs one of these follows too.
  return followed.some(({ verdict }, at) => verdict !== results[at]?.verdict)
    ? withFollowing(followed)
    : results;
}
