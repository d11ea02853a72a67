/** Packs the package and publishes its pacts to a broker, if the version fits what changed since the last release. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import manifest from '../../contracts/package.json' with { type: 'json' };
import { CheckFailed, InputError, UsageError } from '../../contracts/src/base/errors.ts';
import { count } from '../../contracts/src/base/text.ts';
import { comparePackages } from '../build/gate/compare-packages.ts';
import { builtPackage, readPackage } from '../build/gate/release.ts';
import { gateVerdict, verdictLine } from '../build/gate/version-verdict.ts';
import { packedInto } from '../build/package/build-package.ts';
import { PROJECT } from '../build/project.ts';
import { PACTS, pactPaths, readPact } from './pact-file.ts';

const { version } = manifest;

export interface PublishOptions {
  /** The address of the broker; without it nothing is published. */
  readonly broker?: string;
  /** That of the working tree without it. */
  readonly branch?: string;
  /** `v` and the version without it. */
  readonly tag?: string;
  /** The tarball or the folder of the last release. */
  readonly since?: string;
  /** Keeps the tarball in this folder. */
  readonly into?: string;
}

/** What is or would be published, line by line. Throws CheckFailed for a version that does not fit, InputError for no broker. */
export async function publish(options: PublishOptions, judged = honestVersion): Promise<string[]> {
  const { broker, branch = currentBranch(), tag = `v${version}`, since, into } = options;
  const honesty = await judged(version, since);
  using folder = mkdtempDisposableSync(join(tmpdir(), 'packed-'));
  const { path, size, files } = await packedInto(folder.path);
  if (into !== undefined) cpSync(path, join(into, basename(path)));
  const pacts = pactPaths().map(readPact);
  const lines = [
    `version ${version}: ${honesty}`,
    `tarball ${basename(path)}: ${size} bytes, ${count(files.length, 'file')}`,
    ...pacts.map(({ path, interactions }) => {
      const number = count(interactions.length, 'interaction');
      return `pact ${basename(path)}: ${number}, version ${version}, branch ${branch}, tag ${tag}`;
    }),
  ];
  if (broker === undefined) return [...lines, 'nothing is published: a dry run'];
  await publishPacts(broker, version, branch, tag);
  return [...lines, `the pacts are published to ${new URL(broker).origin}`];
}

const CLIENT = join(PROJECT, 'node_modules/@pact-foundation/pact-cli/bin/pact-broker.js');

/** The client reads its credentials from the environment. Throws InputError with its words when it fails. */
export async function publishPacts(broker: string, version: string, branch: string, tag: string) {
  const options = ['--consumer-app-version', version, '--branch', branch, '--tag', tag, '--retries', '1'];
  const args = [CLIENT, 'publish', join(PROJECT, PACTS), '--broker-base-url', broker, ...options];
  const env = { ...process.env, PACT_DO_NOT_TRACK: 'true' };
  const client = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const output = [text(client.stdout), text(client.stderr)] as const;
  const [stdout, stderr, [exitCode]] = await Promise.all([...output, once(client, 'close')]);
  if (exitCode === 0) return;
  // The client repeats the address with the password that it may hold.
  const words = (stderr || stdout).trim().replaceAll(broker, new URL(broker).origin);
  throw new InputError(`the pacts are not published: ${words.split(/\s*\n\s*/).join(' ')}`);
}

/**
 * What was found, in words. `earlier` is the tarball or the folder of the last release. Throws CheckFailed when the version
 * does not fit or the last release is not named, InputError when it cannot be compared.
 */
async function honestVersion(version: string, earlier: string | undefined): Promise<string> {
  if (earlier === undefined) {
    const [release] = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n');
    if (!release) return 'there is no earlier release to compare it with';
    throw new CheckFailed(`${release} is released: name its tarball or folder with --since.`);
  }
  const before = readPackage(earlier);
  const rows = await comparePackages(before, await builtPackage());
  const from = before.manifest.version;
  const verdict = gateVerdict(from, version, rows);
  if (verdict.honest) return `it fits what changed since ${from}`;
  throw new CheckFailed(verdictLine(from, version, rows, verdict).trim());
}

/** The branch that the working tree is on. Throws UsageError outside one. */
function currentBranch(): string {
  const branch = git('branch', '--show-current');
  if (branch === '') throw new UsageError('the working tree is on no branch: name one with --branch.');
  return branch;
}

function git(...args: string[]): string {
  try {
    const output = execFileSync('git', args, { cwd: PROJECT, stdio: ['ignore', 'pipe', 'ignore'] });
    return output.toString().trim();
  } catch {
    return '';
  }
}
