/** Runs the cases against one target before the eyes of its user: where it goes, how far it is, what came of it. */
import type { ClauseId } from '../../../contracts/generated/clause-id.ts';
import { dryRun } from '../../drive/dry-run.ts';
import type { Catalogue } from '../../drive/planned-cases.ts';
import { runTarget } from '../../drive/run-target.ts';
import { plannedTarget } from '../../drive/targets/planned-target.ts';
import { startTarget } from '../../drive/targets/start-target.ts';
import type { TargetRun } from '../../drive/verdict.ts';
import type { Look } from './look.ts';
import { addresses, opening } from './opening.ts';
import { outcome } from './outcome.ts';
import { progressOn } from './progress.ts';

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

/** Throws Stop for a target that cannot be used. */
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
