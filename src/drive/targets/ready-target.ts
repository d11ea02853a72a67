/** Finds out whether a run can begin with a target, without starting it or asking it anything. */
import { type PlannedTarget, plannedTarget } from './planned-target.ts';
import { readyTargetFile } from './ready-target-file.ts';

const OWN = ['mock', 'sandbox'];

/** `path` is where the file stands, if it is one. Throws Stop(2) as starting it would: for its file, credentials, and cipher. */
export async function readyTarget(chosenBy: string, path: string): Promise<PlannedTarget> {
  if (!OWN.includes(chosenBy)) await readyTargetFile(chosenBy, path, OWN);
  return plannedTarget(chosenBy, path);
}
