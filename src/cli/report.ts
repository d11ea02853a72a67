/** The verb `report`: draws a page from the results of other verbs. */
import { Command } from 'commander';
import { page } from '../report/page/page.ts';
import { type ResultFile, readResults } from '../report/page/read-results.ts';
import { writeWholeFile } from '../report/write-files.ts';
import { inputText } from './input-files.ts';
import { callerPath, outPath, shownPath } from './options.ts';

export function reportCommand(): Command {
  return new Command('report')
    .description('Draw the page of results: one file that opens anywhere, without network.')
    .argument(
      '<files...>',
      'run.json or verify.json of verify, or what assess, check and compare print with --json',
    )
    .option('--since <file>', 'verify.json or run.json of an earlier run: what changed since?')
    .option('--out <file>', 'where the page goes', outPath, 'reports/report.html')
    .addHelpText(
      'after',
      '\nExit 0: the page is written. Exit 2: a file is no result.\n\nExample:\n  npm run report -- reports/run.json --since earlier/verify.json',
    )
    .action(report);
}

async function report(files: string[], { since, out }: { since?: string; out: string }): Promise<void> {
  const results = await Promise.all(files.map(resultFile));
  const content = readResults(results, since === undefined ? undefined : await resultFile(since));
  await writeWholeFile(callerPath(out), page(content));
  process.stdout.write(`${shownPath(out)}\n`);
}

async function resultFile(file: string): Promise<ResultFile> {
  return { file, text: await inputText(file) };
}
