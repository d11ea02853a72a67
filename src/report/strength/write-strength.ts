/** Writes what a run of the faults came to: strength.json for the page, faults.json for Stryker's viewer. */
import { faultRows } from '../../faults/fault-catalogue.ts';
import type { Baselines, Strength } from '../../faults/strength.ts';
import { writeFiles } from '../write-files.ts';
import { mutationReport } from './mutation-report.ts';
import type { StrengthEnding } from './strength-counts.ts';

/** Returns the paths of the files. Throws InputError when the folder cannot be written to. */
export function writeStrength(folder: string, strength: Strength): Promise<string[]> {
  return writeFiles(
    folder,
    new Map([
      ['strength.json', strengthJson(strength, { isPartial: false })],
      ['faults.json', mutationReport(strength, faultRows)],
    ]),
  );
}

/** What the tools of others noticed, for later runs; the same errors. */
export function writeBaselines(folder: string, baselines: Baselines): Promise<string[]> {
  return writeFiles(folder, new Map([['baselines.json', jsonByRow(baselines)]]));
}

/** The content of `strength.json`, and what `faults --json` prints: a part says that it is one, and nothing of what only all
 * faults can show.
 */
export function strengthJson(strength: Strength, { isPartial, interrupted }: StrengthEnding): string {
  const part = { isPartial, ...(interrupted && { interrupted }), ...strength, untried: [], vacuity: [] };
  return jsonByRow(isPartial ? part : strength);
}

/** JSON with a line for each item of its lists, so that a change of one is a line of a diff. */
function jsonByRow(content: object): string {
  const fields = Object.entries(content).map(([name, value]) => {
    const rows = Array.isArray(value) ? value.map((row) => JSON.stringify(row)) : undefined;
    return `${JSON.stringify(name)}: ${rows ? `[\n${rows.join(',\n')}\n]` : JSON.stringify(value)}`;
  });
  return `{\n${fields.join(',\n')}\n}\n`;
}
