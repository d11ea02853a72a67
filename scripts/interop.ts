/** Runs stock tools on the published contracts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { checks, interopMatrix } from '../src/build/interop/stock-tools.ts';
import { PROJECT } from '../src/build/project.ts';
import { run } from '../src/cli/exit-codes.ts';

/** Without the version: `typescript 5.9.3`. */
const nameOf = (tool: string) => tool.split(' ', 1).join();

await run(
  new Command('interop')
    .description('Build and pack the package, run stock tools on it, and write reports/interop.md.')
    .addOption(
      new Option('--only <tool>', 'run only this tool, and write no report').choices([
        ...new Set(checks.map(({ tool }) => nameOf(tool))),
      ]),
    )
    .addHelpText('after', '\nExample:\n  npm run -s interop -- --only typescript')
    .action(async ({ only }: { only?: string }) => {
      const chosen = checks.filter(({ tool }) => only === undefined || nameOf(tool) === only);
      const { text, failures } = await interopMatrix(chosen, ({ tool, holds }) => {
        if (process.stderr.isTTY) process.stderr.write(`${tool}: ${holds} …\n`);
      });
      if (only === undefined) writeFileSync(join(PROJECT, 'reports/interop.md'), text);
      process.stdout.write(text);
      if (failures > 0) process.exitCode = 1;
    }),
);
