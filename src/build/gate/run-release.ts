/** Runs the code of a release: its validators and ledgers. It can neither write, start a process nor read what is not its own. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputError } from '../../../contracts/src/base/errors.ts';
import { writeBelow } from '../made-files.ts';
import type { PackageContent } from './release.ts';

const SCRIPT = 'ask-release.ts';
/** In milliseconds; a release takes a second. */
const TIME_LIMIT = 60_000;

/** The places that each body breaks, by the file of the validator; null for one that throws or does not load. */
export type Answers = Readonly<Record<string, readonly (readonly string[])[] | null>>;

/** Throws InputError for a release that ends the process or writes into its output. */
export function askValidators(release: PackageContent, bodies: object): Answers {
  const answers = run(release, { bodies });
  if (answers !== undefined) return answers as Answers;
  const { name, version } = release.manifest;
  throw new InputError(`the validators of ${name} ${version} cannot be run`);
}

/** The entries of the list that a module of ledgers exports, by their ids. Throws InputError where it exports none. */
export function ledgerOf(
  release: PackageContent,
  path: string,
): [id: string, fields: Record<string, unknown>][] {
  const { list, error = 'it exports no list' } = (run(release, { ledger: path }) ?? {}) as {
    list?: { id: string }[];
    error?: string;
  };
  if (list !== undefined) return list.map(({ id, ...fields }) => [id, fields]);
  const { name: whose, version } = release.manifest;
  throw new InputError(`${path} of ${whose} ${version} is no ledger: ${error.split('\n')[0]}`);
}

function run({ files }: PackageContent, question: object): unknown {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'release-code-'));
  const { path: root } = folder;
  const modules = [...files].filter(([path]) => path.endsWith('.js'));
  writeBelow(root, [...modules, ['package.json', '{"type":"module"}']]);
  copyFileSync(join(import.meta.dirname, SCRIPT), join(root, SCRIPT));
  const rights = ['--permission', `--allow-fs-read=${root}`, '--disable-warning=SecurityWarning'];
  const { stdout } = spawnSync(process.execPath, [...rights, join(root, SCRIPT)], {
    input: JSON.stringify(question),
    encoding: 'utf8',
    timeout: TIME_LIMIT,
    maxBuffer: 1 << 28,
    env: {},
  });
  try {
    return JSON.parse(stdout);
  } catch {
    return undefined;
  }
}
