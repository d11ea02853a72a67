/** Counts how often evidence showed each clause and what broke it. The counts of several calls, messages or parts add up. */

import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { Finding } from '../../contracts/src/base/finding.ts';
import type { Judgement } from '../../contracts/src/judge/clause-check.ts';

/** The findings of a clause about the provider or the client: their number, and the first ones by file and index. */
type FoundOfClause = { count: number; readonly first: Finding[] };

/** The most findings that are kept of a clause. */
const MOST_KEPT = 10;

export class ClauseCount {
  /** How many calls and messages showed something of the clause. */
  readonly shown = new Map<ClauseId, number>();
  readonly findings = {
    provider: new Map<ClauseId, FoundOfClause>(),
    client: new Map<ClauseId, FoundOfClause>(),
  };

  show(clauses: Judgement['shows'], times = 1): void {
    for (const clause of clauses) this.shown.set(clause, (this.shown.get(clause) ?? 0) + times);
  }

  find(finding: Finding): void {
    const all = this.findings[finding.about];
    const found = all.get(finding.clause) ?? { count: 0, first: [] };
    all.set(finding.clause, found);
    found.count++;
    found.first.push(finding);
    found.first.sort(byPlace);
    if (found.first.length > MOST_KEPT) found.first.pop();
  }

  /** Adds the findings of another part, which kept only its first ones. */
  add(about: Finding['about'], { count, first }: { count: number; first: readonly Finding[] }): void {
    for (const finding of first) this.find(finding);
    const found = first[0] && this.findings[about].get(first[0].clause);
    if (found) found.count += count - first.length;
  }

  total(about: Finding['about']): number {
    return [...this.findings[about].values()].reduce((sum, { count }) => sum + count, 0);
  }

  /** A clause is violated by a finding about the provider, else upheld if shown. */
  verdictOf(clause: ClauseId): 'violated' | 'upheld' | undefined {
    if (this.findings.provider.has(clause)) return 'violated';
    return this.shown.has(clause) ? 'upheld' : undefined;
  }
}

function byPlace(a: Finding, b: Finding): number {
  const [one = '', other = ''] = [a.file, b.file];
  if (one !== other) return one < other ? -1 : 1;
  if (a.index !== b.index) return (a.index ?? 0) - (b.index ?? 0);
  return a.pointer < b.pointer ? -1 : a.pointer > b.pointer ? 1 : 0;
}
