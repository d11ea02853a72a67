/** Makes every generated file from the hand-written sources. */
import { Command } from 'commander';
import { run } from '../src/cli/exit-codes.ts';
import { writeFiles } from './generate/generated-files.ts';

await run(
  new Command('generate')
    .description('Make types, bundles, schemas, validators and lists from the hand-written sources.')
    .addHelpText('after', '\nExample:\n  npm run generate')
    .action(async () => void process.stderr.write(`${await writeFiles()} files are fresh.\n`)),
);
