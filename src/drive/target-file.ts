/** Reads a target file, refuses what its schema does not allow, and takes the credentials from the environment. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { parseDocument } from 'yaml';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { formats } from '../../contracts/src/contract/formats.ts';
import { nearest } from '../../contracts/src/contract/nearest.ts';
import { Stop } from '../../contracts/src/contract/stop.ts';
import type { Deviation } from './deviation.ts';
import { settingsProblem } from './settings-problem.ts';
import schema from './target.schema.json' with { type: 'json' };
import type { WrittenSettings } from './target-settings.ts';

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

/** Throws Stop(2) for a file that cannot be read or is no target. `names` are what may be named instead of a file. */
export async function readTargetFile(path: string, names: readonly string[] = []): Promise<TargetFile> {
  const content: unknown = parsed(path, await text(path, names));
  const ajv = new Ajv2020({
    allErrors: false,
    verbose: true,
    formats: { ...formats, regex: isPattern },
    strictTypes: false,
  });
  const validate = ajv.compile<TargetFile>(schema);
  if (!validate(content)) throw new Stop(2, `${path} is no target: ${wordsOf(validate.errors?.[0])}.`);
  const file = content;
  const unknown = file.deviations?.find(({ clause }) => !ledger.clauses.some(({ id }) => id === clause));
  if (unknown)
    throw new Stop(2, `${path} is no target: the deviation ${unknown.clause} is no clause of the ledger.`);
  const problem = settingsProblem(file.settings);
  if (problem) throw new Stop(2, `${path} is no target: ${problem}.`);
  return file;
}

function isPattern(text: string): boolean {
  try {
    return Boolean(new RegExp(text, 'u'));
  } catch {
    return false;
  }
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

async function text(path: string, names: readonly string[]): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw new Stop(2, `${path} cannot be read (${code}).`);
    const meant = nearest(basename(path), names);
    const others = names.length > 0 ? `, nor is it ${names.join(' or ')}.` : '.';
    throw new Stop(2, `There is no file ${path}${meant ? `; did you mean ${meant}?` : others}`);
  }
}

/** Data and nothing else: no tag makes anything but text of its value, and no message repeats what stands in the file. */
function parsed(path: string, source: string): unknown {
  const document = parseDocument(source, { logLevel: 'silent' });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem) {
    const [words] = problem.message.split(/(?<=\w): | at line /);
    const { line, col } = problem.linePos?.[0] ?? { line: 1, col: 1 };
    throw new Stop(2, `${path} is no YAML: ${words} (line ${line}, column ${col}).`);
  }
  try {
    return document.toJS();
  } catch {
    // An alias without an anchor, or aliases of aliases that would fill the memory.
    throw new Stop(2, `${path} is no YAML: its aliases cannot be followed.`);
  }
}

function wordsOf(error: ErrorObject | undefined): string {
  const {
    instancePath = '',
    message = 'it does not meet its schema',
    params = {},
    parentSchema,
  } = error ?? {};
  const unknown = 'additionalProperty' in params ? String(params['additionalProperty']) : undefined;
  const meant = unknown && nearest(unknown, Object.keys(parentSchema?.['properties'] ?? {}));
  const named = unknown === undefined ? '' : ` (${unknown}${meant ? `; did you mean ${meant}?` : ''})`;
  const allowed = 'allowedValues' in params ? ` (${(params['allowedValues'] as string[]).join(', ')})` : '';
  return `${instancePath || 'it'} ${message}${named}${allowed}`;
}
