/** Says whether a version number fits the changes since an earlier one, as npm reads numbers, and prints rows and verdict. */
import semver from 'semver';
import { BUMPS, type Bump, type GateRow, gravest } from './changes.ts';

type GateVerdict = ReturnType<typeof gateVerdict>;

/**
 * npm installs by itself what `^earlier` covers, so what it covers must have no breaking change: below 1.0.0 the step from 0.1.0 to
 * 0.2.0 is the major one and 0.1.1 carries minor and patch alike; below 0.1.0 every step is major. A step that is larger
 * than demanded is fine; a number that goes back, or stays the same while something changed, is not. `demanded` is undefined
 * where nothing changed, and `lowest` the lowest number that takes the step.
 */
export function gateVerdict(earlier: string, later: string, rows: readonly GateRow[]) {
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

/** `major  readers  3f2a…  createUser.2XX phone: type: +null`, a line each. */
export function rowLines(rows: readonly GateRow[]): string {
  const lines = rows.map(({ bump, breaks, fingerprint, artefact, place, change }) => {
    const where = [artefact, place].filter(Boolean).join(' ');
    return `${bump.padEnd(5)}  ${breaks.padEnd(9)}  ${fingerprint}  ${where}: ${change}\n`;
  });
  return lines.join('');
}

/** One line; for a step that is too small, with the rows that demand a larger one. */
export function verdictLine(earlier: string, later: string, rows: readonly GateRow[], verdict: GateVerdict) {
  const { honest, demanded, lowest } = verdict;
  const found = rows.length === 0 ? 'nothing changed' : `${rows.length} changes`;
  if (honest)
    return `${earlier} to ${later} is honest: ${found}${demanded ? `, the gravest ${demanded}` : ''}.\n`;
  if (demanded === undefined) return `${earlier} to ${later} goes back.\n`;
  const demanding = rows.filter(({ bump }) => bump === demanded).map(({ fingerprint }) => fingerprint);
  return `${earlier} to ${later} is too small a step: ${demanding.join(', ')} demand a ${demanded} one, ${lowest} or more.\n`;
}

const HEADINGS = { major: 'Breaking', minor: 'Added and loosened', patch: 'Words and code' };

/** Markdown, grouped by step. It has no date, so the same releases make the same section. */
export function changelog(version: string, rows: readonly GateRow[]): string {
  const sections = BUMPS.flatMap((bump) => {
    const own = rows.filter((row) => row.bump === bump);
    return own.length > 0 ? `### ${HEADINGS[bump]} (${bump})\n\n${own.map(line).join('\n')}\n` : [];
  });
  return [`## ${version}\n`, ...(sections.length > 0 ? sections : ['Nothing changed.\n'])].join('\n');
}

function line({ artefact, place, change, breaks, fingerprint }: GateRow): string {
  const where = place === '' ? `\`${artefact}\`` : `\`${artefact}\` \`${place}\``;
  const whom = breaks === 'none' ? '' : ` — breaks ${breaks}`;
  return `- ${where}: ${change}${whom} (${fingerprint})`;
}
