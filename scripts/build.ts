/** Builds the package that other teams install, and packs it into a folder. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { run } from '../src/cli/exit-codes.ts';
import { callerPath } from '../src/cli/options.ts';
import { buildPackage, pack } from './package/build-package.ts';
import { CONTRACTS } from './package/entries.ts';

await run(
  new Command('build')
    .description(
      'Build contracts/dist from contracts/src and what is generated; the same sources give the same bytes.',
    )
    .option('--pack <folder>', 'write the tarball that npm would publish into this folder')
    .addHelpText('after', '\nExample:\n  npm run -s build -- --pack .')
    .action(async (options: { pack?: string }) => {
      await buildPackage(join(CONTRACTS, 'dist'));
      process.stderr.write('contracts/dist is built.\n');
      if (options.pack === undefined) return;
      const folder = callerPath(options.pack);
      mkdirSync(folder, { recursive: true });
      const { path, size, files } = pack(CONTRACTS, folder);
      process.stderr.write(`${files.length} files, ${Math.ceil(size / 1000)} kB packed.\n`);
      process.stdout.write(`${path}\n`);
    }),
);
