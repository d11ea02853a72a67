/** `npm run -s publish:contracts`: packs the package and publishes its pacts to a broker, or says what it would publish. */
import { Command, InvalidArgumentError } from 'commander';
import { CheckFailed, UsageError } from '../contracts/src/base/errors.ts';
import { isAbsoluteUrl } from '../contracts/src/base/formats.ts';
import { staleAmong } from '../src/build/project.ts';
import { run } from '../src/cli/exit-codes.ts';
import { callerPath } from '../src/cli/options.ts';
import { PACTS } from '../src/pact/pact-file.ts';
import { type PublishOptions, publish } from '../src/pact/publish-pacts.ts';
import { writtenPacts } from '../src/pact/write-pacts.ts';

function address(text: string): string {
  if (isAbsoluteUrl(text)) return text;
  throw new InvalidArgumentError('It is no absolute http or https address.');
}

await run(
  new Command('publish:contracts')
    .description('Pack the package and publish its pacts with the stock client of the Pact Broker.')
    .option('--dry-run', 'publish nothing: say what would be published')
    .option('--broker <url>', 'address of the broker', address)
    .option('--branch <name>', 'branch of this version (default: that of the working tree)')
    .option('--tag <name>', 'tag of this version (default: v and the version)')
    .option('--since <path>', 'tarball or folder of the last release, to judge the version by', callerPath)
    .option('--into <folder>', 'keep the tarball in this folder', callerPath)
    .addHelpText(
      'after',
      `
PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD, open the
broker.

Example:
  npm run -s publish:contracts -- --dry-run`,
    )
    .action(async ({ dryRun = false, ...options }: PublishOptions & { dryRun?: boolean }) => {
      if (dryRun === (options.broker !== undefined))
        throw new UsageError('say either --dry-run or --broker URL.');
      const [stale] = staleAmong(await writtenPacts(), [PACTS]);
      if (stale !== undefined)
        throw new CheckFailed(`${stale} is not what the consumer tests write: npm run pact.`);
      process.stdout.write(`${(await publish(options)).join('\n')}\n`);
    }),
);
