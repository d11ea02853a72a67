/** The verb `merge`: one result of the partial results that `check --partial` or `assess --partial` printed for the parts of a recording. */
import { Command } from 'commander';
import { InputError } from '../../contracts/src/base/errors.ts';
import { Assessor, isAssessment } from '../../contracts/src/records/assessment.ts';
import type { FoundRecord } from '../../contracts/src/records/read-recording.ts';
import { mergedSummary } from '../../contracts/src/records/recording-memory.ts';
import { type AssessOptions, addAssessOptions, writeAssessment } from './assess.ts';
import { type CheckPartial, isCheckPartial, writeChecked } from './check.ts';
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
In parallel, with GNU parallel and the published package:
  parallel npx bank-access-contracts assess --partial {} ::: gateway-*.gz |
    npx bank-access-contracts merge - --currency EUR`,
    )
    .action(merge);
}

async function merge(files: readonly string[], options: AssessOptions): Promise<void> {
  const whole = new Assessor();
  const checks: CheckPartial[] = [];
  let assessments = 0;
  for (const file of files) {
    const before = checks.length + assessments;
    for await (const records of recordsOfFile(file))
      for (const found of records) {
        const part = addPart(whole, found, recordingName(file));
        if (part) checks.push(part);
        else assessments++;
      }
    if (checks.length + assessments === before)
      throw new InputError(`${recordingName(file)} holds no partial result.`);
  }
  if (checks.length > 0 && assessments > 0)
    throw new InputError('Some results are of check and some of assess: merge those of one verb at a time.');
  if (checks.length > 0) mergeChecks(checks, options.partial ?? false);
  else await writeAssessment(whole.assessment(), options);
}

/** Adds an assessment, and returns a result of check. */
function addPart(whole: Assessor, found: FoundRecord, file: string): CheckPartial | undefined {
  try {
    const part = found.read().value;
    if (isCheckPartial(part)) return part;
    if (isAssessment(part)) {
      whole.addAssessment(part);
      return undefined;
    }
  } catch {
    // A damaged one is none.
  }
  throw new InputError(`${file} is no partial result: check --partial and assess --partial print one.`);
}

function mergeChecks(parts: readonly CheckPartial[], partial: boolean): void {
  const tally = new CheckTally();
  for (const { counts } of parts) tally.merge(counts);
  const memory = parts.map((part) => part.memory).reduce(mergedSummary);
  const unreadable = parts.reduce((sum, { unreadableFiles }) => sum + unreadableFiles, 0);
  writeChecked({ tally, memory, unreadable }, { partial });
}
