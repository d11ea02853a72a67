/** The verb `compare`: judges a V2 request against the V1 request it replaces. */
import { Command } from 'commander';
import { comparedFields, comparison } from '../../../contracts/src/migration/compare-requests.ts';
import { InputError, UsageError } from '../../base/errors.ts';
import { comparisonText } from '../../report/comparison-text.ts';
import { exitCode } from '../exit-codes.ts';
import { helpText } from '../options.ts';
import { isRecording } from '../recordings/recording-files.ts';
import { say } from '../terminal-text.ts';
import { type DecisionOptions, decisionsOf, withDecisions } from './decisions.ts';
import { knownFields } from './known-fields.ts';
import { compareRecorded } from './recorded/compare-recorded.ts';
import { pairKind, requestOf } from './request-files.ts';

type KnownOptions = Parameters<typeof knownFields>[0];

interface Options extends DecisionOptions, KnownOptions {
  readonly json?: true;
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
    .option('--json', 'print {verdict, fields: [{from, to, verdict, message, clause}]}')
    .addHelpText('after', helpText('compare'))
    .action(compare);
}

async function compare(
  v1File: string,
  v2File: string | undefined,
  more: readonly string[],
  { recorded, json, ...options }: Options,
): Promise<void> {
  const known = await knownFields(options);
  const decided = await decisionsOf(options);
  if (recorded) {
    const files = [v1File, ...(v2File === undefined ? [] : [v2File]), ...more];
    return compareRecorded(files, decided, known, json);
  }
  if (v2File === undefined || more.length > 0)
    throw new UsageError('Name the V1 request and the V2 request, or recordings with --recorded.');
  for (const file of [v1File, v2File])
    if (await isRecording(file))
      throw new InputError(`${file} is not one request: recordings are compared with --recorded.`);
  const [v1, v2] = [await requestOf(v1File), await requestOf(v2File)];
  const kind = pairKind(v1, v2);
  const { fields: mapped } = decided.migrated(kind, v1.body);
  decided.addNulls([v2.body]);
  const fields = comparedFields(mapped, v2.body, kind, decided.decisions.allow);
  const result = comparison(known.marked(fields, kind));
  process.stdout.write(json ? `${JSON.stringify(result, null, 2)}\n` : comparisonText(result));
  decided.sayNulls();
  decided.unmetLines().forEach(say);
  const stale = known.sayStale();
  process.exitCode = exitCode({ judged: true, wrong: result.verdict !== 'equivalent' || stale > 0 });
}
