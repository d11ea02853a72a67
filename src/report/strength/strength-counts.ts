/** The figures of a run of the faults that every report of it tells. */
import type { BaselineName, FaultResult, Strength } from '../../faults/strength.ts';
import type { Ending, Outcome } from '../run-outcome.ts';

export interface StrengthCounts {
  /** Faults that can be observed, and how many of them are caught. */
  readonly observable: number;
  readonly caught: number;
  /** Variants that were alarmed at. */
  readonly alarms: number;
}

export function strengthCounts({ faults, variants }: Pick<Strength, 'faults' | 'variants'>): StrengthCounts {
  const observable = faults.filter(({ verdict }) => verdict !== 'unobservable');
  return {
    observable: observable.length,
    caught: observable.filter(({ verdict }) => verdict === 'caught').length,
    alarms: variants.filter(({ verdict }) => verdict === 'false alarm').length,
  };
}

export interface StrengthEnding extends Pick<Ending, 'interrupted'> {
  /** Whether only a part was run, because it was asked for or because the run was interrupted. */
  readonly isPartial: boolean;
}

/**
 * The first that is true: unproven, since the run was interrupted; violated, since a fault survives, a variant raises a
 * false alarm, or in a full run a clause has no fault that its own cases catch; unproven, since no observable fault and
 * no variant was run; upheld.
 */
export function strengthOutcome(
  { faults, variants, untried }: Pick<Strength, 'faults' | 'variants' | 'untried'>,
  { isPartial, interrupted }: StrengthEnding,
): Outcome {
  if (interrupted) return 'unproven';
  const isSurvived = faults.some(({ verdict }) => verdict === 'survived');
  const isAlarmed = variants.some(({ verdict }) => verdict === 'false alarm');
  if (isSurvived || isAlarmed || (!isPartial && untried.length > 0)) return 'violated';
  return strengthCounts({ faults, variants }).observable + variants.length === 0 ? 'unproven' : 'upheld';
}

/** How precisely faults are blamed: how many clauses beside the broken one are found violated too. */

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

/** What the tools of others are called, in the order of the columns. */

export const BASELINE_NAMES: Readonly<Record<BaselineName, string>> = {
  ajv: 'ajv alone',
  prism: 'Prism proxy',
  pact: 'Pact verifier',
};

export const BASELINES = Object.keys(BASELINE_NAMES) as readonly BaselineName[];
