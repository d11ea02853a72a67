// What verbs print for machines is valid by the schema that is published for it, whatever they are given.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import { documentedRecords } from '../test-support/documented-records.ts';
import { OUTPUTS, outputFaults } from '../test-support/output-faults.ts';
import { writeSamplePackage } from '../test-support/sample-package.ts';

const PROJECT = new URL('../../', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'outputs-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

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

test('whatever is written or printed for machines has a schema, which says what it is', () => {
  const printed = ['check', 'compare', 'diff', 'fire', 'listen', 'mock', 'sandbox'];
  const names = [...printed, 'run', 'strength', 'verify'].sort();
  expect(readdirSync(OUTPUTS)).toEqual(names.map((name) => `${name}.output.json`));
  for (const name of names) {
    const schema = JSON.parse(readFileSync(join(OUTPUTS, `${name}.output.json`), 'utf8'));
    expect(schema).toMatchObject({ $schema: expect.any(String), $comment: expect.any(String) });
  }
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
  expect(lines.flatMap((line) => outputFaults('check', line))).toEqual([]);
  expect(outputFaults('check', { ...lines[0], index: -1, more: 1 })).toHaveLength(2);
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
    expect(outputFaults('compare', result)).toEqual([]);
    expect(outputFaults('compare', { ...result, verdict: 'good' })).toHaveLength(1);
  }
});

test('a line of fire --json, answered or not', async () => {
  const handler = createServer((_, answer) => answer.writeHead(503).end());
  await once(handler.listen(0, '127.0.0.1'), 'listening');
  const to = `http://127.0.0.1:${(handler.address() as AddressInfo).port}`;
  const args = ['BANK_LOGIN_ERROR', '--seed', '7', '--json', '--to', to];
  const answered = await started('fire', '--edge-cases', ...args)();
  handler.close().closeAllConnections();
  await once(handler, 'close');
  const unanswered = JSON.parse(printed('fire', ...args));
  const shot = { triggerEvent: 'BANK_LOGIN_ERROR', seed: 7 };
  expect([answered, unanswered]).toEqual([
    { ...shot, edgeCase: expect.any(String), status: 503 },
    { ...shot, failure: expect.any(String) },
  ]);
  for (const told of [answered, unanswered]) {
    expect(outputFaults('fire', told)).toEqual([]);
    expect(outputFaults('fire', { ...told, seed: 0, status: 200, failure: 'x' })).toHaveLength(2);
  }
});

test('what diff --json prints, with an earlier release and without one', () => {
  for (const [name, version] of [
    ['old', '0.1.0'],
    ['new', '0.1.1'],
  ] as const) {
    writeSamplePackage(join(folder, name));
    const manifest = join(folder, name, 'package.json');
    const text = readFileSync(manifest, 'utf8').replace(/"version":".*?"/, `"version":"${version}"`);
    writeFileSync(manifest, text);
  }
  rmSync(join(folder, 'new/dist/schemas/createToken.request.json'));
  const lie = JSON.parse(printed('diff', 'old', 'new', '--json'));
  expect(lie).toMatchObject({
    from: '0.1.0',
    to: '0.1.1',
    honest: false,
    demanded: 'major',
    lowest: '0.2.0',
  });
  expect(lie.rows).toMatchObject([{ artefact: 'createToken.request', bump: 'major', breaks: 'senders' }]);
  const first = JSON.parse(printed('diff', '--json'));
  expect(first).toEqual({ honest: null, rows: [] });
  for (const told of [lie, first]) {
    expect(outputFaults('diff', told)).toEqual([]);
    expect(outputFaults('diff', { ...told, demanded: 'none', rows: [{}] })).toHaveLength(7);
  }
});

test('a line of listen --json', async () => {
  const line = started('listen', '--json', '--port', '0');
  const ready = await line();
  expect(outputFaults('listen', ready)).toEqual([]);
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
    expect(outputFaults('listen', told)).toEqual([]);
    // The third says that its branch does not hold.
    expect(outputFaults('listen', { ...told, findings: undefined, reason: 'x' })).toHaveLength(3);
  }
});

test('the line of mock and the line of sandbox', async () => {
  for (const [verb, ...flags] of [
    ['mock', '--port', '--web-form-port'],
    ['sandbox', '--port', '--web-form-port', '--control-port'],
  ] as const) {
    const ready = await started(verb, ...flags.flatMap((flag) => [flag, '0']))();
    expect(outputFaults(verb, ready)).toEqual([]);
    expect(outputFaults(verb, { ...ready, accessUrl: 1, more: 1 })).toHaveLength(2);
  }
});
