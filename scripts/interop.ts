/** Runs stock tools on the published contracts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { chosenChecks, matrix, onGround, rowOf } from '../src/build/interop/interop-matrix.ts';
import { PROJECT } from '../src/build/project.ts';
import { run } from '../src/cli/exit-codes.ts';
import { exitCodeOf } from '../src/pact/check-pacts.ts';

await run(
  new Command('interop')
    .description('Build and pack the package, run stock tools on it, and write reports/interop.md.')
    .option('--only <tool>', 'run only tools whose name begins so, and write no report')
    .addHelpText('after', '\nExample:\n  npm run -s interop -- --only typescript')
    .action(async ({ only }: { only?: string }) => {
      const chosen = chosenChecks(only);
      const rows = await onGround(async (ground) => {
        const found = [];
        for (const check of chosen) {
          if (process.stderr.isTTY) process.stderr.write(`${check.tool}: ${check.says} …\n`);
          found.push(await rowOf(check, ground));
        }
        return found;
      });
      const text = matrix(rows);
      if (only === undefined) writeFileSync(join(PROJECT, 'reports/interop.md'), text);
      process.stdout.write(text);
      process.exitCode = exitCodeOf(rows);
    }),
);
