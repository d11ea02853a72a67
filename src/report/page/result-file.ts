/** Reads one result file and says of which verb it is. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import validators from '../../../contracts/generated/validators/outputs.js';
import { InputError } from '../../../contracts/src/base/errors.ts';
import { JsonError, readJson } from '../../../contracts/src/base/exact-json.ts';
import type { Strength } from '../../faults/strength.ts';
import type { TargetReport } from '../run-json.ts';
import type { CheckedLine, ComparisonResult, Verdicts } from './page-content.ts';

export type Result =
  | { readonly verb: 'run'; readonly content: RunResult }
  | { readonly verb: 'verify'; readonly content: { readonly targets: Verdicts } }
  | { readonly verb: 'check'; readonly content: readonly CheckedLine[] }
  | { readonly verb: 'compare'; readonly content: Omit<ComparisonResult, 'file'> }
  | { readonly verb: 'faults'; readonly content: Strength };

/** `run.json`; bodies and values keep their digits. */
export interface RunResult {
  readonly interrupted?: 'SIGINT' | 'SIGTERM';
  readonly requireAll?: boolean;
  readonly targets: readonly TargetReport[];
}

const NAMES: Readonly<Record<Result['verb'], string>> = {
  run: 'run.json',
  verify: 'verify.json',
  check: 'result of check --json',
  compare: 'result of compare --json',
  faults: 'strength.json',
};

/** Throws InputError for a file that cannot be read or is no result, with a line that says why and calls it `name`. */
export async function readResultFile(path: string, name = basename(path)): Promise<Result> {
  const text = await textOf(path, name);
  const { plain, exact } = treesOf(name, text);
  const verb = verbOf(plain);
  if (verb === undefined)
    throw new InputError(`${name} is no result: neither ${Object.values(NAMES).join(', nor ')}.`);
  const problem = problemOf(verb, plain);
  if (problem) throw new InputError(`${name} is no ${NAMES[verb]}: ${problem}.`);
  return { verb, content: verb === 'run' ? exact : plain } as Result;
}

/** The first error by the published schema; `check` writes a line a record. */
function problemOf(verb: Result['verb'], tree: unknown): string | undefined {
  const validate = validators[verb === 'faults' ? 'strength' : verb];
  const parts = verb === 'check' ? [...(tree as unknown[]).entries()] : [['', tree] as const];
  for (const [index, part] of parts) {
    if (validate(part)) continue;
    const [error] = validate.errors ?? [];
    const place = `${verb === 'check' ? `/${index}` : ''}${error?.instancePath}`;
    return `${place || 'it'} ${error?.message}`;
  }
  return undefined;
}

async function textOf(path: string, name: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (error) {
    if (error instanceof TypeError) throw new InputError(`${name} is not UTF-8 text; results are.`);
    const { code } = error as NodeJS.ErrnoException;
    throw new InputError(`${path} cannot be read (${code}).`);
  }
}

/** One JSON text, or one in each line as `check --json` writes them. */
function treesOf(name: string, text: string): { readonly plain: unknown; readonly exact: unknown } {
  try {
    const { value, exact } = readJson(text);
    return isOfCheck(value) ? { plain: [value], exact: [value] } : { plain: value, exact };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const lines = linesOf(text);
    if (!lines) throw new InputError(`${name} is not valid JSON: ${error.message}.`);
    return { plain: lines, exact: lines };
  }
}

function linesOf(text: string): unknown[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  try {
    return lines.length > 0 ? lines.map((line) => readJson(line).value) : undefined;
  } catch {
    return undefined;
  }
}

/** By what only a result of the verb has. */
function verbOf(tree: unknown): Result['verb'] | undefined {
  if (Array.isArray(tree)) return tree.length > 0 && tree.every(isOfCheck) ? 'check' : undefined;
  if (typeof tree !== 'object' || tree === null) return undefined;
  if ('targets' in tree) return Array.isArray(tree.targets) ? 'run' : 'verify';
  if ('vacuity' in tree) return 'faults';
  return 'fields' in tree ? 'compare' : undefined;
}

function isOfCheck(tree: unknown): boolean {
  return typeof tree === 'object' && tree !== null && 'operation' in tree && 'findings' in tree;
}
