/** Publishes the contracts: packs the package and hands the pacts to a broker, once the version is honest. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import manifest from '../../contracts/package.json' with { type: 'json' };
import { count } from '../../contracts/src/contract/show.ts';
import { buildPackage } from '../package/build-package.ts';
import { type Packed, pack } from '../package/pack.ts';
import { askBroker, publishPacts } from './broker.ts';
import { readPact } from './pact-file.ts';
import { PACTS, pactPaths } from './pact-folder.ts';
import { currentBranch, honestVersion } from './version-gate.ts';

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

/** What is or would be published, line by line. Throws Stop for a version that lies and for a broker that is not there. */
export async function publish(options: PublishOptions, judged = honestVersion): Promise<string[]> {
  const { broker, branch = currentBranch(), tag = `v${version}`, since, into } = options;
  const honesty = await judged(version, since);
  // Before anything is packed: a broker that is not there is the likelier reason to stop.
  if (broker !== undefined) await askBroker(broker);
  const { path, size, files } = await packedInto(into);
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
  await publishPacts(PACTS, { broker, version, branch, tag });
  return [...lines, `the pacts are published to ${new URL(broker).origin}`];
}

async function packedInto(into: string | undefined): Promise<Packed> {
  const folder = mkdtempSync(join(tmpdir(), 'packed-'));
  try {
    const dist = join(folder, 'dist');
    await buildPackage(dist);
    if (into !== undefined) mkdirSync(into, { recursive: true });
    return pack(dist, into ?? folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
