/** The figures of a run of the faults that every report of it tells. */
import type { BaselineName, FaultResult, Strength } from '../../faults/strength.ts';
import type { Ending } from '../exit-code.ts';

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

/** The exit code that a run of the faults comes to. */

export interface StrengthEnding extends Pick<Ending, 'interrupted'> {
  /** Whether only a part was run, because it was asked for or because the run was interrupted. */
  readonly isPartial: boolean;
}

/**
 * The first that is true: 130 or 143 interrupted; 1 a fault survives, a variant is alarmed at, or in a full run a clause
 * has no fault that its own cases catch; 2 no observable fault and no variant was run, so nothing could be judged; 0.
 */
export function strengthExitCode(
  { faults, variants, untried }: Pick<Strength, 'faults' | 'variants' | 'untried'>,
  { isPartial, interrupted }: StrengthEnding,
): number {
  if (interrupted) return interrupted === 'SIGINT' ? 130 : 143;
  const isSurvived = faults.some(({ verdict }) => verdict === 'survived');
  const isAlarmed = variants.some(({ verdict }) => verdict === 'false alarm');
  if (isSurvived || isAlarmed || (!isPartial && untried.length > 0)) return 1;
  return strengthCounts({ faults, variants }).observable + variants.length === 0 ? 2 : 0;
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
