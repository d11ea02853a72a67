/** `index.html`: the page of the run that was just made. */
import type { TargetRun } from '../../drive/verdict.ts';
import type { Strength } from '../../faults/strength.ts';
import type { Ending } from '../exit-code.ts';
import { targetReport } from '../target-report.ts';
import { page } from './page.ts';

/** `strength` is what the faults came to when they were last run. */
export function runPage(runs: readonly TargetRun[], ending: Ending, strength?: Strength): string {
  const nothing = { checks: [], comparisons: [] };
  return page({ ending, targets: runs.map(targetReport), ...nothing, ...(strength && { strength }) });
}
