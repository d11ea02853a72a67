/** Refuses to publish a version whose number lies about what changed since the last release. */
import { execFileSync, spawnSync } from 'node:child_process';
import { Stop } from '../../contracts/src/contract/stop.ts';
import manifest from '../../package.json' with { type: 'json' };
import { PROJECT } from '../generate/project.ts';

/**
 * What was found, in words. `earlier` is the tarball or the folder of the last release. Throws Stop: 1 when the version
 * lies or nobody says what the last release was, 2 when it cannot be judged.
 */
export function honestVersion(version: string, earlier: string | undefined): string {
  if (earlier === undefined) {
    const [release] = releases();
    if (release === undefined) return 'there is no earlier release to compare it with';
    throw new Stop(1, `${release} is released: name its tarball or folder with --since.`);
  }
  if (!('diff' in manifest.scripts)) throw new Stop(2, 'npm run diff is not there to judge the version.');
  const gate = spawnSync('npm', ['run', '-s', 'diff', '--', earlier], { cwd: PROJECT, encoding: 'utf8' });
  if (gate.status === 0) return `it is honest about what changed since ${earlier}`;
  const reason = `${gate.stdout}${gate.stderr}`.trim();
  if (gate.status === 1)
    throw new Stop(1, `version ${version} lies about what changed since ${earlier}: ${reason}`);
  throw new Stop(2, `version ${version} cannot be judged: ${reason}`);
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
