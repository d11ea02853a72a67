/** What the verb `listen` takes from a target file: where to listen, and how its messages are encrypted and judged. */
import { dirname } from 'node:path';
import type { Settings } from '../../contracts/src/judge/settings.ts';
import type { CipherMaker } from '../../contracts/src/messages/cipher.ts';
import { targetCipher } from './target-cipher.ts';
import { readTargetFile } from './target-file.ts';
import { judgeSettings, withDefaults } from './target-settings.ts';

/** Throws Stop(2) for a file that is no target. Credentials are not asked for: nothing is sent. */
export async function listenTarget(path: string): Promise<{
  readonly host?: string;
  readonly port?: number;
  readonly settings: Settings;
  readonly cipher: CipherMaker;
  /** The environment variable with the data decryption key. */
  readonly keyEnv?: string;
}> {
  const { name, callback, settings: written, credentials, webFormUrl } = await readTargetFile(path);
  const settings = withDefaults(written);
  const { cipher } = settings;
  const keyEnv = credentials.dataDecryptionKey?.env;
  return {
    ...(callback && { host: callback.host, port: callback.port }),
    settings: judgeSettings(settings, webFormUrl),
    cipher: (key) => targetCipher({ cipher, folder: dirname(path), key, target: name }),
    ...(keyEnv !== undefined && { keyEnv }),
  };
}
