/** Reads a target file: YAML that its schema allows, with credentials from the environment. */
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import ledger from '../../../contracts/generated/clauses.json' with { type: 'json' };
import {
  defaultTargetSettings,
  type TargetSettings,
  type WrittenSettings,
} from '../../../contracts/generated/settings.ts';
import type { TestData } from '../../../contracts/generated/test-data.ts';
import open from '../../../contracts/generated/validators/open.js';
import { schema, validate } from '../../../contracts/generated/validators/target-file.js';
import type { SchemaError } from '../../../contracts/src/base/compiled-schema.ts';
import { InputError } from '../../../contracts/src/base/errors.ts';
import { problemLine } from '../../../contracts/src/base/schema-problem.ts';
import { nearest } from '../../../contracts/src/base/text.ts';
import type { SandboxOptions } from '../../sandbox/create-sandbox.ts';
import type { Deviation } from './target.ts';
import { targetCipher } from './target-cipher.ts';

interface FromEnvironment {
  readonly env: string;
}

/** The content of a target file; settings that it leaves out have their defaults. */
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
  readonly testData?: Partial<TestData>;
  readonly deviations?: readonly Deviation[];
}

/** Throws InputError for a file that cannot be read or is not a target file. `names` are what may be named instead of a file. */
export async function readTargetFile(path: string, names: readonly string[] = []): Promise<TargetFile> {
  const file = (await targetContent(path, { names })) as TargetFile;
  const unknown = file.deviations?.find(({ clause }) => !ledger.clauses.some(({ id }) => id === clause));
  if (unknown)
    throw new InputError(`${path} is not a target file: the deviation ${unknown.clause} is not a clause.`);
  return file;
}

/** All settings: what a file leaves out has its default. */
export function withDefaults(written: WrittenSettings = {}): TargetSettings {
  const { apiVersionSelectors } = defaultTargetSettings;
  return {
    ...defaultTargetSettings,
    ...written,
    apiVersionSelectors: { ...apiVersionSelectors, ...written.apiVersionSelectors },
  };
}

/** The environment variables that the file names, that the run needs, and that are not set. */
export function missingCredentials(file: TargetFile, env: NodeJS.ProcessEnv = process.env): string[] {
  const { clientId, clientSecret, dataDecryptionKey } = file.credentials;
  // Without a control plane no message comes that the key could decrypt.
  const key = file.controlUrl === undefined ? [] : [dataDecryptionKey?.env ?? []].flat();
  return [clientId.env, clientSecret.env, ...key].filter((name) => !env[name]);
}

/** Cases create users, rules and web forms, so the file must allow writes. */
export function mayWrite({ environment, writes }: TargetFile): boolean {
  return environment === 'sandbox' && writes === 'allowed';
}

/**
 * The options of a sandbox that has the settings and the cipher of the target file at this path. Throws InputError for a
 * file that is not a target file; what only a run needs may be missing.
 */
export async function sandboxLike(
  path: string,
): Promise<Required<Pick<SandboxOptions, 'settings' | 'cipher'>>> {
  const { name = path, settings: written } = (await targetContent(path, {
    partly: true,
  })) as Partial<TargetFile>;
  const settings = withDefaults(written);
  const { cipher } = settings;
  return {
    settings,
    cipher: (key) => targetCipher({ cipher, folder: dirname(path), key, target: name }),
  };
}

/**
 * The content of a target file. Throws InputError for a file that cannot be read or is not one. `names` are what may be
 * named instead of a file; `partly`: what only a run needs, such as the addresses, may be missing.
 */
export async function targetContent(
  path: string,
  { names = [], partly = false }: { readonly names?: readonly string[]; readonly partly?: boolean } = {},
): Promise<unknown> {
  const content = await parsed(path, await fileText(path, names));
  const problem = problemOf(content, partly);
  if (problem)
    throw new InputError(`${path} is not a target file: ${problem}${problem.endsWith('?') ? '' : '.'}`);
  return content;
}

async function fileText(path: string, names: readonly string[]): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw new InputError(`${path} cannot be read (${code}).`);
    const meant = nearest(basename(path), names);
    const others = names.length > 0 ? `, nor is it ${names.join(' or ')}.` : '.';
    throw new InputError(`There is no file ${path}${meant ? `; did you mean ${meant}?` : others}`);
  }
}

/** A tag makes nothing but text of its value, and no error repeats the content of the file. */
async function parsed(path: string, source: string): Promise<unknown> {
  // Loaded when needed: most runs read no target file.
  const { CORE_SCHEMA, load, YAMLException } = await import('js-yaml');
  let content: unknown;
  try {
    content = load(source, { schema: CORE_SCHEMA });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const [words] = error.reason.split(/,? (?=["!])/);
    const { line = 0, column = 0 } = error.mark ?? {};
    throw new InputError(`${path} is not YAML: ${words} (line ${line + 1}, column ${column + 1}).`);
  }
  if (isEndless(content)) throw new InputError(`${path} is not YAML: its aliases cannot be followed.`);
  return content;
}

/** Whether aliases repeat a value more often than a target file has values. */
function isEndless(content: unknown): boolean {
  const values = [content];
  for (let seen = 0; values.length > 0; seen++) {
    if (seen > 100_000) return true;
    const value = values.pop();
    if (typeof value === 'object' && value !== null) values.push(...Object.values(value));
  }
  return false;
}

/** What is wrong with the content of a target file, as part of a sentence that repeats no value; undefined for a good file. */
function problemOf(content: unknown, partly: boolean): string | undefined {
  validate(content);
  const errors = validate.errors ?? [];
  const found = partly ? errors.find(({ keyword }) => keyword !== 'required') : errors[0];
  return found ? wordsOf(found) : settingsProblem((content as { settings?: NamingSettings }).settings);
}

function wordsOf(error: SchemaError): string {
  const { additionalProperty: unknown } = error.params;
  const meant = unknown === undefined ? undefined : nearest(`${unknown}`, propertiesAt(error.schemaPath));
  return `${problemLine(error, 'it')}${meant ? `; did you mean ${meant}?` : ''}`;
}

type Node = Readonly<Record<string, unknown>>;

/** The names beside the keyword that a schema path such as `#/properties/settings/additionalProperties` leads to. */
function propertiesAt(schemaPath: string): string[] {
  const steps = schemaPath.split('/').slice(1, -1);
  const node = steps.reduce((node, step) => node[step] as Node, schema as object as Node);
  return Object.keys(node['properties'] ?? {});
}

/** The settings that name fields. */
interface NamingSettings {
  readonly fieldAliases?: Readonly<Record<string, readonly string[]>>;
  readonly toleratedTimeFormats?: Readonly<Record<string, readonly string[]>>;
}

const TIME = /"format":"(date|envelope-time|german-time|web-form-time)"/;

/** What the schema cannot find: names that are no documented field. A mistyped one would tolerate nothing, silently. */
function settingsProblem(settings: NamingSettings = {}): string | undefined {
  const { fieldAliases = {}, toleratedTimeFormats = {} } = settings;
  const named: [setting: string, names: readonly string[]][] = [
    ['fieldAliases', Object.keys(fieldAliases)],
    ['toleratedTimeFormats', Object.keys(toleratedTimeFormats)],
  ];
  const fields = receivedFields();
  for (const [setting, names] of named) {
    const unknown = names.find((name) => !fields.has(name));
    if (unknown !== undefined)
      return `settings.${setting} names ${unknown}, which is not a field of a documented answer or message`;
  }
  const timeless = Object.keys(toleratedTimeFormats).find((name) => !TIME.test(fields.get(name) ?? ''));
  return timeless === undefined
    ? undefined
    : `settings.toleratedTimeFormats names ${timeless}, which is not a time`;
}

/** The fields of answers, messages and decrypted details, each with its schemas as text. */
function receivedFields(): Map<string, string> {
  const fields = new Map<string, string>();
  const gather = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, part] of Object.entries(node)) {
      if (key === 'properties') {
        for (const [name, field] of Object.entries(part as object))
          fields.set(name, (fields.get(name) ?? '') + JSON.stringify(field));
      }
      gather(part);
    }
  };
  for (const [name, { schema }] of Object.entries(open)) if (!name.endsWith('.request')) gather(schema);
  return fields;
}
