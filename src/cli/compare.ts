/** The verb `compare`: judges a V2 request against the V1 request it replaces. */
import { Command, Option } from 'commander';
import { comparedFields, comparison } from '../../contracts/src/migration/compare-requests.ts';
import { comparisonMarkdown, comparisonText } from '../../contracts/src/migration/comparison-text.ts';
import { type DecisionOptions, decisionsOf, unmetLines, withDecisions } from './decisions.ts';
import { exitCode } from './exit-codes.ts';
import { type KnownOptions, knownFields } from './known-fields.ts';
import { helpText } from './options.ts';
import { compareRecorded } from './recorded/compare-recorded.ts';
import { migrated, pairKind, requestOf } from './request-files.ts';
import { say } from './terminal-text.ts';

interface Options extends DecisionOptions, KnownOptions {
  readonly json?: true;
  readonly markdown?: true;
  readonly recorded?: true;
}

export function compareCommand(): Command {
  return withDecisions(
    new Command('compare'),
    'the currency that V2 amounts must have: three capitals; without it any one is accepted',
  )
    .description(
      'Judge a Web Form V2 request against the V1 request it replaces: does it carry everything, and no more?',
    )
    .argument('<v1>', 'JSON file: the body of a V1 import or of a V1 payment creation')
    .argument('[v2]', 'JSON file: the V2 body that replaces it')
    .argument('[more...]', 'with --recorded: recordings of V1 and V2, in any order')
    .usage('[options] <v1> <v2>')
    .option('--recorded', 'pair the calls of recordings, see below')
    .option('--target <file>', 'a target file: what its deviations list is admitted')
    .option('--since <file>', 'what an earlier compare --json printed')
    .option('--new', 'with --since: only a field that was not wrong then counts')
    .addOption(
      new Option('--json', 'print {verdict, fields: [{from, to, verdict, message, clause}]}').conflicts(
        'markdown',
      ),
    )
    .option('--markdown', 'print a checklist for a pull request')
    .addHelpText('after', helpText('compare'))
    .action(compare);
}

async function compare(
  v1File: string,
  v2File: string | undefined,
  more: readonly string[],
  { recorded, ...options }: Options,
  command: Command,
): Promise<void> {
  const known = await knownFields(options);
  const decided = await decisionsOf(options);
  if (recorded) {
    await compareRecorded(
      [v1File, ...(v2File === undefined ? [] : [v2File]), ...more],
      decided,
      known,
      options,
    );
    return;
  }
  if (v2File === undefined)
    return command.error("error: missing required argument 'v2'", { code: 'commander.missingArgument' });
  if (more.length > 0)
    return command.error('error: too many arguments. Expected 2 arguments.', {
      code: 'commander.excessArguments',
    });
  const [v1, v2] = [await requestOf(v1File), await requestOf(v2File)];
  const kind = pairKind(v1, v2);
  const fields = comparedFields(migrated(kind, v1.body, decided).fields, v2.body, kind, decided.allow);
  const result = comparison(known.marked(fields, kind));
  if (options.json) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  else process.stdout.write(options.markdown ? comparisonMarkdown(result) : comparisonText(result));
  for (const line of unmetLines(decided)) say(line);
  const stale = known.sayStale();
  process.exitCode = exitCode({ judged: true, wrong: result.verdict !== 'equivalent' || stale > 0 });
}
