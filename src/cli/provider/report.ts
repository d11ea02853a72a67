/** The verb `report`: draws a page from the results of other verbs. */
import { Command } from 'commander';
import { assessText } from '../../report/assess/assess-text.ts';
import { codeText } from '../../report/assess/code-text.ts';
import { checkText } from '../../report/check/check-text.ts';
import { page } from '../../report/page/page.ts';
import { readResults } from '../../report/page/read-results.ts';
import { partsText } from '../../report/part-rows.ts';
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
    .option('--json', 'print a row for each result of check and assess as JSON, those with most left first')
    .option('--out <file>', 'where the page goes', outPath, 'reports/report.html')
    .addHelpText('after', helpText('report'))
    .action(report);
}

async function report(
  files: string[],
  { since, out, json }: { since?: string; out: string; json?: true },
): Promise<void> {
  const content = await readResults(
    files.map(resultFile),
    since === undefined ? undefined : resultFile(since),
  );
  await writeWholeFile(callerPath(out), page(content));
  const { targets, ending, check, assessment, comparisons, parts = [] } = content;
  const code = content.code ?? [];
  const texts = [
    ...(parts.length > 1 ? [partsText(parts)] : []),
    ...(check ? [checkText(check.totals)] : []),
    ...(assessment ? [assessText(assessment)] : []),
    ...(parts.length > 1 ? [] : code.map(codeText)),
    `${shownPath(out)}\n`,
  ];
  process.stdout.write(
    json ? `${JSON.stringify({ parts }, null, 2)}\n` : fitted(texts.join(''), process.stdout),
  );
  process.exitCode = exitCode(
    ...(targets.length > 0 ? [resultOfRun(runOutcome(targets, ending), ending.interrupted)] : []),
    ...(check ? [check.totals.result()] : []),
    ...(assessment ? [readinessResult(assessment)] : []),
    ...code.map(({ left }) => ({ judged: 1, wrong: left.length })),
    ...comparisons.map(({ verdict }) => ({ judged: 1, wrong: verdict !== 'equivalent' })),
  );
}
