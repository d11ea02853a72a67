/** The exit code that a run of the faults comes to. */
import type { Strength } from '../../faults/strength.ts';
import type { Ending } from '../exit-code.ts';
import { strengthCounts } from './strength-counts.ts';

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
