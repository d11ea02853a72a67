/** The guide cuts a recording by DuckDB and by Dask; its parts give the totals, findings and exit code of the whole, though a worker dies. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import low from '../../contracts/generated/fixtures/LOW_ACCOUNT_BALANCE/full.json' with { type: 'json' };
import { documentedRecords, type TestRecord, withFields } from '../../src/test-support/documented-records.ts';
import { blocksOf } from '../../src/test-support/markdown-blocks.ts';
import { PRINT_MEMORY, PROGRAM } from '../../src/test-support/program.ts';
import { toolPath } from '../interop/installed-tools.ts';
import { PROJECT } from '../project.ts';
import { runIn } from './consumer.ts';

const MEGABYTES = Number(process.env['PARTS_MB'] ?? 300);
const folder = mkdtempSync(join(tmpdir(), 'parts-'));
const started: ChildProcess[] = [];
afterAll(() => {
  for (const process of started) process.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

for (const { file, text } of blocksOf(readFileSync(join(PROJECT, 'docs/recordings.md'), 'utf8')))
  if (file !== undefined) writeFileSync(join(folder, file), text);
const CONTRACTS = `${process.execPath} ${PROGRAM}`;
const MEASURED = `${process.execPath} --import '${PRINT_MEMORY}' ${PROGRAM}`;
const run = (command: string) => runIn(folder, 'bash', ['-c', command], { CONTRACTS });

/**
 * Twenty users at a time take turns. Each hundredth repeats a rule, has a wrong form, a message unlike its rule, a call without
 * a token, and a payment by a second token with the id of the first: only the two calls that issue them show that they are of the
 * user who was created.
 */
function userCalls(user: number): object[] {
  const records = documentedRecords();
  const token = `3f9a1c7b5d2e8046a1b2c3d4e5f6${user}`;
  const name = `user-${user}`;
  const isOdd = user % 100 === 7;
  const client = { client_id: 'c', client_secret: 's' };
  const password = { grant_type: 'password', username: name, password: 'p', ...client };
  const of = { callbackHandle: `handle-${user}`, includeDetails: true };
  const id = 10_000 + user;
  const rule = withFields(records.createNotificationRule, of, { id });
  const { message } = low;
  const sent = { ...message, ...of, notificationRuleId: id, balanceThreshold: isOdd ? 1 : 250.5 };
  const pay = (executionDate: string) =>
    withFields(records.createMoneyTransferV1, { executionDate }, { executionDate, id });
  const signIn = (by: string) => withFields(records.createToken, password, { access_token: by });
  const second = token.replace('3f9a', 'b07c');
  const own = [
    rule,
    ...(isOdd
      ? [
          withFields(rule, {}, { id: 9_000_000 + user }),
          withFields(records.createStandalonePayment, {}, { id: 7 }),
          pay('2026-12-01'),
        ]
      : []),
    ...Array.from({ length: 8 }, () => records.importBankConnectionV1),
  ].map(by(token));
  return [
    withFields(records.createUser, { id: name }, { id: name }),
    signIn(token),
    ...own,
    { message: sent },
    ...(isOdd
      ? [
          signIn(second),
          by(second)(pay('2026-12-02')),
          { request: { method: 'GET', url: 'https://api.example/none' }, response: { status: 200 } },
        ]
      : []),
  ];
}

const by = (token: string) => (record: TestRecord) => {
  const headers = { ...record.request.headers, authorization: `Bearer ${token}` };
  return { ...record, request: { ...record.request, headers } };
};

function writeRecording(): void {
  const files: string[][] = [[], [], [], []];
  let [bytes, second] = [0, 0];
  for (let user = 0; bytes < MEGABYTES * 1e6; user += 20) {
    const calls = Array.from({ length: 20 }, (_, each) => userCalls(user + each));
    for (let at = 0; calls.some((own) => at < own.length); at++)
      for (const own of calls) {
        if (at >= own.length) continue;
        const time = new Date(Date.UTC(2026, 10, 22) + second++ * 10).toISOString();
        const line = `${JSON.stringify({ time, ...own[at] })}\n`;
        bytes += line.length;
        files[Math.min(3, Math.floor((bytes / (MEGABYTES * 1e6)) * 4))]?.push(line);
      }
  }
  for (const [index, lines] of files.entries())
    writeFileSync(join(folder, `in-${index}.ndjson`), lines.join(''));
  writeFileSync(join(folder, 'recording.ndjson'), files.flat().join(''));
}

interface Line {
  readonly totals?: { readonly operations: Record<string, Record<string, number>> };
  readonly operation: string;
  readonly verdict: string;
  readonly findings: readonly { readonly clause: string; readonly message: string }[];
  readonly reason?: string;
}

/** Counts by operation and verdict, and the records that say something, in one order. */
function contentOf(results: readonly string[]) {
  const counts: Record<string, number> = {};
  const findings: string[] = [];
  for (const text of results.join('').trimEnd().split('\n')) {
    const { totals, operation, verdict, findings: found, reason } = JSON.parse(text) as Line;
    for (const [name, each] of Object.entries(totals?.operations ?? {}))
      for (const [key, value] of Object.entries(each))
        counts[`${name} ${key}`] = (counts[`${name} ${key}`] ?? 0) + value;
    if (!totals)
      findings.push(
        JSON.stringify([operation, verdict, found.map(({ clause, message }) => [clause, message]), reason]),
      );
  }
  return { counts, findings: findings.sort() };
}

const read = (pattern: string) =>
  globSync(pattern, { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

function start(command: string, ...args: string[]): ChildProcess {
  const child = spawn(command, args, { cwd: folder, stdio: 'ignore', env: { ...process.env, CONTRACTS } });
  started.push(child);
  return child;
}

test('the parts that DuckDB and Dask cut give the totals, findings and exit code of the whole', async () => {
  writeRecording();
  const { exitCode, stderr } = await run(`time ${MEASURED} check recording.ndjson --json > whole.txt`);
  const records = (await run('wc -l < recording.ndjson')).stdout.trim();
  console.info(`check of ${MEGABYTES} MB, ${records} records:${stderr.split('\n').slice(-6).join(' ')}`);
  expect(exitCode).toBe(1);
  const whole = contentOf(read('whole.txt'));
  for (const said of [
    'RULE-UNIQUE-LOW',
    'MESSAGE-LOW-THRESHOLD',
    'V2-FORM-ID',
    'V1-PAYMENT-ID',
    'no documented call',
  ])
    expect(whole.findings.join('\n')).toContain(said);

  const duck = `import { DuckDBInstance } from '${toolPath('@duckdb/node-api/lib/index.js')}';
    import { readFileSync } from 'node:fs';
    const connection = await (await DuckDBInstance.create()).connect();
    await connection.run(readFileSync('cut.sql', 'utf8'));`;
  writeFileSync(join(folder, 'duck.mjs'), duck);
  const blocks = blocksOf(readFileSync(join(PROJECT, 'docs/recordings.md'), 'utf8'));
  const judged = blocks.find(({ text }) => text.includes('xargs'))?.text ?? '';
  expect(await run(`${process.execPath} duck.mjs`)).toMatchObject({ exitCode: 0 });
  expect(await run(judged.replaceAll('npx bank-access-contracts', CONTRACTS))).toMatchObject({ exitCode });
  expect(globSync('parts/*/*.ndjson', { cwd: folder })).toHaveLength(5);
  expect(contentOf(read('parts/*/*.json'))).toEqual(whole);

  const address = `tcp://127.0.0.1:${await freePort()}`;
  start('dask-scheduler', '--host', '127.0.0.1', '--port', address.split(':')[2] ?? '', '--no-dashboard');
  const options = ['--no-nanny', '--no-dashboard', '--nthreads', '1', '--local-directory', folder];
  const workers = [1, 2].map(() => start('dask-worker', address, ...options));
  const cutting = run(`/usr/bin/python3 cut.py ${address} 8 in-*.ndjson`);
  let ended = false;
  cutting.then(() => (ended = true));
  while (!ended && read('part-*.json').length === 0) await passed(20);
  workers[0]?.kill('SIGKILL');
  expect(ended && (await cutting)).toBe(false);
  expect(await cutting).toMatchObject({ exitCode });
  expect(contentOf(read('part-*.json'))).toEqual(whole);
});

test('report reads the results of a thousand teams', async () => {
  const teams = join(folder, 'teams');
  mkdirSync(teams);
  const record = JSON.stringify(documentedRecords().importBankConnectionV1);
  writeFileSync(join(folder, 'team.ndjson'), `${record}\n`.repeat(150));
  await run(`${CONTRACTS} assess team.ndjson --json > team.json`);
  const [result = ''] = read('team.json');
  for (let team = 0; team < 1000; team++) writeFileSync(join(teams, `team-${team}.json`), result);
  const { stdout, stderr } = await run(`time ${MEASURED} report teams/*.json`);
  console.info(`report of 1,000 teams: ${stderr.trim()}`);
  expect(stdout).toMatch(/^1000 files: 1000 with V1 left/m);
});
