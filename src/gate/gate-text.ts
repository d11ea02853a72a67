/** What the semver gate says on a terminal: a row a line, and the verdict. */
import type { Row } from './row.ts';
import type { GateVerdict } from './verdict.ts';

/** `major  readers  3f2a…  createUser.2XX phone: type: +null`, a line each. */
export function rowLines(rows: readonly Row[]): string {
  return rows
    .map(({ bump, breaks, fingerprint, artefact, place, change }) =>
      [
        bump.padEnd(5),
        breaks.padEnd(9),
        fingerprint,
        `${[artefact, place].filter(Boolean).join(' ')}: ${change}`,
      ].join('  '),
    )
    .map((line) => `${line}\n`)
    .join('');
}

/** One line; with a lie, which rows demand the step that was not taken. */
export function verdictLine(
  earlier: string,
  later: string,
  rows: readonly Row[],
  verdict: GateVerdict,
): string {
  const { honest, demanded, lowest } = verdict;
  const found = rows.length === 0 ? 'nothing changed' : `${rows.length} changes`;
  if (honest)
    return `${earlier} to ${later} is honest: ${found}${demanded ? `, the gravest ${demanded}` : ''}.\n`;
  if (demanded === undefined) return `${earlier} to ${later} lies: the number goes back.\n`;
  const demanding = rows.filter(({ bump }) => bump === demanded).map(({ fingerprint }) => fingerprint);
  return `${earlier} to ${later} lies: ${demanding.join(', ')} demand a ${demanded} step, ${lowest} or more.\n`;
}
