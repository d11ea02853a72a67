// What verbs print for machines is valid by the schema that is published for it, whatever they are given.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, expect, test } from 'vitest';
import { runJson } from '../../../src/report/run-json.ts';
import { green, unproven, violated } from '../../../src/report/sample-runs.ts';
import { verifyJson } from '../../../src/report/verify-json.ts';
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
function sealed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(sealed);
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, sealed(value)]));
  const isOpen = 'properties' in copy && [copy['type']].flat().includes('object');
  return isOpen ? { additionalProperties: false, ...copy } : copy;
}

function faultsOf(name: string, output: unknown): string[] {
  const schema = JSON.parse(readFileSync(join(OUTPUTS, `${name}.output.json`), 'utf8'));
  const validate = ajv.compile(sealed(schema) as object);
  validate(output);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

function file(name: string, content: unknown): string {
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  return name;
}

const ENV = { ...process.env, INIT_CWD: folder, DATA_DECRYPTION_KEY: '' };

function called(verb: string, ...args: string[]) {
  const script = join(PROJECT, `scripts/${verb}.ts`);
  const how = { encoding: 'utf8', cwd: PROJECT, env: ENV, maxBuffer: 100_000_000 } as const;
  return spawnSync(process.execPath, [script, ...args], how);
}

function printed(verb: string, ...args: string[]) {
  return called(verb, ...args).stdout;
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

test('whatever is written or printed for machines has a schema, which says what it is', () => {
  const names = ['check', 'compare', 'listen', 'mock', 'run', 'sandbox', 'strength', 'verify'];
  expect(readdirSync(OUTPUTS)).toEqual(names.map((name) => `${name}.output.json`));
  for (const name of names) {
    const schema = JSON.parse(readFileSync(join(OUTPUTS, `${name}.output.json`), 'utf8'));
    expect(schema).toMatchObject({ $schema: expect.any(String), $comment: expect.any(String) });
  }
});

test('verify --json prints the very run.json that it writes, and talks on stderr', () => {
  const args = ['--only', 'MESSAGE-BALANCE-DETAILS-IBAN', 'V2-NO-LOCATION', '--out', 'reports'];
  const { stdout, stderr, status } = called('verify', '--json', ...args);
  expect(status).toBe(0);
  expect(stdout).toBe(readFileSync(join(folder, 'reports/run.json'), 'utf8'));
  expect(stderr).toContain('✓ What was asked for holds on sandbox');
  const run = JSON.parse(stdout);
  expect(faultsOf('run', run)).toEqual([]);
  const played = run.targets[1].cases.find((it: object) => 'played' in it);
  expect(played.played.story.length).toBeGreaterThan(1);
  // Each branch of a step says why it is none.
  played.played.story[0] = { waited: 'PT1H' };
  run.targets[0].tally.upheld = -1;
  run.targets[0].flows[0].fields[0].row.more = 1;
  expect(faultsOf('run', run).filter((fault) => !fault.includes('/story/0'))).toEqual([
    '/targets/0/tally/upheld must be >= 0',
    '/targets/0/flows/0/fields/0/row must NOT have additional properties',
  ]);
  expect(faultsOf('run', run).length).toBeGreaterThan(4);
}, 60_000);

test('a run.json of every way to end', () => {
  const leftBehind = { prefix: 'x-1', isPutBack: false, users: 2, rules: 1, payments: 0, webForms: 3 };
  const runs = [green, violated, { ...unproven, leftBehind }];
  for (const ending of [{}, { requireAll: true, interrupted: 'SIGTERM' }] as const) {
    const run = JSON.parse(runJson(runs, ending));
    expect(faultsOf('run', run)).toEqual([]);
    expect(faultsOf('run', { ...run, exitCode: 3 })).toHaveLength(1);
  }
});

test('a verify.json, the committed one too', () => {
  const committed = readFileSync(join(PROJECT, 'reports/verify.json'), 'utf8');
  for (const text of [committed, verifyJson([green, { ...violated, target: 'bank' }])])
    expect(faultsOf('verify', JSON.parse(text))).toEqual([]);
  expect(faultsOf('verify', { targets: { mock: { 'V2-FORM': 'good' } } })).toHaveLength(1);
});

test('what faults --json prints, and the committed strength.json', () => {
  const { stdout, stderr, status } = called(
    'faults',
    '--json',
    '--only',
    'STATUS-V1-IMPORT-200',
    'MORE-TOKEN-FIELDS',
  );
  expect([status, stderr]).toEqual([0, expect.stringContaining('1 of 1 observable faults are caught')]);
  const part = JSON.parse(stdout);
  expect(part).toMatchObject({ isPartial: true, untried: [], vacuity: [] });
  expect(part.faults.map(({ id }: { id: string }) => id)).toEqual(['STATUS-V1-IMPORT-200']);
  const whole = JSON.parse(readFileSync(join(PROJECT, 'reports/strength.json'), 'utf8'));
  expect(whole).not.toHaveProperty('isPartial');
  for (const strength of [part, whole]) expect(faultsOf('strength', strength)).toEqual([]);
  part.faults[0].verdict = 'killed';
  expect(faultsOf('strength', { ...part, isPartial: false, vacuity: [{}] })).toHaveLength(6);
}, 60_000);

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
