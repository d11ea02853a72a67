/** What the verbs that read or write messages take of a target file: how its provider encrypts, writes and is judged. */
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Option } from 'commander';
import { Stop } from '../contract/stop.ts';
import { targetProblem } from '../contract/target-problem.ts';
import { judgeSettings, type WrittenSettings } from '../judge/judge-settings.ts';
import type { Settings } from '../judge/settings.ts';
import type { CipherMaker } from '../messages/cipher.ts';
import { cipherOfTarget } from '../messages/cipher-of-target.ts';
import { DEFAULT_CIPHER } from '../messages/default-cipher.ts';
import { callerPath } from './caller-path.ts';
import { readJsonFile } from './read-json-file.ts';

export interface MessageTarget {
  /** Where its messages are received. */
  readonly host?: string;
  readonly port?: number;
  readonly settings?: Settings;
  readonly cipher?: CipherMaker;
  /** The environment variable with the data decryption key. */
  readonly keyEnv?: string;
}

/** Gives the content of a target file. Throws Stop(2) for a file that it cannot read. */
export type ReadTarget = (path: string) => Promise<unknown>;

/** These verbs call no provider, so that nothing of a file is required. */
interface PartOfTarget {
  readonly name?: string;
  readonly webFormUrl?: string;
  readonly credentials?: { readonly dataDecryptionKey?: { readonly env: string } };
  readonly callback?: Pick<MessageTarget, 'host' | 'port'>;
  readonly settings?: WrittenSettings & { readonly cipher?: string };
}

export function targetOption(): Option {
  return new Option('--target <file>', 'a target file: how its provider encrypts and writes, and its key');
}

/** JSON is all that the published command reads; it is YAML, too. */
async function jsonTarget(path: string): Promise<unknown> {
  if (/\.ya?ml$/i.test(path))
    throw new Stop(2, `${path} is YAML: here a target file is JSON, with the same fields.`);
  return (await readJsonFile(path)).value;
}

/** Nothing without a path. Throws Stop(2) for a file that is no target. What only a run needs may be missing. */
export async function messageTarget(
  named: string | undefined,
  read: ReadTarget = jsonTarget,
): Promise<MessageTarget> {
  if (named === undefined) return {};
  const path = callerPath(named);
  const content = await read(path);
  const problem = targetProblem(content, { partly: true });
  if (problem) throw new Stop(2, `${path} is no target: ${problem}.`);
  const { name = named, webFormUrl, credentials, callback, settings = {} } = content as PartOfTarget;
  const { cipher = DEFAULT_CIPHER } = settings;
  const url = pathToFileURL(resolve(dirname(path), cipher)).href;
  const keyEnv = credentials?.dataDecryptionKey?.env;
  return {
    ...callback,
    settings: judgeSettings(settings, webFormUrl),
    cipher: (key) => cipherOfTarget({ cipher, url, key, target: name }),
    ...(keyEnv !== undefined && { keyEnv }),
  };
}
