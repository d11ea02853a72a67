/** A sandbox that chooses as a target file says that its provider does, so that a team can rehearse against it. */
import { dirname } from 'node:path';
import { Stop } from '../../../contracts/src/contract/stop.ts';
import { targetProblem } from '../../../contracts/src/contract/target-problem.ts';
import type { SandboxOptions } from '../../sandbox/sandbox.ts';
import { sandboxSettings } from './sandbox-settings.ts';
import { targetCipher } from './target-cipher.ts';
import type { TargetFile } from './target-file.ts';
import { withDefaults } from './target-settings.ts';
import { targetYaml } from './target-yaml.ts';

/**
 * What createSandbox takes for the file at this path. Throws Stop(2) for a file that is no target. What only a run needs
 * may be missing.
 */
export async function sandboxLike(
  path: string,
): Promise<Required<Pick<SandboxOptions, 'settings' | 'cipher'>>> {
  const content = await targetYaml(path);
  const problem = targetProblem(content, { partly: true });
  if (problem) throw new Stop(2, `${path} is no target: ${problem}.`);
  const { name = path, settings: written } = content as Partial<TargetFile>;
  const settings = withDefaults(written);
  const { cipher } = settings;
  return {
    settings: sandboxSettings(settings),
    cipher: (key) => targetCipher({ cipher, folder: dirname(path), key, target: name }),
  };
}
