/** Plays rounds of the soak for so many minutes, or the round of one seed again, and ends at the first that breaks a rule. */
import { Command, InvalidArgumentError } from 'commander';
import { CheckFailed } from '../contracts/src/base/errors.ts';
import { run } from '../src/cli/exit-codes.ts';
import { brokenRule, roundOf } from '../src/soak/soak-round.ts';

const MOST_MEGABYTES = 700;

await run(
  new Command('soak')
    .description(
      'Run verbs on hostile providers and damaged recordings until one breaks a rule of the design.',
    )
    .option('--minutes <number>', 'how long', number)
    .option('--seed <number>', 'of the first round; without --minutes, of the only one', number)
    .addHelpText('after', '\nExamples:\n  npm run soak -- --minutes 10\n  npm run soak -- --seed 4711')
    .action(soak),
);

async function soak(given: { minutes?: number; seed?: number }): Promise<void> {
  const { minutes = 0, seed: first = Date.now() % 1e9 } = given;
  const end = Date.now() + minutes * 60_000;
  let seed = first;
  do {
    const megabytes = Math.round(process.memoryUsage().rss / 1024 / 1024);
    const isLarge = megabytes > MOST_MEGABYTES;
    const broken =
      (await brokenRule(seed)) ?? (isLarge && `the sandboxes of all rounds take ${megabytes} MB`);
    if (broken)
      throw new CheckFailed(
        `${broken} | ${JSON.stringify(roundOf(seed)).slice(0, 600)} | again: npm run soak -- --seed ${seed}`,
      );
    seed++;
  } while (Date.now() < end);
  process.stdout.write(`${seed - first} rounds from seed ${first} break no rule.\n`);
}

function number(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It is no whole number.');
}
