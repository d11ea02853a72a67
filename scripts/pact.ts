/** Writes the pacts. A test verifies them with the stock Pact verifier. */
import { Command } from 'commander';
import { run } from '../src/cli/exit-codes.ts';
import { PACTS } from './pacts/verify-pacts.ts';
import { writtenPacts } from './pacts/write-pacts.ts';
import { writeMade } from './project.ts';

await run(
  new Command('pact')
    .description('Run the consumer tests and write contracts/pacts.')
    .addHelpText('after', '\nExample:\n  npm run -s pact')
    .action(async () => writeMade(await writtenPacts(), [PACTS])),
);
