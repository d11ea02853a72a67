/** `npm run -s pact`: writes the pacts, and verifies them with the stock Pact verifier. */
import { Command } from 'commander';
import { CheckFailed } from '../contracts/src/base/errors.ts';
import { count } from '../contracts/src/base/text.ts';
import { removeOthers, writeMade } from '../src/build/project.ts';
import { run } from '../src/cli/exit-codes.ts';
import { callerPath } from '../src/cli/options.ts';
import { PACTS, pactPaths } from '../src/pact/pact-file.ts';
import { refusePactTarget } from '../src/pact/pact-provider.ts';
import { exitCodeOf, verifyPacts } from '../src/pact/verify-pact.ts';
import { writtenPacts } from '../src/pact/write-pacts.ts';

await run(
  new Command('pact')
    .description('Run the consumer tests, write contracts/pacts, and verify the pacts.')
    .option('--target <target>', 'sandbox, or the path of a target file with a control plane', 'sandbox')
    .option('--pacts <files...>', 'verify these pacts, and write none')
    .addHelpText('after', '\nExample:\n  npm run -s pact -- --target my-sandbox.yaml')
    .action(async ({ target, pacts }: { target: string; pacts?: string[] }) => {
      await refusePactTarget(target, callerPath(target));
      if (pacts === undefined) {
        const written = await writtenPacts().catch((error: Error) => {
          throw new CheckFailed(`a consumer test fails: ${error.message.split('\n')[0]}`);
        });
        writeMade(written);
        removeOthers(written, [PACTS]);
        process.stderr.write(`${count(written.size, 'pact')} in contracts/pacts.\n`);
      }
      const paths = pacts?.map(callerPath) ?? pactPaths();
      const reports = await verifyPacts(paths, { chosenBy: target, path: callerPath(target) });
      process.stdout.write(`${reports.flatMap(({ lines }) => lines).join('\n')}\n`);
      process.exitCode = exitCodeOf(reports);
    }),
);
