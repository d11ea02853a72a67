/** Reads a target file, refuses what its schema does not allow, and takes the credentials from the environment. */
import { readFile } from 'node:fs/promises';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { formats } from '../../contracts/src/contract/formats.ts';
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

/** Throws Stop(2) for a file that cannot be read or is no target. */
export async function readTargetFile(path: string): Promise<TargetFile> {
  const content: unknown = parsed(path, await text(path));
  const ajv = new Ajv2020({
    allErrors: false,
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

async function text(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Stop(2, `${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function parsed(path: string, source: string): unknown {
  try {
    return parse(source);
  } catch (error) {
    throw new Stop(2, `${path} is no YAML: ${(error as Error).message.split('\n')[0]}`);
  }
}

function wordsOf(error: ErrorObject | undefined): string {
  const { instancePath = '', message = 'it does not meet its schema', params = {} } = error ?? {};
  const named = 'additionalProperty' in params ? ` (${params['additionalProperty']})` : '';
  const allowed = 'allowedValues' in params ? ` (${(params['allowedValues'] as string[]).join(', ')})` : '';
  return `${instancePath || 'it'} ${message}${named}${allowed}`;
}
