/** Runs the cases against one target after the other; a run that is over is told, whatever becomes of the next target. */
import { errorLine } from '../../../contracts/src/contract/error-line.ts';
import { readyTarget } from '../../drive/targets/ready-target.ts';
import { unstartedRun } from '../../drive/unstarted-run.ts';
import type { TargetRun } from '../../drive/verdict.ts';
import { outcome } from './outcome.ts';
import { type Shown, showRun } from './show-run.ts';

/**
 * Every target is looked at before the first one is called. Throws Stop for one that cannot be used; a later one that
 * cannot be started all the same is unproven.
 */
export async function showRuns(
  places: readonly Omit<Shown, 'signal' | 'isFirst'>[],
  signal: AbortSignal,
): Promise<TargetRun[]> {
  const ready = [];
  for (const place of places) ready.push({ place, target: await readyTarget(place.chosenBy, place.path) });
  const runs: TargetRun[] = [];
  for (const { place, target } of ready) {
    try {
      runs.push(await showRun({ ...place, signal, isFirst: runs.length === 0 }));
    } catch (error) {
      if (runs.length === 0) throw error;
      const run = unstartedRun(target, place.catalogue, place.only, errorLine(error));
      place.say(outcome(run, place.look, false));
      runs.push(run);
    }
  }
  return runs;
}
