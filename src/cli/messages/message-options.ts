/** `--key-env` and `--target` of the verbs that read or write messages. The key comes from the environment only. */
import { dirname } from 'node:path';
import { Option } from 'commander';
import { InputError, only } from '../../../contracts/src/base/errors.ts';
import { judgeSettings, type Settings } from '../../../contracts/src/judge/settings.ts';
import {
  type Cipher,
  CipherError,
  type CipherMaker,
  DEFAULT_CIPHER,
  defaultCipher,
  TEST_KEY,
} from '../../../contracts/src/messages/cipher.ts';
import type { Tls } from '../../http/http-sender.ts';
import type { Deviation } from '../../runner/targets/target-file.ts';
import { callerPath } from '../options.ts';
import { say, screenSecrets } from '../terminal-text.ts';

const USUAL = 'DATA_DECRYPTION_KEY';

export function keyEnvOption(): Option {
  return new Option(
    '--key-env <name>',
    `environment variable with the data decryption key (default: ${USUAL})`,
  );
}

/** The hint for messages of which `messageCipher(name)` decrypts nothing. */
export function keyHint(name = USUAL): string {
  const key = (process.env[name] ?? '') === '' ? 'the published test key' : `the key in ${name}`;
  return `No encrypted field could be decrypted: ${key} may not be the key of the service.`;
}

/** No screen shows the key from now on. Without one it uses the published test key and says so. Throws InputError for a variable without a key. */
export async function messageCipher(name?: string, make: CipherMaker = defaultCipher): Promise<Cipher> {
  const key = process.env[name ?? USUAL] ?? '';
  screenSecrets().add(key, 'secret');
  if (key === '' && name !== undefined)
    throw new InputError(`${name} is not set, and has to hold the data decryption key.`);
  if (key === '') say(`${USUAL} is not set, so the published test key is used: ${TEST_KEY}`);
  try {
    return await make(key === '' ? TEST_KEY : key);
  } catch (error) {
    only(error, CipherError);
    throw new InputError(`${name ?? USUAL} cannot be used: ${error.message}.`);
  }
}

/** The parts of a target file that these verbs use. */
export interface MessageTarget {
  readonly host?: string;
  readonly port?: number;
  readonly settings?: Settings;
  readonly cipher?: CipherMaker;
  /** The environment variable with the data decryption key. */
  readonly keyEnv?: string;
  /** Of the access API, if the file names it. */
  readonly accessHost?: string;
  readonly deviations?: readonly Deviation[];
  /** Of the connections; throws InputError for files that cannot be used. */
  readonly tls?: () => Tls | undefined;
}

export function targetOption(): Option {
  return new Option('--target <file>', 'a target file: how its provider encrypts and writes, and its key');
}

/** What the target file says of messages; nothing without a path. Throws InputError for a file that is not a target file; what only a run needs may be missing. */
export async function messageTarget(named: string | undefined): Promise<MessageTarget> {
  if (named === undefined) return {};
  const path = callerPath(named);
  // Loaded when they are needed: a verb without --target starts sooner.
  const { readPartOfTarget } = await import('../../runner/targets/target-file.ts');
  const { targetCipher } = await import('../../runner/targets/target-cipher.ts');
  const { targetTls } = await import('../../runner/targets/target-tls.ts');
  const target = await readPartOfTarget(path);
  const { name = named, accessUrl, webFormUrl, credentials, callback, deviations, settings = {} } = target;
  const { cipher = DEFAULT_CIPHER } = settings;
  const keyEnv = credentials?.dataDecryptionKey?.env;
  return {
    ...callback,
    settings: judgeSettings(settings, webFormUrl),
    cipher: (key) => targetCipher({ cipher, folder: dirname(path), key, target: name }),
    tls: () => targetTls({ tls: target.tls, folder: dirname(path), target: name, secrets: screenSecrets() }),
    ...(keyEnv !== undefined && { keyEnv }),
    ...(deviations && { deviations }),
    ...(accessUrl !== undefined && { accessHost: new URL(accessUrl).host }),
  };
}
