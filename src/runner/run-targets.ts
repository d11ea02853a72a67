/** Runs the cases against one target before the eyes of its user: where it goes, how far it is, what came of it. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { errorLine } from '../../contracts/src/base/errors.ts';
import { addresses, opening } from '../report/terminal/plan-screen.ts';
import { outcome } from '../report/terminal/result-screen.ts';
import { type Look, progressOn } from '../report/terminal/screen.ts';
import type { Catalogue } from './chosen-cases.ts';
import { dryRun } from './dry-run.ts';
import { runTarget, unstartedRun } from './run-target.ts';
import { plannedTarget, readyTarget, startTarget } from './targets/start-target.ts';
import type { TargetRun } from './verdict.ts';

export interface Shown {
  /** What `--target` names, and where its file stands if it is one. */
  readonly chosenBy: string;
  readonly path: string;
  readonly catalogue: Catalogue;
  readonly only: (clause: ClauseId) => boolean;
  readonly signal: AbortSignal;
  readonly look: Look;
  /** Writes on the screen. */
  readonly say: (text: string) => void;
  /** Whether no target before has shown the same mapping. */
  readonly isFirst: boolean;
}

/** Throws InputError for a target that cannot be used. */
export async function showRun({
  chosenBy,
  path,
  catalogue,
  only,
  signal,
  look,
  say,
  isFirst,
}: Shown): Promise<TargetRun> {
  say(opening(chosenBy, look));
  const { target, stop } = await startTarget(chosenBy, path);
  // Whatever stays on the target is named before the first call.
  const plan = target.traces && dryRun(await plannedTarget(chosenBy, path), catalogue, only);
  say(addresses(target, look, plan));
  const progress = progressOn(process.stderr);
  const run = await runTarget(target, catalogue, { only, onCase: progress.show, signal });
  progress.end();
  await stop();
  say(outcome(run, look, isFirst));
  return run;
}

/** Runs the cases against one target after the other; a run that is over is told, whatever becomes of the next target. */

/**
 * Every target is looked at before the first one is called. Throws InputError for one that cannot be used; a later one that
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
