/** Shows what a run would do to a target, without sending anything. */
import { dryRun } from '../../runner/dry-run.ts';
import type { Shown } from '../../runner/run-targets.ts';
import { plannedTarget } from '../../runner/targets/start-target.ts';
import { dryRunText } from './plan-screen.ts';

/** Gives the environment variables that are missing. Throws InputError for a target that cannot be used. */
export async function showPlan({
  chosenBy,
  path,
  catalogue,
  only,
  look,
}: Pick<Shown, 'chosenBy' | 'path' | 'catalogue' | 'only' | 'look'>): Promise<readonly string[]> {
  const target = await plannedTarget(chosenBy, path);
  process.stdout.write(dryRunText(dryRun(target, catalogue, only), look));
  return target.missing;
}
