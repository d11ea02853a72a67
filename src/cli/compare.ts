/** The verb `compare`: judges a V2 request against the V1 request it replaces. */
import { Command } from 'commander';
import {
  type Comparison,
  comparedFields,
  comparison,
} from '../../contracts/src/migration/compare-requests.ts';
import { comparisonText } from '../../contracts/src/migration/comparison-text.ts';
import { type DecisionOptions, decisionsOf, withDecisions } from './decisions.ts';
import { exitCode } from './exit-codes.ts';
import { helpText } from './options.ts';
import { compareRecorded } from './recorded/compare-recorded.ts';
import { migrated, pairKind, requestOf } from './request-files.ts';

interface Options extends DecisionOptions {
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
    .option('--json', 'print {verdict, fields: [{from, to, verdict, message, clause}]}')
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
  if (recorded) {
    await compareRecorded(
      [v1File, ...(v2File === undefined ? [] : [v2File]), ...more],
      await decisionsOf(options),
      options.json,
    );
    return;
  }
  if (v2File === undefined)
    return command.error("error: missing required argument 'v2'", { code: 'commander.missingArgument' });
  if (more.length > 0)
    return command.error('error: too many arguments. Expected 2 arguments.', {
      code: 'commander.excessArguments',
    });
  const result = await compared(v1File, v2File, options);
  process.stdout.write(options.json ? `${JSON.stringify(result, null, 2)}\n` : comparisonText(result));
  process.exitCode = exitCode({ judged: true, wrong: result.verdict !== 'equivalent' });
}

async function compared(v1File: string, v2File: string, options: Options): Promise<Comparison> {
  const decided = await decisionsOf(options);
  const [v1, v2] = [await requestOf(v1File), await requestOf(v2File)];
  const kind = pairKind(v1, v2);
  return comparison(comparedFields(migrated(kind, v1.body, decided).fields, v2.body, kind, decided.allow));
}
