/** strength.json: every fault and variant that a run tried, with what became of it. */
import { join } from 'node:path';
import type { Strength } from '../../faults/strength.ts';
import { writeWholeFile } from '../write-files.ts';
import type { StrengthEnding } from './strength-counts.ts';

/** Returns the path of the file. Throws InputError when the folder cannot be written to. */
export async function writeStrength(folder: string, strength: Strength): Promise<string> {
  const path = join(folder, 'strength.json');
  await writeWholeFile(path, strengthJson(strength, { isPartial: false }));
  return path;
}

/** The content of `strength.json`, and what `faults --json` prints: a part says that it is one, and nothing of what only all
 * faults can show.
 */
export function strengthJson(strength: Strength, { isPartial, interrupted }: StrengthEnding): string {
  const part = { isPartial, ...(interrupted && { interrupted }), ...strength, untried: [] };
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
