/** Makes every generated file from the hand-written sources, or with --check reports which ones are stale. */
import { Command } from 'commander';
import { CheckFailed } from '../contracts/src/base/errors.ts';
import { staleFiles, writeFiles } from '../src/build/generate/generated-files.ts';
import { run } from '../src/cli/exit-codes.ts';

await run(
  new Command('generate')
    .description('Make types, bundles, schemas, validators and ledgers from the hand-written sources.')
    .option('--check', 'write nothing; exit 1 when a generated file is stale')
    .addHelpText('after', '\nExample:\n  npm run generate -- --check')
    .action(async ({ check }: { check?: boolean }) => {
      if (!check) {
        process.stderr.write(`${await writeFiles()} files are fresh.\n`);
        return;
      }
      const stale = await staleFiles();
      if (stale.length > 0) throw new CheckFailed(`stale: ${stale.join(', ')}; run npm run generate`);
      process.stderr.write('Every generated file is fresh.\n');
    }),
);
