/** What became of the verdicts since an earlier run. */
import type { Verdict } from '../../../drive/verdict.ts';
import type { Verdicts } from './content.ts';

export interface Change {
  readonly target: string;
  readonly clause: string;
  /** undefined for a clause that is new. */
  readonly before: Verdict | undefined;
  /** undefined for a clause that is gone. */
  readonly now: Verdict | undefined;
}

/** By target and clause; targets that only one of the two runs looked at are left out. */
export function changes(before: Verdicts, now: Verdicts): Change[] {
  return Object.keys(now)
    .filter((target) => Object.hasOwn(before, target))
    .flatMap((target) => {
      const [old, current] = [before[target] ?? {}, now[target] ?? {}];
      const clauses = [...new Set([...Object.keys(old), ...Object.keys(current)])].sort();
      return clauses
        .map((clause): Change => ({ target, clause, before: old[clause], now: current[clause] }))
        .filter((change) => change.before !== change.now);
    });
}
