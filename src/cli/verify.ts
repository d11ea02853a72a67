/** The verb `verify`: runs the flows and every case against each target, prints the verdict and writes the reports. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { UsageError } from '../../contracts/src/base/errors.ts';
import { helpText, outPath, wholeNumber } from './options.ts';
import type { VerifyOptions } from './verify-run.ts';

/** Of `--target`. */
const CHOICES = 'sandbox, mock, or the path of a target file';

export function verifyCommand(): Command {
  const dryRunOption = new Option(
    '--dry-run',
    'send nothing: print what it would call and create, and what is missing',
  );
  return new Command('verify')
    .description('Run the V1 and the V2 flows and every case, print the verdict and write the reports.')
    .option('--target <targets...>', `${CHOICES}; in a clone mock and sandbox unless given`)
    .option(
      '--only <names...>',
      'only the cases of these clauses, such as V1-451-LOCATION, or areas, such as v2',
    )
    .addOption(new Option('--smoke', 'one call of each kind, in seconds').conflicts('only'))
    .option('--bail', 'end at the first violated clause; the rest is unproven')
    .option('--rate <calls>', 'at most so many calls to a target file in a second, such as 5/s', rate)
    .option('--since <file>', 'run.json or verify.json of an earlier run: the page shows what changed')
    .option('--new', 'with --since: only a clause that was not violated then fails the run')
    .option('--require-all', 'fail when a clause is out of reach of a target')
    .option('--out <folder>', 'where the reports go (default: reports)', outPath)
    .option(
      '--wait <seconds>',
      'without a control plane: wait so long in real time for tokens to expire; what takes longer is out of reach',
      wholeNumber(1, 86_400),
    )
    .option('--json', 'print run.json on stdout, and everything else on stderr')
    .addOption(dryRunOption.conflicts(['requireAll', 'out', 'json', 'bail', 'since']))
    .addHelpText('after', helpText('verify'))
    .action(async ({ target, ...options }: Omit<VerifyOptions, 'target'> & { target?: string[] }) => {
      if (!target) throw new UsageError(`--target says what is verified: ${CHOICES}, which init writes.`);
      const { verify } = await import('./verify-run.ts');
      await verify({ target, ...options });
    });
}

/** Calls per second, such as 5/s or 0.5/s. */
function rate(text: string): number {
  const perSecond = Number(/^(\d{1,4}(\.\d{1,3})?)\/s$/.exec(text)?.[1]);
  if (perSecond > 0) return perSecond;
  throw new InvalidArgumentError('It is no rate like 5/s or 0.5/s.');
}
