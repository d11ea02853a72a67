/** Which clauses depend on others: nothing shows a clause while one that it needs is violated. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { ClauseCount } from '../../contracts/src/judge/clause-count.ts';
import { needing } from './unproven.ts';
import type { CaseResult } from './verdict.ts';

interface Row {
  readonly id: ClauseId;
  readonly needs?: readonly ClauseId[];
}

const NEEDS = new Map((ledger.clauses as readonly Row[]).map(({ id, needs = [] }) => [id, needs]));

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

/** What a run found, without what follows from something else. */
interface Attributed {
  /** Findings of clauses that depend on a violated one are left out: a case of such a clause is unproven. */
  readonly cases: CaseResult[];
  /** The violated clause that each clause depends on, which depends on none itself. */
  readonly dependent: ReadonlyMap<ClauseId, ClauseId>;
}

/** How often the cases showed each clause, and what broke it. */
export function countOf(cases: readonly CaseResult[]): ClauseCount {
  const count = new ClauseCount();
  for (const [index, { file, findings, shown }] of cases.entries()) {
    count.show(shown);
    for (const finding of findings) count.find({ ...finding, file, index });
  }
  return count;
}

/** One violated clause explains the findings of those that need it, and of those that need these. */
export function attributed(results: readonly CaseResult[]): Attributed {
  const count = countOf(results);
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
    return { ...result, findings, ...(root !== undefined && needing(root)) };
  });
  return { cases, dependent };
}
