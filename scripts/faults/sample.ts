/** A sample of the faults beside what `reports/strength.json` says of them. */
import { createHash } from 'node:crypto';
import type { FaultResult } from './strength.ts';

/** Picks `count` ids; the same seed gives the same ones. */
export function sampled(ids: readonly string[], count: number, seed: number): string[] {
  const rank = (id: string) => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  return [...ids].sort((one, other) => (rank(one) < rank(other) ? -1 : 1)).slice(0, count);
}

/** The lines of each fault with another result than before. Words and cases may differ: they are no result. */
export function strengthDifferences(
  ids: readonly string[],
  before: readonly FaultResult[],
  now: readonly FaultResult[],
): string[] {
  return ids.flatMap((id) => {
    const [was, is] = [before, now].map((results) => outcome(results.find((fault) => fault.id === id)));
    return was === is ? [] : `${id}\n  was: ${was}\n  is:  ${is}\n`;
  });
}

function outcome(fault: FaultResult | undefined): string {
  if (!fault) return 'not in the catalogue';
  const { clause, verdict, isCaughtAlone, alsoViolated = [] } = fault;
  const others = alsoViolated.length > 0 ? `; violates ${alsoViolated.join(', ')}` : '';
  return `${clause} ${verdict}${isCaughtAlone ? ' by its own cases' : ''}${others}`;
}
