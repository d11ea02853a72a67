/** `assess --code`: reads the source files of a folder, and finds what in them still belongs to V1. */
import { spawnSync } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { InputError, only, SystemError, whyUnreadable } from '../../base/errors.ts';
import { type CodePlace, type CodeResult, v1PlacesIn } from '../../evidence/v1-in-code.ts';
import { callerPath } from '../options.ts';

const MOST = { files: 50_000, bytes: 1024 * 1024 };
/** Other people's code, prose, and recordings, which `assess` reads itself. */
const NOT_OURS =
  /(?:^|\/)(?:node_modules|vendor|site-packages|\.git)\/|\.(?:md|markdown|rst|adoc|txt|csv|har|ndjson|min\.js|map|lock)$|-lock\.(?:json|yaml)$/i;
/** What an earlier `assess --code --json` printed. */
const OWN_RESULT = /"code":\s*\{\s*"folder":/;

/** Throws InputError for a folder that cannot be read or has no text file. */
export async function assessCode(folder: string, earlier?: readonly CodePlace[]): Promise<CodeResult> {
  const root = callerPath(folder);
  const names = await filesOf(root, folder);
  const texts = new Map<string, string>();
  for (const name of names.slice(0, MOST.files)) {
    const text = await textOf(join(root, name));
    if (text !== undefined) texts.set(name, OWN_RESULT.test(text) ? '' : text);
  }
  if (texts.size === 0)
    throw new InputError(
      `${folder} has no text file to assess${names.length > 0 ? ': all are larger than 1 MB, or not text' : ''}.`,
    );
  const left = v1PlacesIn(texts);
  const since = earlier && { since: changedSince(earlier, left) };
  return { folder, files: texts.size, skipped: names.length - texts.size, left, ...since };
}

/** The files that git lists, and untracked ones; all files where there is no repository. */
async function filesOf(root: string, folder: string): Promise<string[]> {
  try {
    if (!(await stat(root)).isDirectory()) throw new InputError(`${folder} is not a folder.`);
    const names = gitFiles(root) ?? (await allFiles(root));
    return [...new Set(names)].filter((name) => name !== '' && !NOT_OURS.test(name)).sort();
  } catch (error) {
    only(error, SystemError);
    throw new InputError(`${folder} cannot be read: ${whyUnreadable(error)}.`);
  }
}

/** Undefined without git, and outside of a repository. The configuration of the repository starts no program. */
function gitFiles(root: string): string[] | undefined {
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * MOST.bytes } as const;
  const { status, stdout } = spawnSync('git', ['-c', 'core.fsmonitor=false', ...listing], options);
  return status === 0 ? stdout.split('\0') : undefined;
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
    if ((await stat(path)).size > MOST.bytes) return undefined;
    const bytes = await readFile(path);
    return bytes.includes(0) ? undefined : bytes.toString('utf8');
  } catch (error) {
    only(error, SystemError);
    return undefined;
  }
}

/** Compares what was found, not line numbers: lines move with each change. */
function changedSince(earlier: readonly CodePlace[], left: readonly CodePlace[]) {
  const names = ({ kind, found }: CodePlace) => `${kind} ${found}`;
  const missing = (some: readonly CodePlace[], others: readonly CodePlace[]) => {
    const open = Map.groupBy(others, names);
    return some.filter((place) => open.get(names(place))?.pop() === undefined).length;
  };
  return { done: missing(earlier, left), added: missing(left, earlier) };
}
