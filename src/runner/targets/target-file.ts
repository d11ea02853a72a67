/** Reads a target file, refuses what its schema does not allow, and takes the credentials from the environment. */

import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import ledger from '../../../contracts/generated/clauses.json' with { type: 'json' };
import type { WrittenSettings } from '../../../contracts/generated/settings.ts';
import { InputError } from '../../../contracts/src/base/errors.ts';
import type { Cipher } from '../../../contracts/src/messages/cipher.ts';
import type { SandboxOptions } from '../../sandbox/create-sandbox.ts';
import { type CipherChoice, cipherOfTarget } from '../cipher-of-target.ts';
import type { Deviation } from '../clause-results.ts';
import { targetProblem } from '../target-problem.ts';
import { withDefaults } from '../target-settings.ts';
import { targetYaml } from './target-yaml.ts';

interface FromEnvironment {
  readonly env: string;
}

/** A target file as it stands; settings that it does not name have their defaults. */
export interface TargetFile {
  readonly name: string;
  readonly environment: 'sandbox' | 'production';
  readonly writes: 'allowed' | 'forbidden';
  readonly accessUrl: string;
  readonly webFormUrl: string;
  readonly controlUrl?: string;
  /** In seconds. */
  readonly timeLimit?: number;
  readonly credentials: {
    readonly clientId: FromEnvironment;
    readonly clientSecret: FromEnvironment;
    readonly dataDecryptionKey?: FromEnvironment;
  };
  readonly callback?: { readonly host: string; readonly port: number; readonly publicUrl?: string };
  /** In seconds. */
  readonly waitingTime?: number;
  readonly settings?: WrittenSettings;
  readonly deviations?: readonly Deviation[];
}

/** Throws InputError for a file that cannot be read or is no target. `names` are what may be named instead of a file. */
export async function readTargetFile(path: string, names: readonly string[] = []): Promise<TargetFile> {
  const content = await targetYaml(path, names);
  const problem = targetProblem(content);
  if (problem) throw new InputError(`${path} is no target: ${problem}.`);
  const file = content as TargetFile;
  const unknown = file.deviations?.find(({ clause }) => !ledger.clauses.some(({ id }) => id === clause));
  if (unknown)
    throw new InputError(`${path} is no target: the deviation ${unknown.clause} is no clause of the ledger.`);
  return file;
}

/** The environment variables that the file names, that the run needs, and that are not set. */
export function missingCredentials(file: TargetFile, env: NodeJS.ProcessEnv = process.env): string[] {
  const { clientId, clientSecret, dataDecryptionKey } = file.credentials;
  // Without a control plane no message comes that the key could open.
  const key = file.controlUrl === undefined ? [] : [dataDecryptionKey?.env ?? []].flat();
  return [clientId.env, clientSecret.env, ...key].filter((name) => !env[name]);
}

/** Every case creates something, so a target is written to only when its file says that it may be. */
export function mayWrite({ environment, writes }: TargetFile): boolean {
  return environment === 'sandbox' && writes === 'allowed';
}

/** Reads a target file that a run can begin with: it may be written to, and its credentials are set. */

/** `path` is where the file stands, `names` are what may be named instead of one. Throws InputError. */
export async function readyTargetFile(
  chosenBy: string,
  path: string,
  names: readonly string[],
): Promise<TargetFile> {
  const file = await readTargetFile(path, names);
  if (!mayWrite(file))
    throw new InputError(
      `${chosenBy}: cases create users, rules and web forms, so they need environment: sandbox and writes: allowed.`,
    );
  const missing = missingCredentials(file);
  if (missing.length > 0)
    throw new InputError(`${chosenBy}: set ${missing.join(' and ')} in the environment.`);
  return file;
}

/** The cipher of a target whose file stands in a folder. */

/** `folder` is what the path of a module is relative to. Throws InputError for a cipher or a key that cannot be used. */
export function targetCipher({
  folder,
  ...choice
}: Omit<CipherChoice, 'url'> & { readonly folder: string }): Promise<Cipher> {
  return cipherOfTarget({ ...choice, url: pathToFileURL(resolve(folder, choice.cipher)).href });
}

/** A sandbox that chooses as a target file says that its provider does, so that a team can rehearse against it. */

/**
 * What createSandbox takes for the file at this path. Throws InputError for a file that is no target. What only a run needs
 * may be missing.
 */
export async function sandboxLike(
  path: string,
): Promise<Required<Pick<SandboxOptions, 'settings' | 'cipher'>>> {
  const content = await targetYaml(path);
  const problem = targetProblem(content, { partly: true });
  if (problem) throw new InputError(`${path} is no target: ${problem}.`);
  const { name = path, settings: written } = content as Partial<TargetFile>;
  const settings = withDefaults(written);
  const { cipher } = settings;
  return {
    settings,
    cipher: (key) => targetCipher({ cipher, folder: dirname(path), key, target: name }),
  };
}
