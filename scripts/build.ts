/** Builds the package that other teams install, and packs it into a folder. */
import { Command } from 'commander';
import { run } from '../src/cli/exit-codes.ts';
import { callerPath } from '../src/cli/options.ts';
import { packedInto } from './package/build-package.ts';

await run(
  new Command('build')
    .description('Write the tarball that npm would publish; the same sources give the same bytes.')
    .requiredOption('--pack <folder>', 'write it into this folder')
    .addHelpText('after', '\nExample:\n  npm run -s build -- --pack .')
    .action(async (options: { pack: string }) => {
      const { path, size, files } = await packedInto(callerPath(options.pack));
      process.stderr.write(`${files.length} files, ${Math.ceil(size / 1000)} kB packed.\n`);
      process.stdout.write(`${path}\n`);
    }),
);
