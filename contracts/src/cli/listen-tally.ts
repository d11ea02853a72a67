/** Counts what `listen` heard, for the report at its end. */
import type { ClauseId } from '../../generated/clause-id.ts';
import { count } from '../contract/show.ts';
import type { HeardMessage } from './heard-message.ts';

export class ListenTally {
  readonly #verdicts = { upheld: 0, violated: 0, 'not-judged': 0 };
  /** How many messages broke a clause. */
  readonly #clauses = new Map<ClauseId, number>();
  /** How many messages could not be decrypted at all. */
  unreadable = 0;

  add({ verdict, findings, isUnreadable }: HeardMessage): void {
    this.#verdicts[verdict]++;
    if (isUnreadable) this.unreadable++;
    for (const clause of new Set(findings.map((finding) => finding.clause)))
      this.#clauses.set(clause, (this.#clauses.get(clause) ?? 0) + 1);
  }

  text(): string {
    const { upheld, violated, 'not-judged': unjudged } = this.#verdicts;
    const heard = count(upheld + violated + unjudged, 'message');
    const worst = [...this.#clauses].sort(([, a], [, b]) => b - a);
    const lines = worst.map(([clause, broken]) => `  ${clause}: broken by ${count(broken, 'message')}\n`);
    return `\n${heard}: ${upheld} upheld, ${violated} violated, ${unjudged} not judged.\n${lines.join('')}`;
  }
}
