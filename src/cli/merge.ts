/** The verb `merge`: one result of the partial results that `assess --partial` printed for the parts of a recording. */
import { Command } from 'commander';
import { InputError } from '../../contracts/src/base/errors.ts';
import { Assessor, isAssessment } from '../../contracts/src/records/assessment.ts';
import type { FoundRecord } from '../../contracts/src/records/read-recording.ts';
import { type AssessOptions, addAssessOptions, writeAssessment } from './assess.ts';
import { recordingName, recordsOfFile } from './recording-files.ts';

export function mergeCommand(): Command {
  const command = new Command('merge')
    .description('Merge what assess --partial printed for the parts of a recording into one result.')
    .argument('<files...>', 'partial results, one or several a file; - for stdin');
  return addAssessOptions(command)
    .addHelpText(
      'after',
      `
Parts may be cut in any way, and merged in any order and grouping: the result is
that of one run over everything. A partial result holds counts, hashes of
requests and payments, and no value.
Exit codes are those of assess. Exit 2: a file is no partial result.

Example:
  npm run -s merge -- part-1.json part-2.json --currency EUR
In parallel, with GNU parallel and the published package:
  parallel npx bank-access-contracts assess --partial {} ::: gateway-*.gz |
    npx bank-access-contracts merge - --currency EUR`,
    )
    .action(merge);
}

async function merge(files: readonly string[], options: AssessOptions): Promise<void> {
  const whole = new Assessor();
  for (const file of files) {
    let parts = 0;
    for await (const records of recordsOfFile(file))
      for (const found of records) {
        addPart(whole, found, recordingName(file));
        parts++;
      }
    if (parts === 0) throw new InputError(`${recordingName(file)} holds no partial result.`);
  }
  await writeAssessment(whole.assessment(), options);
}

function addPart(whole: Assessor, found: FoundRecord, file: string): void {
  try {
    const part = found.read().value;
    if (isAssessment(part)) {
      whole.addAssessment(part);
      return;
    }
  } catch {
    // A damaged one is none.
  }
  throw new InputError(`${file} is no partial result: assess --partial prints one.`);
}
