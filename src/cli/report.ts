/** The verb `report`: draws a page from the results of other verbs. */
import { Command } from 'commander';
import type { Readiness } from '../../contracts/src/evidence/readiness.ts';
import { assessText } from '../report/assess/assess-text.ts';
import { page } from '../report/page/page.ts';
import type { PageContent } from '../report/page/page-content.ts';
import { type ResultFile, readResults } from '../report/page/read-results.ts';
import { outcomeOf } from '../report/run-outcome.ts';
import { writeWholeFile } from '../report/write-files.ts';
import { readinessResult } from './assess.ts';
import { exitCode, type Result, resultOfRun } from './exit-codes.ts';
import { inputText } from './input-files.ts';
import { callerPath, helpText, outPath, shownPath } from './options.ts';
import { fitted } from './terminal-text.ts';

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
  const compared = content.comparisons.map(({ verdict }) => ({ judged: 1, wrong: verdict !== 'equivalent' }));
  const { targets, ending } = content;
  const parts = [
    ...(targets.length > 0 ? [resultOfRun(outcomeOf(targets, ending), ending.interrupted)] : []),
    ...(content.check ? [checked(content.check)] : []),
    ...(content.assessment ? [assessed(content.assessment)] : []),
    ...compared,
  ];
  process.stdout.write(`${shownPath(out)}\n`);
  process.exitCode = exitCode(...parts);
}

function checked({ totals }: NonNullable<PageContent['check']>): Result {
  process.stdout.write(fitted(totals.text(), process.stdout));
  return totals.result();
}

function assessed(result: Readiness): Result {
  process.stdout.write(fitted(assessText(result), process.stdout));
  return readinessResult(result);
}

async function resultFile(file: string): Promise<ResultFile> {
  return { file, text: await inputText(file) };
}
