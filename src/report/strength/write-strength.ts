/** Writes what a run of the faults came to: strength.json for the page, faults.json for Stryker's viewer. */
import { join } from 'node:path';
import type { Baselines } from '../../faults/baseline/baselines.ts';
import { faultRows } from '../../faults/catalogue-faults.ts';
import type { Strength } from '../../faults/strength.ts';
import { writeFiles } from '../write-files.ts';
import { faultFiles } from './fault-files.ts';
import { jsonByRow } from './json-by-row.ts';
import { mutationReport } from './mutation-report.ts';
import { strengthJson } from './strength-json.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Returns the paths of the files. Throws Stop(2) when the folder cannot be written to. */
export function writeStrength(folder: string, strength: Strength): Promise<string[]> {
  return writeFiles(
    folder,
    new Map([
      ['strength.json', strengthJson(strength, { isPartial: false })],
      ['faults.json', mutationReport(strength, faultRows, faultFiles(ROOT))],
    ]),
  );
}

/** What the tools of others noticed, for later runs; the same errors. */
export function writeBaselines(folder: string, baselines: Baselines): Promise<string[]> {
  return writeFiles(folder, new Map([['baselines.json', jsonByRow(baselines)]]));
}
