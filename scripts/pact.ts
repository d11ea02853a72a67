/** Writes the pacts, and verifies them with the stock Pact verifier. */
import { basename } from 'node:path';
import { Command } from 'commander';
import { CheckFailed } from '../contracts/src/base/errors.ts';
import { run } from '../src/cli/exit-codes.ts';
import { PACTS, pactPaths, verifyPact } from './pacts/verify-pacts.ts';
import { writtenPacts } from './pacts/write-pacts.ts';
import { writeMade } from './project.ts';

await run(
  new Command('pact')
    .description('Run the consumer tests, write contracts/pacts, and verify the pacts against the sandbox.')
    .option('--verify', 'write none, and verify those that are there')
    .addHelpText('after', '\nExample:\n  npm run -s pact -- --verify')
    .action(async ({ verify }: { verify?: boolean }) => {
      if (!verify) writeMade(await writtenPacts(), [PACTS]);
      for (const path of pactPaths()) {
        const { count, broken } = await verifyPact(path);
        process.stdout.write(`${basename(path)}: ${count - broken.length} of ${count} interactions pass\n`);
        if (broken.length > 0) throw new CheckFailed(`the sandbox breaks ${broken.join(', ')}`);
      }
    }),
);
