/** Runs stock tools on the published contracts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { checks, matrix, matrixRows } from '../src/build/interop/interop-matrix.ts';
import { PROJECT } from '../src/build/project.ts';
import { run } from '../src/cli/exit-codes.ts';
import { exitCodeOf } from '../src/pact/verify-pact.ts';

/** Without the version: `typescript 5.9.3`. */
function nameOf(tool: string): string {
  return tool.split(' ', 1).join();
}

const tools = [...new Set(checks.map(({ tool }) => nameOf(tool)))];

await run(
  new Command('interop')
    .description('Build and pack the package, run stock tools on it, and write reports/interop.md.')
    .addOption(new Option('--only <tool>', 'run only this tool, and write no report').choices(tools))
    .addHelpText('after', '\nExample:\n  npm run -s interop -- --only typescript')
    .action(async ({ only }: { only?: string }) => {
      const chosen = checks.filter(({ tool }) => only === undefined || nameOf(tool) === only);
      const rows = await matrixRows(chosen, ({ tool, says }) => {
        if (process.stderr.isTTY) process.stderr.write(`${tool}: ${says} …\n`);
      });
      const text = matrix(rows);
      if (only === undefined) writeFileSync(join(PROJECT, 'reports/interop.md'), text);
      process.stdout.write(text);
      process.exitCode = exitCodeOf(rows);
    }),
);
