/** Measures `npm run faults` as a user starts it: the whole catalogue with its variants, and one fault alone. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faultRows } from '../faults/catalogue-faults.ts';
import { variantRows } from '../faults/run-faults.ts';
import { type Figure, median } from './figure.ts';
import { timedVerb } from './timed-verb.ts';

const RUNS = 5;

export async function faultFigures(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'faults-'));
  try {
    const all = await timedVerb('faults', ['--out', folder]);
    const one: number[] = [];
    for (let run = 0; run < RUNS; run++)
      one.push((await timedVerb('faults', ['--only', 'STATUS-V1-IMPORT-200'])).end);
    const figure = (name: string, found: number, limit: number): Figure => {
      return { name, unit: 'seconds', found, limit, kind: 'at most' };
    };
    return [
      figure(`${faultRows.length} faults and ${variantRows.length} benign variants`, all.end, 60),
      figure('one fault alone, cold', median(one), 2),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
