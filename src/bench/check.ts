/** Measures judging a file of recorded exchanges against a loop that reads, splits and parses the same file. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CheckTally } from '../../contracts/src/cli/check-tally.ts';
import { recordsOfFile } from '../../contracts/src/cli/recorded-file.ts';
import { checkRecord } from '../../contracts/src/record/check-record.ts';
import { type Figure, ratioOf } from './figure.ts';
import { benchRecords } from './records.ts';

const MEGABYTES = 50;

export async function checkFigure(): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'check-'));
  const file = join(folder, 'records.ndjson');
  try {
    writeFileSync(file, benchRecords(MEGABYTES));
    const loop = () => {
      for (const line of readFileSync(file, 'utf8').split('\n')) if (line !== '') JSON.parse(line);
    };
    const judged = async () => {
      const tally = new CheckTally();
      let index = 0;
      for (const { read } of await recordsOfFile(file)) tally.add(file, index++, checkRecord(read));
    };
    return {
      name: `check of ${MEGABYTES} MB, by the speed of a loop that reads, splits and parses the file`,
      unit: 'ratio',
      found: await ratioOf(loop, judged),
      limit: 0.45,
      kind: 'at least',
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
