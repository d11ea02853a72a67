/** Writes the pacts. Those who follow docs/pacts.md verify them, as a test does. */
import { Command } from 'commander';
import { run } from '../src/cli/exit-codes.ts';
import { PACTS, writtenPacts } from './pacts/write-pacts.ts';
import { writeMade } from './project.ts';

await run(
  new Command('pact')
    .description('Run the consumer tests and write contracts/pacts.')
    .addHelpText('after', '\nExample:\n  npm run -s pact')
    .action(async () => writeMade(await writtenPacts(), [PACTS])),
);
