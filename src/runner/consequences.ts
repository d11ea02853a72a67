/** One defect breaks one clause: findings that a simpler violation explains say nothing of their own clause. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { NARROWER, SIMPLER, WHOLES } from './simpler-clauses.ts';
import { needing } from './unproven.ts';
import type { CaseFinding, CaseResult } from './verdict.ts';

/**
 * The results without findings that a simpler violation explains: that a message of a listed account is missing breaks no
 * clause on lists while the event sends none at all. What is left of such a case is unproven.
 */
export function withoutConsequences<Result extends CaseResult>(results: readonly Result[]): Result[] {
  const explained = new Map<CaseFinding, ClauseId>();
  const broken = brokenByFindings(results, explained);
  explainByNarrower(results, broken, explained);
  const moved = movedToWholes(results, broken, explained);
  const found = new Set(broken);
  for (const clause of found) {
    const causes = SIMPLER[clause]?.filter((each) => found.has(each)) ?? [];
    // One that nothing explains, for the words of the verdict.
    const cause = causes.find((each) => !SIMPLER[each]?.some((other) => found.has(other))) ?? causes[0];
    if (cause === undefined) continue;
    explain(results, clause, cause, explained);
    for (const [finding, whole] of moved) if (whole === clause) explained.set(finding, cause);
  }
  return results.map((result) => {
    const left = result.findings
      .filter((finding) => !explained.has(finding))
      .map((finding) => ({ ...finding, clause: moved.get(finding) ?? finding.clause }));
    if (left.length === result.findings.length && !result.findings.some((finding) => moved.has(finding)))
      return result;
    if (left.some(({ clause }) => clause === result.clause)) return { ...result, findings: left };
    const [cause] = result.findings.flatMap((finding) => explained.get(finding) ?? moved.get(finding) ?? []);
    return cause === undefined ? result : { ...result, findings: left, ...needing(cause) };
  });
}

/** From the simple to the complex: only what nothing simpler explains can explain something itself. */
function brokenByFindings(
  results: readonly CaseResult[],
  explained: Map<CaseFinding, ClauseId>,
): Set<ClauseId> {
  const broken = new Set<ClauseId>();
  const findings = results.flatMap((result) => result.findings);
  for (const finding of findings.toSorted((a, b) => complexity(a) - complexity(b))) {
    const { unless = [], after = [] } = finding;
    const cause = [...unless, ...after].find((clause) => broken.has(clause));
    if (cause === undefined) broken.add(finding.clause);
    else explained.set(finding, cause);
  }
  return broken;
}

/** The clauses on several accounts, rules or users, and on a general rule beside a special one: the simplest has the lowest number. */
const ON_SEVERAL: Readonly<Partial<Record<ClauseId, number>>> = {
  'MESSAGE-UNLISTED-ALL': 2,
  'MESSAGE-USERS-RULES': 10,
  'MESSAGE-EACH-RULE': 20,
  'RULE-NO-PRIORITY': 30,
};

/** What a rule without a list shows of several accounts is simpler than what one with a list shows. */
function complexityOfAccounts(clause: ClauseId, unless: readonly ClauseId[]): number {
  if (unless.includes('MESSAGE-LISTED-ANY')) return 11;
  if (clause === 'MESSAGE-LISTED-ANY') return 8;
  return unless.includes('MESSAGE-UNLISTED-ALL') ? 5 : 0;
}

/** What one rule of one user shows is simpler than these clauses, and these are simpler than what else several rules show. */
function complexity({ clause, unless = [], after }: CaseFinding): number {
  const hasSeveral = unless.includes('MESSAGE-USERS-RULES') || unless.includes('MESSAGE-EACH-RULE');
  const ofGeneral = unless.includes('RULE-NO-PRIORITY') ? 30 : 0;
  const ofAccounts = complexityOfAccounts(clause, unless);
  const ofLaterStep = after === undefined ? 0 : 1000;
  const ofSurroundings = (ON_SEVERAL[clause] ?? (hasSeveral ? 70 : 0)) + ofGeneral + ofAccounts;
  return ofLaterStep + ofSurroundings + unless.length;
}

/** A clause that is broken at places of a narrower one alone is explained by that. */
function explainByNarrower(
  results: readonly CaseResult[],
  broken: Set<ClauseId>,
  explained: Map<CaseFinding, ClauseId>,
): void {
  for (const [narrow, wider] of Object.entries(NARROWER) as [ClauseId, readonly ClauseId[]][]) {
    const isOfNarrow = ({ findings }: CaseResult, { pointer }: CaseFinding) =>
      findings.some((other) => other.clause === narrow && `${pointer}/`.startsWith(`${other.pointer}/`));
    for (const wide of broken.has(narrow) ? wider : []) {
      const isWider = results.some((result) =>
        result.findings.some((finding) => finding.clause === wide && !isOfNarrow(result, finding)),
      );
      if (isWider || !broken.delete(wide)) continue;
      explain(results, wide, narrow, explained);
    }
  }
}

/** The findings of parts that are one defect of the whole, each with the clause of the whole. */
function movedToWholes(
  results: readonly CaseResult[],
  broken: Set<ClauseId>,
  explained: Map<CaseFinding, ClauseId>,
): Map<CaseFinding, ClauseId> {
  const moved = new Map<CaseFinding, ClauseId>();
  for (const { whole, parts, from, isNoPart = false } of WHOLES) {
    const [first, ...others] = parts.filter((part) => broken.has(part));
    if (first === undefined) continue;
    const unknown = new Set(
      results.filter(({ verdict }) => verdict === 'unproven').map(({ clause }) => clause),
    );
    const open = broken.has(whole) ? parts.filter((part) => unknown.has(part) && !broken.has(part)) : [];
    if (1 + others.length + open.length < from) {
      if (!isNoPart && broken.delete(whole)) explain(results, whole, first, explained);
      continue;
    }
    for (const part of [first, ...others]) {
      broken.delete(part);
      if (broken.has(whole)) explain(results, part, whole, explained);
      else for (const finding of findingsOf(results, part)) moved.set(finding, whole);
    }
    broken.add(whole);
  }
  return moved;
}

function explain(
  results: readonly CaseResult[],
  clause: ClauseId,
  cause: ClauseId,
  explained: Map<CaseFinding, ClauseId>,
): void {
  for (const finding of findingsOf(results, clause)) explained.set(finding, cause);
}

function findingsOf(results: readonly CaseResult[], clause: ClauseId): CaseFinding[] {
  return results.flatMap(({ findings }) => findings.filter((finding) => finding.clause === clause));
}
