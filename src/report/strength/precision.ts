/** How precisely faults are blamed: how many clauses beside the broken one are found violated too. */
import type { FaultResult } from '../../faults/strength.ts';

export interface Precision {
  readonly caught: number;
  /** Those of them that are blamed on the clause that they break and on no other. */
  readonly alone: number;
  /** Other clauses of a caught fault, in the middle of them all; the lower one of two. */
  readonly median: number;
  /** The caught fault that is blamed on most; undefined where none is blamed on another clause. */
  readonly worst?: FaultResult;
}

export function precision(faults: readonly FaultResult[]): Precision {
  const caught = faults.filter(({ verdict }) => verdict === 'caught');
  const sorted = caught.toSorted((one, other) => others(one) - others(other));
  const worst = sorted.at(-1);
  return {
    caught: caught.length,
    alone: caught.filter((fault) => others(fault) === 0).length,
    median: others(sorted[Math.floor((sorted.length - 1) / 2)]),
    ...(worst && others(worst) > 0 && { worst }),
  };
}

function others(fault: FaultResult | undefined): number {
  return fault?.alsoViolated?.length ?? 0;
}
