/** Refuses what cannot be the target of pacts, before a consumer test is run or a pact is written. */
import { readyTargetFile } from '../drive/targets/ready-target-file.ts';
import { noControl } from './provider.ts';

/** `chosenBy` is sandbox, or names a target file with a control plane, which stands at `path`. Throws Stop(2) for another. */
export async function refusePactTarget(chosenBy: string, path: string): Promise<void> {
  if (chosenBy === 'sandbox') return;
  if (chosenBy === 'mock') throw noControl(chosenBy);
  const { controlUrl } = await readyTargetFile(chosenBy, path, ['sandbox']);
  if (controlUrl === undefined) throw noControl(chosenBy);
}
