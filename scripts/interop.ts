/** Runs stock tools on the published contracts. */
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { markdownTable } from '../src/base/table.ts';
import { run } from '../src/cli/exit-codes.ts';
import { type Check, checks, groundIn, wrongOf } from './interop/stock-tools.ts';
import { packedInto } from './package/build-package.ts';
import { PROJECT } from './project.ts';

/** Without the version: `typescript 5.9.3`. */
const nameOf = ({ tool }: Check) => tool.split(' ', 1).join();

await run(
  new Command('interop')
    .description('Build and pack the package, run stock tools on it, and write reports/interop.md.')
    .addOption(
      new Option('--only <tool>', 'run only this tool, and write no report').choices([
        ...new Set(checks.map(nameOf)),
      ]),
    )
    .addHelpText('after', '\nExample:\n  npm run -s interop -- --only typescript')
    .action(async ({ only }: { only?: string }) => {
      const { text, failures } = await matrix(
        checks.filter((check) => only === undefined || nameOf(check) === only),
      );
      if (only === undefined) writeFileSync(join(PROJECT, 'reports/interop.md'), text);
      process.stdout.write(text);
      if (failures > 0) process.exitCode = 1;
    }),
);

/** The table of the checks, what is wrong, and how many fail. */
async function matrix(chosen: readonly Check[]) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'interop-'));
  const { path: tarball } = await packedInto(folder.path);
  const at = await groundIn(folder.path, tarball);
  const rows: string[][] = [];
  const notes: string[] = [];
  for (const check of chosen) {
    const { tool, holds } = check;
    if (process.stderr.isTTY) process.stderr.write(`${tool}: ${holds} …\n`);
    const wrong = await wrongOf(check, at);
    const result = wrong === undefined ? 'not run here' : wrong.length > 0 ? 'fails' : 'passes';
    rows.push([tool, holds, result]);
    if (wrong?.length) notes.push(`\n${tool}:\n\n${wrong.map((line) => `    ${line}\n`).join('')}`);
  }
  await at.sandbox.stop();
  const table = markdownTable(['tool', 'what holds', 'result'], rows);
  const lead = `What stock tools say about the published contracts. Made by \`npm run interop\`. Not here, since they need a login or what
neither npm nor Debian has: Schemathesis, the server of Pact Broker, Drift of PactFlow, Postman itself and WireMock Cloud.`;
  return { text: `# Interoperability\n\n${lead}\n\n${table}${notes.join('')}`, failures: notes.length };
}
