// What `npm run -s diff` prints about older tarballs of the package, and about what is none.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clauses } from '../contracts/src/ledgers.clauses.entry.ts';
import { openFacts } from '../contracts/src/ledgers.not-shown.entry.ts';
import { PROJECT } from './project.ts';

const folder = mkdtempSync(join(tmpdir(), 'diff-'));
afterAll(() => rmSync(folder, { recursive: true }));

function npm(...args: string[]) {
  const command = ['--prefix', PROJECT, 'run', '-s', ...args];
  const { status, stdout, stderr } = spawnSync('npm', command, { cwd: folder, encoding: 'utf8' });
  return { status, stdout, stderr };
}

function tar(...args: string[]): void {
  expect(spawnSync('tar', args, { cwd: folder }).status).toBe(0);
}

beforeAll(() => {
  tar('-xzf', npm('build', '--', '--pack', '.').stdout.trim());
}, 120_000);

/** What is printed about a tarball in which these files have other texts; of oasdiff's words only the operation. */
function printed(edits: Readonly<Record<string, (text: string) => string>>): string[] {
  cpSync(join(folder, 'package'), join(folder, 'older/package'), { recursive: true });
  for (const [file, edit] of Object.entries(edits)) {
    const path = join(folder, 'older/package', file);
    writeFileSync(path, edit(readFileSync(path, 'utf8')));
  }
  tar('-czf', 'older.tgz', '-C', 'older', 'package');
  const { status, stdout, stderr } = npm('diff', '--', 'older.tgz');
  expect([status, stderr]).toEqual([0, '']);
  const lines = stdout.trimEnd().split('\n');
  return lines.map((line) => line.replace(/:.*/, ''));
}

interface Document {
  readonly paths: Record<string, { post: { responses: object } }>;
  readonly components: { schemas: Record<string, { properties: Record<string, object> }> };
}

function document(edit: (document: Document) => void): (text: string) => string {
  return (text) => {
    const document = JSON.parse(text);
    edit(document);
    return JSON.stringify(document);
  };
}

test('a tarball of today has no change', () => {
  expect(printed({})).toEqual(['patch']);
});

test('what is gone from requests, responses, messages and their details is major', () => {
  const edit = document(({ paths, components }) => {
    const gone = { nickname: { type: 'string' } };
    for (const name of ['UserRequest', 'Token', 'BankLoginErrorItem', 'CategoryCashFlowDetails'])
      Object.assign(components.schemas[name]?.properties ?? {}, gone);
    const { post } = paths['/api/v1/payments/moneyTransfers'] ?? {};
    Object.assign(post?.responses ?? {}, { 451: { description: 'It needs a web form.' } });
  });
  expect(printed({ 'generated/access.json': edit }).toSorted()).toEqual([
    'major',
    'major  BANK_LOGIN_ERROR',
    'major  CATEGORY_CASH_FLOW',
    'major  createMoneyTransferV1',
    'major  createToken',
    'major  createUser',
  ]);
});

test('a clause, an open fact or a setting that is gone is major, also beside what is minor', () => {
  const gone = { id: 'GONE', setting: 'isGone' };
  const edits = {
    'generated/access.json': document(
      ({ components }) => delete components.schemas['Token']?.properties['scope'],
    ),
    'dist/src/ledgers.clauses.entry.js': () =>
      `export const clauses = ${JSON.stringify([...clauses.slice(1), gone])};`,
    'dist/src/ledgers.not-shown.entry.js': () =>
      `export const openFacts = ${JSON.stringify([...openFacts, gone])};`,
  };
  expect(printed(edits)).toEqual([
    'minor  createToken',
    'major  clause GONE is gone',
    'major  open fact GONE is gone',
    'major  setting isGone is gone',
    `minor  clause ${clauses[0]?.id} is new`,
    'major',
  ]);
});

test('what is no tarball of the package exits with 2, and no argument with 64', () => {
  cpSync(join(folder, 'package/package.json'), join(folder, 'other/package.json'));
  tar('-czf', 'other.tgz', 'other');
  writeFileSync(join(folder, 'text.tgz'), 'text');
  for (const [name, words] of [
    ['none.tgz', 'cannot be read: there is no such file'],
    ['text.tgz', 'is not a tarball of bank-access-contracts'],
    ['other.tgz', 'is not a tarball of bank-access-contracts'],
  ])
    expect(npm('diff', '--', `${name}`)).toEqual({ status: 2, stdout: '', stderr: `${name} ${words}.\n` });
  expect(npm('diff').status).toBe(64);
});
