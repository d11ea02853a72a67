/** The verb `assess`: what a recording still sends to V1, what becomes of it, and what is to be decided. */
import { Command, Option } from 'commander';
import { Assessment } from '../../contracts/src/evidence/assessment.ts';
import { type Readiness, readiness } from '../../contracts/src/evidence/readiness.ts';
import { isNamed, type MigrationDecisions } from '../../contracts/src/migration/mapping-engine.ts';
import { assessGuide } from '../report/assess/assess-guide.ts';
import { assessMarkdown, assessText } from '../report/assess/assess-text.ts';
import { page as pageText } from '../report/page/page.ts';
import { NO_RESULTS } from '../report/page/page-content.ts';
import { writeWholeFile } from '../report/write-files.ts';
import { exitCode, type Result } from './exit-codes.ts';
import { callerPath, helpText, outPath } from './options.ts';
import { readFlowCalls } from './recorded/read-flows.ts';
import { currencyOption, dropOption } from './request-files.ts';
import { fitted, say } from './terminal-text.ts';

type AssessOptions = MigrationDecisions &
  Partial<Readonly<Record<'json' | 'markdown', true> & Record<'page' | 'guide', string>>>;

export function assessCommand(): Command {
  return new Command('assess')
    .description(
      'Assess a recording for the move to Web Form V2: what is still sent to V1, and what becomes of it?',
    )
    .argument(
      '<files...>',
      'NDJSON, HAR 1.2 or JSON, calls or bodies, packed by gzip or zstd or not; - for stdin',
    )
    .addOption(currencyOption('the decided currency of the amounts, which V1 never carried: three capitals'))
    .addOption(dropOption())
    .addOption(new Option('--json', 'print all counts as JSON').conflicts('markdown'))
    .option('--markdown', 'print a comment for a ticket')
    .option('--page <file>', 'write a page that opens anywhere, too', outPath)
    .option('--guide <file>', 'write how your code changes, too: Markdown with TypeScript', outPath)
    .addHelpText('after', helpText('assess'))
    .action(assess);
}

export function readinessResult({ verdict }: Pick<Readiness, 'verdict'>): Result {
  const wrong = verdict === 'decisions' || verdict === 'not ready';
  return { judged: verdict !== 'unreadable', wrong };
}

async function assess(files: readonly string[], options: AssessOptions): Promise<void> {
  const assessment = new Assessment();
  const { unreadable } = await readFlowCalls(files, (call) => assessment.add(call));
  for (let file = 0; file < unreadable; file++) assessment.add('broken');
  const { page, guide, currency, drop } = options;
  const result = readiness(assessment.counts(), { currency, drop });
  if (result.calls.length === 0) {
    say('There is nothing to assess: no record is a V1 import or payment, or a Web Form V2 request.');
    if (options.json) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    process.exitCode = exitCode({ judged: 0, wrong: 0 });
    return;
  }
  const lost = result.fields.filter(({ to }) => to === null);
  const isDeciding = (name: string) =>
    lost.some(({ from }) => isNamed(name, `/${from}`)) ||
    result.undocumented.some(({ pointer }) => isNamed(name, pointer));
  for (const name of drop ?? [])
    if (!isDeciding(name)) say(`--drop ${name} decides nothing: no such field was sent.`);
  const content = { ...NO_RESULTS, assessment: result };
  if (page !== undefined) await writeWholeFile(callerPath(page), pageText(content));
  if (guide !== undefined) await writeWholeFile(callerPath(guide), assessGuide(result, currency));
  const printed = options.markdown ? assessMarkdown : assessText;
  process.stdout.write(
    options.json ? `${JSON.stringify(result, null, 2)}\n` : fitted(printed(result), process.stdout),
  );
  process.exitCode = exitCode(readinessResult(result));
}
