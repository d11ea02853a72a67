/** `assess --code`: reads the source files of a folder, and says what in them still belongs to V1. */
import { spawnSync } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import output from '../../../contracts/outputs/assess-code.output.json' with { type: 'json' };
import { InputError, only, SystemError, whyUnreadable } from '../../../contracts/src/base/errors.ts';
import { jsonIn } from '../../../contracts/src/base/exact-json.ts';
import { isObject } from '../../../contracts/src/base/json-value.ts';
import { errorsOf } from '../../../contracts/src/base/schema.ts';
import { textTable } from '../../../contracts/src/base/table.ts';
import { count, oneLine } from '../../../contracts/src/base/text.ts';
import { type CodePlace, type CodeResult, UNSEEN, v1PlacesIn } from '../../evidence/v1-in-code.ts';
import { compiled } from '../../schemas/compile-schema.ts';
import { inputText } from '../input-files.ts';
import { callerPath } from '../options.ts';

const validator = compiled(output);
const MOST = { files: 50_000, bytes: 1024 * 1024 };
/** Other people's code, prose, and recordings, which `assess` reads itself. */
const NOT_OURS =
  /(?:^|\/)(?:node_modules|vendor|\.git)\/|\.(?:md|markdown|rst|adoc|txt|csv|har|ndjson|min\.js|map|lock)$|-lock\.(?:json|yaml)$/i;

/** Throws InputError for a folder that cannot be read or has no text file. */
export async function assessCode(folder: string, earlier?: readonly CodePlace[]): Promise<CodeResult> {
  const root = callerPath(folder);
  const names = await filesOf(root, folder);
  const texts = new Map<string, string>();
  for (const name of names.slice(0, MOST.files)) {
    const text = await textOf(join(root, name));
    if (text !== undefined && !(/"instead"/.test(text) && placesInResult(text))) texts.set(name, text);
  }
  const files = texts.size;
  if (files === 0) throw new InputError(`${folder} has no text file to assess.`);
  const left = v1PlacesIn(texts);
  return {
    folder,
    files,
    skipped: names.length - files,
    left,
    ...(earlier && { since: changedSince(earlier, left) }),
  };
}

/** Those that git lists, new ones too; all files where there is no repository. */
async function filesOf(root: string, folder: string): Promise<string[]> {
  let names: string[];
  try {
    if (!(await stat(root)).isDirectory()) throw new InputError(`${folder} is not a folder.`);
    names = gitFiles(root) ?? (await allFiles(root));
  } catch (error) {
    only(error, SystemError);
    throw new InputError(`${folder} cannot be read: ${whyUnreadable(error)}.`);
  }
  return [...new Set(names)].filter((name) => !NOT_OURS.test(name)).sort();
}

/** Undefined without git, and outside of a repository. The configuration of the repository starts no program. */
function gitFiles(root: string): string[] | undefined {
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * MOST.bytes } as const;
  const { status, stdout } = spawnSync('git', ['-c', 'core.fsmonitor=false', ...listing], options);
  return status === 0 ? stdout.split('\0').filter((name) => name !== '') : undefined;
}

async function allFiles(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) =>
    entry.isFile() ? relative(root, join(entry.parentPath, entry.name)) : [],
  );
}

/** Undefined for what is too large or not text, and for a deleted file, a link to nowhere and a submodule. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    const { size } = await stat(path);
    if (size > MOST.bytes) return undefined;
    const bytes = await readFile(path);
    return bytes.includes(0) ? undefined : bytes.toString('utf8');
  } catch (error) {
    only(error, SystemError);
    return undefined;
  }
}

/** The places of an earlier `assess --code --json`. Throws InputError for another file. */
export async function earlierPlaces(file: string): Promise<readonly CodePlace[]> {
  const places = placesInResult(await inputText(file));
  if (places === undefined)
    throw new InputError(`${file} has no places in code: name what assess --code --json printed.`);
  return places;
}

/** Undefined for a text that is no such result. */
function placesInResult(text: string): readonly CodePlace[] | undefined {
  const result = jsonIn(text);
  if (!isObject(result) || errorsOf(validator, result).length > 0) return undefined;
  return (result as { readonly code: CodeResult }).code.left;
}

/** By what was found, wherever it stands now: lines move with each change. */
function changedSince(earlier: readonly CodePlace[], left: readonly CodePlace[]) {
  const names = ({ kind, found }: CodePlace) => `${kind} ${found}`;
  const missing = (some: readonly CodePlace[], others: readonly CodePlace[]) => {
    const open = Map.groupBy(others, names);
    return some.filter((place) => open.get(names(place))?.pop() === undefined).length;
  };
  return { done: missing(earlier, left), added: missing(left, earlier) };
}

/** The places by file, and their number. Ends with a newline. */
export function codeText({ left, files, skipped, since, folder }: CodeResult): string {
  const byFile = Map.groupBy(left, ({ file }) => file);
  const lists = [...byFile].map(([file, places]) => {
    const rows = places.map(({ line, kind, found, instead }) => [`  ${line}`, kind, found, `→ ${instead}`]);
    return `${oneLine(file)}\n${textTable(rows)}`;
  });
  const kinds = [...Map.groupBy(left, ({ kind }) => kind)].map(
    ([kind, places]) => `${places.length}× ${kind}`,
  );
  const passed = skipped > 0 ? `, ${skipped} skipped (larger than 1 MB, or not text)` : '';
  const told = since ? `, ${since.done} done, ${since.added} new` : '';
  const of = `${count(files, 'file')} of ${oneLine(folder)} read${passed}`;
  const lead =
    left.length === 0 ? 'Nothing of V1 is seen' : `${count(left.length, 'place')} of V1 left${told}`;
  return `${[...lists, `${lead}; ${of}.`].join('\n')}${kinds.length > 0 ? `\n${kinds.join(', ')}.` : ''}\n${UNSEEN}\n`;
}
