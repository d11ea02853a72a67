/** Whether a version number is honest about what changed since an earlier one, as npm reads numbers. */
import semver from 'semver';
import { BUMPS, type Bump, gravest, type Row } from './row.ts';

export interface GateVerdict {
  readonly honest: boolean;
  /** The step that the rows demand; undefined where nothing changed. */
  readonly demanded: Bump | undefined;
  /** The lowest number that takes the step; the earlier number itself where nothing changed. */
  readonly lowest: string;
}

/**
 * npm installs by itself what `^earlier` covers, so what it covers must break nobody: below 1.0.0 the step from 0.1.0 to
 * 0.2.0 is the major one and 0.1.1 carries minor and patch alike; below 0.1.0 every step is major. A step that is larger
 * than demanded is no lie; a number that goes back, or stays while something changed, is one.
 */
export function gateVerdict(earlier: string, later: string, rows: readonly Row[]): GateVerdict {
  const demanded = gravest(rows);
  const lowest = demanded === undefined ? earlier : next(earlier, demanded);
  if (demanded === undefined) return { honest: semver.gte(later, earlier), demanded, lowest };
  const step = stepBetween(earlier, later);
  const honest = step !== undefined && BUMPS.indexOf(step) <= BUMPS.indexOf(demanded);
  return { honest, demanded, lowest };
}

/** The gravest change that the step from one number to the other may carry; undefined where it is no step forward. */
function stepBetween(earlier: string, later: string): Bump | undefined {
  if (!semver.gt(later, earlier)) return undefined;
  if (!semver.satisfies(later, `^${earlier}`, { includePrerelease: true })) return 'major';
  // `~` stops at the next minor number; below 1.0.0 it stops where `^` does, so nothing smaller than minor is left.
  const isMinor = semver.major(earlier) === 0 || semver.minor(later) > semver.minor(earlier);
  return isMinor ? 'minor' : 'patch';
}

function next(earlier: string, bump: Bump): string {
  const below = semver.major(earlier) === 0;
  const larger = bump === 'major' && semver.minor(earlier) > 0 ? 'minor' : 'patch';
  return semver.inc(earlier, below ? larger : bump) ?? earlier;
}
