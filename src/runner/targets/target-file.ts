/** Reads a target file: YAML that its schema allows, with credentials from the environment. */
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  defaultTargetSettings,
  type TargetSettings,
  type WrittenSettings,
} from '../../../contracts/generated/settings.ts';
import type {
  fromEnvironment as FromEnvironment,
  TargetFile as Written,
} from '../../../contracts/generated/target-file.ts';
import type { TestData } from '../../../contracts/generated/test-data.ts';
import type { Settings } from '../../../contracts/src/judge/settings.ts';
import { InputError, only, SystemError, withProblems } from '../../base/errors.ts';
import { nearest } from '../../base/words.ts';
import { targetProblems } from './target-problems.ts';
import { parsedYaml, withLines } from './yaml-text.ts';

/** The content of a target file; settings that it leaves out have their defaults. */
export type TargetFile = Omit<Written, 'settings' | 'testData'> & {
  readonly settings?: WrittenSettings;
  readonly testData?: Partial<TestData>;
};

/** A known violation that does not fail the run until the end of a day. */
export type Deviation = NonNullable<Written['deviations']>[number];

/** All settings: what a file leaves out has its default, and web forms are expected on the host of `webFormUrl`. */
export function targetSettings(
  written: WrittenSettings = {},
  webFormUrl?: string,
): TargetSettings & Settings {
  const { webFormHosts = [] } = written;
  const defaultHosts = webFormUrl === undefined ? [] : [new URL(webFormUrl).host];
  return {
    ...defaultTargetSettings,
    ...written,
    readsRequests: true,
    webFormHosts: webFormHosts.length > 0 ? webFormHosts : defaultHosts,
  };
}

/** Cases create users, rules and web forms, so the file must allow writes. */
export function mayWrite({ environment, writes }: TargetFile): boolean {
  return environment === 'sandbox' && writes === 'allowed';
}

/** The value of an environment variable that a target file names; empty where it is not set. */
export function fromEnvironment(named: FromEnvironment | undefined): string {
  return process.env[named?.env ?? ''] ?? '';
}

/** The environment variables that the file names, that the run needs, and that are not set. */
export function missingCredentials({ credentials, controlUrl, tls }: TargetFile, listens = false): string[] {
  const { clientId, clientSecret, dataDecryptionKey, user } = credentials;
  // Messages, which the key decrypts, arrive only with a control plane or a listener.
  const key = controlUrl === undefined && !listens ? undefined : dataDecryptionKey;
  const ofListener = listens ? user?.password : undefined;
  return [clientId, clientSecret, key, ofListener, tls?.key?.passphrase].flatMap((named) =>
    named && fromEnvironment(named) === '' ? named.env : [],
  );
}

/**
 * The content of a target file. Throws InputError for a file that cannot be read or is not a target file. `names` lists
 * the built-in targets, for the error message.
 */
export async function readTargetFile(path: string, names: readonly string[] = []): Promise<TargetFile> {
  return (await checkedContent(path, names, false)) as TargetFile;
}

/** Like readTargetFile, but the file may lack what only a run needs, such as the URLs. */
export async function readPartOfTarget(path: string): Promise<Partial<TargetFile>> {
  return (await checkedContent(path, [], true)) as Partial<TargetFile>;
}

async function checkedContent(path: string, names: readonly string[], isPart: boolean): Promise<unknown> {
  const text = await fileText(path, names);
  const content = await parsedYaml(path, text);
  const problems = targetProblems(content, isPart);
  if (problems.length > 0)
    throw withProblems(`${path} is not a target file`, await withLines(problems, text));
  return content;
}

/** In bytes. */
const LARGEST = 1024 * 1024;

async function fileText(path: string, names: readonly string[]): Promise<string> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw new InputError(`${path} cannot be read: it is a folder.`);
    // A fifo or a device may have no end.
    if (!found.isFile()) throw new InputError(`${path} cannot be read: it is not a regular file.`);
    if (found.size > LARGEST) throw new InputError(`${path} cannot be read: it is larger than 1 MB.`);
    return await readFile(path, 'utf8');
  } catch (error) {
    only(error, SystemError);
    const { code } = error;
    if (code !== 'ENOENT') throw new InputError(`${path} cannot be read (${code}).`);
    const similar = nearest(basename(path), names);
    const others = names.length > 0 ? `; built in: ${names.join(', ')}.` : '.';
    throw new InputError(`There is no file ${path}${similar ? `; did you mean ${similar}?` : others}`);
  }
}
