/** Refuses to publish a version whose number lies about what changed since the last release. */
import { execFileSync } from 'node:child_process';
import { Stop } from '../../contracts/src/contract/stop.ts';
import { builtPackage } from '../gate/built-package.ts';
import { comparePackages } from '../gate/compare-packages.ts';
import { verdictLine } from '../gate/gate-text.ts';
import { readPackage } from '../gate/package-content.ts';
import { gateVerdict } from '../gate/verdict.ts';
import { PROJECT } from '../generate/project.ts';

/**
 * What was found, in words. `earlier` is the tarball or the folder of the last release. Throws Stop: 1 when the version
 * lies or nobody says what the last release was, 2 when it cannot be judged.
 */
export async function honestVersion(version: string, earlier: string | undefined): Promise<string> {
  if (earlier === undefined) {
    const [release] = releases();
    if (release === undefined) return 'there is no earlier release to compare it with';
    throw new Stop(1, `${release} is released: name its tarball or folder with --since.`);
  }
  const before = await readPackage(earlier);
  const rows = await comparePackages(before, await builtPackage());
  const from = before.manifest.version;
  const verdict = gateVerdict(from, version, rows);
  if (verdict.honest) return `it is honest about what changed since ${from}`;
  throw new Stop(1, verdictLine(from, version, rows, verdict).trim());
}

/** The tags of releases, the latest first. */
function releases(): string[] {
  const told = git('tag', '--list', 'v*', '--sort=-version:refname');
  return told === '' ? [] : told.split('\n');
}

/** The branch that the working tree is on. Throws Stop(64) outside one. */
export function currentBranch(): string {
  const branch = git('branch', '--show-current');
  if (branch === '') throw new Stop(64, 'the working tree is on no branch: name one with --branch.');
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
