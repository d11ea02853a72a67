/** Shows runs on the screen: where each goes, how far it is, and its results. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { addresses, opening } from '../report/terminal/plan-screen.ts';
import { resultScreen } from '../report/terminal/result-screen.ts';
import { type Look, liveLineOn, progressText } from '../report/terminal/screen.ts';
import type { Catalogue } from '../runner/planned-cases.ts';
import { runTargets } from '../runner/run-target.ts';
import { type PlannedTarget, readyTarget } from '../runner/targets/start-target.ts';
import type { TargetRun } from '../runner/verdict.ts';

/** What `--target` names, and the path of its file if it is one. */
export interface NamedTarget {
  readonly chosenBy: string;
  readonly path: string;
}

export interface ShownRuns {
  readonly catalogue: Catalogue;
  readonly only: (clause: ClauseId) => boolean;
  readonly look: Look;
  /** Writes on the screen. */
  readonly say: (text: string) => void;
}

/** Reads every target before the first call. Throws InputError for a target that cannot be used. */
export async function showRuns(
  named: readonly NamedTarget[],
  { catalogue, only, look, say }: ShownRuns,
  signal: AbortSignal,
): Promise<TargetRun[]> {
  const targets: PlannedTarget[] = [];
  for (const { chosenBy, path } of named) targets.push(await readyTarget(chosenBy, path));
  const live = liveLineOn(process.stderr);
  const progress = progressText();
  // Targets show the same mapping.
  let isFirst = true;
  return runTargets(targets, catalogue, {
    only,
    signal,
    onStart: ({ chosenBy }) => say(opening(chosenBy, look)),
    onReady: (target, plan) => say(addresses(target, look, plan)),
    onCase: (result, done, total) => live.show(progress(result, done, total)),
    onEnd: (run) => {
      live.end();
      say(resultScreen(run, look, isFirst));
      isFirst = false;
    },
  });
}
