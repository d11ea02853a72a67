/** The verb `report`: draws a page from the results of other verbs. */
import { Command } from 'commander';
import { assessText } from '../../report/assess/assess-text.ts';
import { checkText } from '../../report/check/check-text.ts';
import { page } from '../../report/page/page.ts';
import { readResults } from '../../report/page/read-results.ts';
import { runOutcome } from '../../report/run-outcome.ts';
import { writeWholeFile } from '../../report/write-files.ts';
import { exitCode, resultOfRun } from '../exit-codes.ts';
import { resultFile } from '../input-files.ts';
import { readinessResult } from '../move/assess.ts';
import { callerPath, helpText, outPath, shownPath } from '../options.ts';
import { fitted } from '../terminal-text.ts';

export function reportCommand(): Command {
  return new Command('report')
    .description('Draw the page of results: one file that opens anywhere, without network.')
    .argument('<files...>', 'run.json of verify, or what assess, check and compare V1 V2 print with --json')
    .option('--since <file>', 'verify.json or run.json of an earlier run: what changed since?')
    .option('--out <file>', 'where the page goes', outPath, 'reports/report.html')
    .addHelpText('after', helpText('report'))
    .action(report);
}

async function report(files: string[], { since, out }: { since?: string; out: string }): Promise<void> {
  const results = await Promise.all(files.map(resultFile));
  const content = readResults(results, since === undefined ? undefined : await resultFile(since));
  await writeWholeFile(callerPath(out), page(content));
  const { targets, ending, check, assessment, comparisons } = content;
  if (check) process.stdout.write(fitted(checkText(check.totals), process.stdout));
  if (assessment) process.stdout.write(fitted(assessText(assessment), process.stdout));
  process.stdout.write(`${shownPath(out)}\n`);
  process.exitCode = exitCode(
    ...(targets.length > 0 ? [resultOfRun(runOutcome(targets, ending), ending.interrupted)] : []),
    ...(check ? [check.totals.result()] : []),
    ...(assessment ? [readinessResult(assessment)] : []),
    ...comparisons.map(({ verdict }) => ({ judged: 1, wrong: verdict !== 'equivalent' })),
  );
}
