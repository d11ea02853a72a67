// What verbs print for machines is valid by the schema that is published for it, whatever they are given.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, expect, test } from 'vitest';
import { closed } from '../../../src/generate/schemas.ts';
import examples from '../../generated/examples.json' with { type: 'json' };
import { documentedRecords } from '../record/documented-records.ts';

const PROJECT = new URL('../../../', import.meta.url).pathname;
const OUTPUTS = join(PROJECT, 'contracts/outputs');
const folder = mkdtempSync(join(tmpdir(), 'outputs-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const ajv = new Ajv2020({ strict: true, allErrors: true });

/** A field that the schema does not list would be one that nobody is promised. */
function faultsOf(verb: string, output: unknown): string[] {
  const schema = JSON.parse(readFileSync(join(OUTPUTS, `${verb}.output.json`), 'utf8'));
  const validate = ajv.compile(closed(schema));
  validate(output);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

function file(name: string, content: unknown): string {
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  return name;
}

const ENV = { ...process.env, INIT_CWD: folder, DATA_DECRYPTION_KEY: '' };

function printed(verb: string, ...args: string[]) {
  const script = join(PROJECT, `scripts/${verb}.ts`);
  return spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', cwd: PROJECT, env: ENV }).stdout;
}

/** The lines that a verb prints until the test is over. */
function started(verb: string, ...args: string[]) {
  const child = spawn(process.execPath, [join(PROJECT, `scripts/${verb}.ts`), ...args], {
    cwd: PROJECT,
    env: ENV,
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async () => JSON.parse(String((await lines.next()).value));
}

test('every verb that prints for machines has a schema', () => {
  const verbs = ['check', 'compare', 'listen', 'mock', 'sandbox'];
  expect(readdirSync(OUTPUTS)).toEqual(verbs.map((verb) => `${verb}.output.json`));
});

test('a line of check --json', () => {
  const { createUser } = documentedRecords();
  const message = examples.messages.LOW_ACCOUNT_BALANCE.full;
  const records = [
    createUser,
    { ...createUser, response: { ...createUser.response, body: {} } },
    { message },
    { message: { ...message, balanceThreshold: 'x' } },
    { request: { method: 'GET', url: '/accounts' }, response: { status: 200 } },
  ].map((record) => JSON.stringify(record));
  const text = printed('check', '--json', file('records.ndjson', [...records, 'GARBAGE', '{}'].join('\n')));
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ verdict }) => verdict)).toEqual([
    ...['upheld', 'violated', 'upheld', 'violated', 'not-judged', 'not-judged', 'not-judged'],
  ]);
  expect(lines.flatMap((line) => faultsOf('check', line))).toEqual([]);
  expect(faultsOf('check', { ...lines[0], index: -1, more: 1 })).toHaveLength(2);
});

test('what compare --json prints', () => {
  const v1 = { bankId: 1, name: 'Bank', interface: 'XS2A', loadOwnerData: true };
  const v2 = {
    bank: { id: 1 },
    bankConnectionName: 'Bank',
    allowedInterfaces: ['XS2A'],
    loadOwnerData: true,
  };
  for (const [other, verdict] of [
    [v2, 'equivalent'],
    [{ ...v2, bankConnectionName: 7, allowedInterfaces: [], extra: {} }, 'not-equivalent'],
  ] as const) {
    const result = JSON.parse(printed('compare', '--json', file('v1.json', v1), file('v2.json', other)));
    expect(result.verdict).toBe(verdict);
    expect(faultsOf('compare', result)).toEqual([]);
    expect(faultsOf('compare', { ...result, verdict: 'good' })).toHaveLength(1);
  }
});

test('a line of listen --json', async () => {
  const line = started('listen', '--json', '--port', '0');
  const ready = await line();
  expect(faultsOf('listen', ready)).toEqual([]);
  const good = examples.messages.NEW_TRANSACTIONS.full;
  for (const [body, verdict] of [
    [good, 'upheld'],
    [{ ...good, newTransactions: Array(200).fill(1) }, 'violated'],
    [{ triggerEvent: 'OTHER' }, 'not-judged'],
    [[], 'not-judged'],
  ] as const) {
    await fetch(ready.url, { method: 'POST', body: JSON.stringify(body) });
    const told = await line();
    expect(told.verdict).toBe(verdict);
    expect(faultsOf('listen', told)).toEqual([]);
    // The third says that its branch does not hold.
    expect(faultsOf('listen', { ...told, findings: undefined, reason: 'x' })).toHaveLength(3);
  }
});

test('the line of mock and the line of sandbox', async () => {
  for (const [verb, ...flags] of [
    ['mock', '--port', '--web-form-port'],
    ['sandbox', '--port', '--web-form-port', '--control-port'],
  ] as const) {
    const ready = await started(verb, ...flags.flatMap((flag) => [flag, '0']))();
    expect(faultsOf(verb, ready)).toEqual([]);
    expect(faultsOf(verb, { ...ready, accessUrl: 1, more: 1 })).toHaveLength(2);
  }
});
