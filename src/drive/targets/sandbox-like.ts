/** A sandbox that chooses as a target file says that its provider does, so that a team can rehearse against it. */
import { dirname } from 'node:path';
import type { SandboxOptions } from '../../sandbox/sandbox.ts';
import { sandboxSettings } from './sandbox-settings.ts';
import { targetCipher } from './target-cipher.ts';
import { readTargetFile } from './target-file.ts';
import { withDefaults } from './target-settings.ts';

/** What createSandbox takes for the file at this path. Throws Stop(2) for a file that is no target. */
export async function sandboxLike(
  path: string,
): Promise<Required<Pick<SandboxOptions, 'settings' | 'cipher'>>> {
  const { name, settings: written } = await readTargetFile(path);
  const settings = withDefaults(written);
  const { cipher } = settings;
  return {
    settings: sandboxSettings(settings),
    cipher: (key) => targetCipher({ cipher, folder: dirname(path), key, target: name }),
  };
}
