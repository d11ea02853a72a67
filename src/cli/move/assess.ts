/** The verb `assess`: what a recording still sends to V1, what becomes of it, and what is to be decided. */
import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { BrokenRecord } from '../../../contracts/src/recordings/recorded-parts.ts';
import { InputError, UsageError } from '../../base/errors.ts';
import { Assessment } from '../../evidence/assessment.ts';
import { type Readiness, readiness } from '../../evidence/readiness.ts';
import { isFlow, isTaken, whyBodiless } from '../../evidence/recorded-flows.ts';
import { assessGuide } from '../../report/assess/assess-guide.ts';
import { assessText } from '../../report/assess/assess-text.ts';
import { codeText } from '../../report/assess/code-text.ts';
import { writeWholeFile } from '../../report/write-files.ts';
import { exitCode, type Result } from '../exit-codes.ts';
import { resultFile, resultReaders } from '../input-files.ts';
import { callerPath, helpText, outPath } from '../options.ts';
import { FewLines, sourceText } from '../recordings/recording-files.ts';
import { fitted, say } from '../terminal-text.ts';
import { assessCode } from './assess-code.ts';
import { type DecisionOptions, decisionsOf, decisionsTemplate, withDecisions } from './decisions.ts';
import { readFlowCalls } from './recorded/read-flows.ts';

interface AssessOptions extends DecisionOptions {
  readonly json?: true;
  readonly guide?: string;
  readonly code?: string;
  readonly since?: string;
  readonly decisionsTemplate?: string;
}

export function assessCommand(): Command {
  return withDecisions(
    new Command('assess'),
    'the decided currency of the amounts, which V1 never carried: three capitals',
  )
    .description(
      'Assess a recording for the move to Web Form V2: what is still sent to V1, and what becomes of it?',
    )
    .argument(
      '[files...]',
      'NDJSON, HAR 1.2 or JSON, calls or bodies, packed by gzip or zstd or not; - for stdin',
    )
    .option(
      '--decisions-template <file>',
      'write the open decisions, each as a comment, to a new file, too',
      outPath,
    )
    .option(
      '--code <dir>',
      'list what of V1 the source files of a folder hold, too; no recording needed',
      outPath,
    )
    .option('--since <file>', 'what assess --code --json printed earlier: how much of it is done?')
    .option('--json', 'print all counts as JSON, for report too')
    .option('--guide <file>', 'write how your code changes, too: Markdown with TypeScript', outPath)
    .addHelpText('after', helpText('assess'))
    .action(assess);
}

export function readinessResult({ verdict }: Pick<Readiness, 'verdict'>): Result {
  const wrong = verdict === 'decisions' || verdict === 'not ready';
  return { judged: verdict !== 'unreadable', wrong };
}

async function assess(
  files: readonly string[],
  { json, guide, code: folder, since, decisionsTemplate: template, ...options }: AssessOptions,
): Promise<void> {
  if (files.length === 0 && folder === undefined)
    throw new UsageError('Name a recording, or a folder of source files with --code.');
  if (since !== undefined && folder === undefined)
    throw new UsageError('--since asks what of the code is done: name its folder with --code.');
  if (files.length === 0 && (guide ?? template) !== undefined)
    throw new UsageError('--guide and --decisions-template need a recording.');
  if (template !== undefined && existsSync(callerPath(template)))
    throw new InputError(`${template} is there already: pass it as --decisions, or name another file.`);
  const earlier =
    since === undefined ? undefined : await (await resultReaders()).readEarlierCode(resultFile(since));
  const code = folder === undefined ? undefined : await assessCode(folder, earlier);
  const left = { judged: true, wrong: code?.left.length ?? 0 };
  const print = (result?: Readiness) => {
    const texts = [...(result ? [assessText(result)] : []), ...(code ? [codeText(code)] : [])];
    const all = `${JSON.stringify({ ...result, ...(code && { code }) }, null, 2)}\n`;
    process.stdout.write(json ? all : fitted(texts.join('\n'), process.stdout));
  };
  if (files.length === 0) {
    print();
    process.exitCode = exitCode(left);
    return;
  }
  const decided = await decisionsOf(options);
  const assessment = new Assessment((fields) => decided.meet(fields));
  const bodiless = new FewLines();
  const { unreadable } = await readFlowCalls(files, (call) => {
    assessment.add(call);
    if (call === undefined || call instanceof BrokenRecord || !('version' in call)) return;
    const isUnread = call.version === 'V1' && isFlow(call) && isTaken(call) && !call.body;
    if (isUnread) bodiless.add(`${sourceText(call.source)}: ${whyBodiless(call)}.`);
  });
  bodiless.end('requests cannot be read');
  for (let file = 0; file < unreadable; file++) assessment.add(new BrokenRecord('the file cannot be read'));
  const result = readiness(assessment.counts(), decided.decisions);
  if (result.calls.length === 0) {
    const readable = result.broken > 0 ? ' that could be read' : '';
    if (unreadable < files.length)
      say(
        `There is nothing to assess: no record${readable} is a V1 import or payment, or a Web Form V2 request.`,
      );
    if (result.broken > unreadable) say('check --help shows what a record looks like.');
    if (json || code) print(result);
    process.exitCode = exitCode({ judged: 0, wrong: 0 }, left);
    return;
  }
  decided.unmetLines(result.verdict !== 'ready').forEach(say);
  if (guide !== undefined)
    await writeWholeFile(callerPath(guide), assessGuide(result, decided.decisions.currency, code?.left));
  if (template !== undefined) await writeWholeFile(callerPath(template), decisionsTemplate(result));
  print(result);
  process.exitCode = exitCode(readinessResult(result), left);
}
