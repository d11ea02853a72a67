/** Brings the cases of a target together into one verdict for every clause of the ledger. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import type { Target } from './target.ts';
import type { CaseResult, ClauseResult } from './verdict.ts';

/**
 * Violated beats unproven, unproven beats upheld: what a target failed to answer once is not known to hold. A clause
 * that no case showed is out of reach, for the reason of its case or, without one, for what its area asks of a target.
 */
export function clauseResults(cases: readonly CaseResult[], lacks: Target['lacks']): ClauseResult[] {
  const whyNot = (area: string) =>
    lacks[area === 'notifications' ? 'messages' : 'judgement'] ?? 'no case shows it yet';
  const violated = new Set(cases.flatMap(({ findings }) => findings.map(({ clause }) => clause)));
  const upheld = new Set(
    cases.flatMap(({ verdict, clause, shown }) => [
      ...shown,
      // A case that failed for the sake of another clause still says nothing of its own.
      ...(verdict === 'upheld' ? [clause] : []),
    ]),
  );
  const byClause = Map.groupBy(cases, ({ clause }) => clause);
  return (ledger.clauses as { id: ClauseId; area: string; level: string }[])
    .filter(({ level }) => level !== 'excluded')
    .map(({ id: clause, area }): ClauseResult => {
      const own = byClause.get(clause) ?? [];
      if (violated.has(clause)) return { clause, verdict: 'violated' };
      const unproven = own.find(({ verdict }) => verdict === 'unproven');
      if (unproven) return { clause, verdict: 'unproven', reason: unproven.reason ?? '' };
      if (upheld.has(clause)) return { clause, verdict: 'upheld' };
      const failed = own.find(({ verdict }) => verdict === 'violated');
      if (failed)
        return { clause, verdict: 'unproven', reason: `its case breaks ${failed.findings[0]?.clause} first` };
      return { clause, verdict: 'out of reach', reason: own[0]?.reason ?? whyNot(area) };
    })
    .sort((a, b) => (a.clause < b.clause ? -1 : 1));
}
