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
  // Before anything is packed: a broker that is not there is the likelier reason to stop.
  if (broker !== undefined) await askBroker(broker);
  using folder = mkdtempDisposableSync(join(tmpdir(), 'packed-'));
  const { path, size, files } = await packedInto(folder.path);
  if (into !== undefined) cpSync(path, join(into, basename(path)));
  const pacts = pactPaths().map(readPact);
  const lines = [
    `version ${version}: ${honesty}`,
    `tarball ${basename(path)}: ${size} bytes, ${count(files.length, 'file')}`,
    ...pacts.map(
      ({ path, interactions }) =>
        `pact ${basename(path)}: ${count(interactions.length, 'interaction')}, version ${version}, branch ${branch}, tag ${tag}`,
    ),
  ];
  if (broker === undefined) return [...lines, 'nothing is published: a dry run'];
  await publishPacts(join(PROJECT, PACTS), { broker, version, branch, tag });
  return [...lines, `the pacts are published to ${new URL(broker).origin}`];
}

interface Publication {
  readonly broker: string;
  readonly version: string;
  readonly branch: string;
  readonly tag: string;
}

const CLIENT = join(PROJECT, 'node_modules/@pact-foundation/pact-cli/bin/pact-broker.js');

/** In milliseconds; the client itself would retry for about a minute. */
const TIME_LIMIT = 5000;

/** The environment of the client: PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Throws InputError for a broker that does not answer within 5 s, and for an address where there is none. */
export async function askBroker(broker: string, environment: Environment = process.env): Promise<void> {
  const { status, json } = await fetch(broker, {
    headers: { accept: 'application/hal+json, application/json', ...authorization(environment) },
    signal: AbortSignal.timeout(TIME_LIMIT),
  }).then(
    async (answer) => ({ status: answer.status, json: await answer.json().catch(() => undefined) }),
    (error: Error & { cause?: { code?: string; message?: string } }) => {
      const { code, message = error.message } = error.cause ?? {};
      // A port that fetch refuses to call has a message and no code.
      const reason = error.name === 'TimeoutError' ? 'none within 5 s' : (code ?? message);
      throw new InputError(`the broker does not answer on ${new URL(broker).origin} (${reason}).`);
    },
  );
  if (status < 200 || status > 299) throw new InputError(`the broker answers ${status}, not a success, 2xx.`);
  if (json?._links?.['pb:publish-contracts'] === undefined)
    throw new InputError(`${new URL(broker).origin} is no Pact Broker that accepts pacts.`);
}

/** Publishes every pact of the folder. Throws InputError with the client's words when it fails. */
async function publishPacts(folder: string, publication: Publication): Promise<void> {
  const { broker, version, branch, tag } = publication;
  const options = ['--consumer-app-version', version, '--branch', branch, '--tag', tag, '--retries', '1'];
  const args = [CLIENT, 'publish', folder, '--broker-base-url', broker, ...options];
  const client = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PACT_DO_NOT_TRACK: 'true' },
  });
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(client.stdout),
    text(client.stderr),
    once(client, 'close'),
  ]);
  if (exitCode === 0) return;
  const words = (stderr || stdout).trim().split(/\s*\n\s*/);
  throw new InputError(`the pacts are not published: ${words.join(' ')}`);
}

function authorization(environment: Environment): Record<string, string> {
  const {
    PACT_BROKER_TOKEN: token,
    PACT_BROKER_USERNAME: user,
    PACT_BROKER_PASSWORD: password,
  } = environment;
  if (token) return { authorization: `Bearer ${token}` };
  return user
    ? { authorization: `Basic ${Buffer.from(`${user}:${password ?? ''}`).toString('base64')}` }
    : {};
}

/**
 * What was found, in words. `earlier` is the tarball or the folder of the last release. Throws CheckFailed when the version
 * does not fit or the last release is not named, InputError when it cannot be compared.
 */
async function honestVersion(version: string, earlier: string | undefined): Promise<string> {
  if (earlier === undefined) {
    const [release] = releases();
    if (release === undefined) return 'there is no earlier release to compare it with';
    throw new CheckFailed(`${release} is released: name its tarball or folder with --since.`);
  }
  const before = readPackage(earlier);
  const rows = await comparePackages(before, await builtPackage());
  const from = before.manifest.version;
  const verdict = gateVerdict(from, version, rows);
  if (verdict.honest) return `it fits what changed since ${from}`;
  throw new CheckFailed(verdictLine(from, version, rows, verdict).trim());
}

/** The tags of releases, the latest first. */
function releases(): string[] {
  const tags = git('tag', '--list', 'v*', '--sort=-version:refname');
  return tags === '' ? [] : tags.split('\n');
}

/** The branch that the working tree is on. Throws UsageError outside one. */
function currentBranch(): string {
  const branch = git('branch', '--show-current');
  if (branch === '') throw new UsageError('the working tree is on no branch: name one with --branch.');
  return branch;
}

function git(...args: string[]): string {
  try {
    return execFileSync('git', args, {
      cwd: PROJECT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
}
