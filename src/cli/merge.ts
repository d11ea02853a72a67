/** The verb `merge`: one result of the partial results that `check --partial` or `assess --partial` printed for the parts of a recording. */
import { Command } from 'commander';
import { InputError } from '../../contracts/src/base/errors.ts';
import { Assessor, isAssessment } from '../../contracts/src/records/assessment.ts';
import type { FoundRecord } from '../../contracts/src/records/read-recording.ts';
import { mergedSummary, NOTHING_LEFT_OUT } from '../../contracts/src/records/recording-memory.ts';
import { type AssessOptions, addAssessOptions, writeAssessment } from './assess.ts';
import { isCheckPartial, writeChecked } from './check.ts';
import { CheckTally } from './check-tally.ts';
import { recordingName, recordsOfFile } from './recording-files.ts';

export function mergeCommand(): Command {
  const command = new Command('merge')
    .description('Merge what check --partial or assess --partial printed for the parts of a recording.')
    .argument('<files...>', 'partial results, one or several a file; - for stdin');
  return addAssessOptions(command)
    .addHelpText(
      'after',
      `
Parts of assess may be cut in any way, those of check by user
(docs/recordings.md), and merged in any order and grouping: the result is that
of one run over everything. A partial result of assess holds counts, hashes of
requests and payments, and no value; only --partial goes with results of check.
Exit codes are those of check and assess. Exit 2: a file is no partial result.

Example:
  npm run -s merge -- part-1.json part-2.json --currency EUR
In parallel, with GNU parallel:
  parallel npm run -s assess -- --partial {} ::: gateway-*.gz |
    npm run -s merge -- - --currency EUR`,
    )
    .action(merge);
}

async function merge(files: readonly string[], options: AssessOptions): Promise<void> {
  const sum = new PartialSum();
  for (const path of files) {
    const before = sum.parts;
    for await (const records of recordsOfFile(path))
      for (const found of records) sum.add(found, recordingName(path));
    if (sum.parts === before) throw new InputError(`${recordingName(path)} holds no partial result.`);
  }
  if (sum.checks === 0) await writeAssessment(sum.assessor.assessment(), options);
  else if (sum.checks === sum.parts) writeChecked(sum, { partial: options.partial });
  else
    throw new InputError('Some results are of check and some of assess: merge those of one verb at a time.');
}

class PartialSum {
  readonly assessor = new Assessor();
  readonly tally = new CheckTally();
  memory = NOTHING_LEFT_OUT;
  unreadable = 0;
  parts = 0;
  /** Those parts that are of check. */
  checks = 0;

  /** Throws InputError for what is no partial result, and for a damaged one. */
  add(found: FoundRecord, file: string): void {
    try {
      const part = found.read().value;
      if (isCheckPartial(part)) {
        this.tally.merge(part.counts);
        this.memory = mergedSummary(this.memory, part.memory);
        this.unreadable += part.unreadableFiles;
        this.checks++;
      } else if (isAssessment(part)) this.assessor.addAssessment(part);
      else throw new TypeError('It is neither.');
      this.parts++;
    } catch {
      throw new InputError(`${file} is no partial result: check --partial and assess --partial print one.`);
    }
  }
}
