/** Measures what the project promises of its speed and memory. Exit 1 where a figure misses its limit. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import fc from 'fast-check';
import examples from '../contracts/generated/examples.json' with { type: 'json' };
import { exchanges } from '../contracts/generated/exchanges.ts';
import { operations, triggerEvents } from '../contracts/generated/operations.ts';
import open from '../contracts/generated/validators/open.js';
import { readJson, writeJson } from '../contracts/src/base/exact-json.ts';
import type { ExchangeFixture } from '../contracts/src/base/ledgers.ts';
import type { Compiled } from '../contracts/src/base/schema.ts';
import { judgePlainMessage } from '../contracts/src/judge/judge-message.ts';
import { buildMessage } from '../contracts/src/messages/build-message.ts';
import { defaultCipher, TEST_KEY } from '../contracts/src/messages/cipher.ts';
import { migrateImport, migratePayment } from '../contracts/src/migration/migrate-request.ts';
import { markdownTable } from '../src/base/table.ts';
import { run } from '../src/cli/exit-codes.ts';
import { readFlowCalls } from '../src/cli/move/recorded/read-flows.ts';
import { CheckRun } from '../src/cli/recordings/check.ts';
import { readRecordings } from '../src/cli/recordings/recording-files.ts';
import { Assessment } from '../src/evidence/assessment.ts';
import { CheckTotals } from '../src/report/check/check-totals.ts';
import { importV1, paymentV1 } from '../src/test-support/migration-arbitraries.ts';
import { PRINT_MEMORY, PROGRAM } from '../src/test-support/program.ts';
import { createV1Call, ndjson, paymentV2Call, submitV1Call } from '../src/test-support/recorded-calls.ts';

type Figure = readonly [name: string, unit: string, atMost: number, measure: () => Promise<number>];

/**
 * Where the unit is ×, by the time of a baseline that is measured in turns with it: parsing the same texts in a loop, or the
 * loop that a user would write, which also validates each request and response by what ajv compiled. A limit in seconds is a
 * quarter above what a quiet machine of two cores needed, so that what makes it miss is a change of ours.
 */
const FIGURES: readonly Figure[] = [
  // First: the same code is a third slower in a process that has started others before.
  ['mapping of 10,000 requests to V2', '×', 3, mapping],
  // Each message has 50 transactions.
  ['messages judged', '×', 6, messages],
  // Beside judging, users and tokens are followed from record to record.
  ['check of 50 MB', '×', 8, () => recording(check, parsed)],
  ['check of 50 MB, by the loop with ajv', '×', 4, () => recording(check, validated)],
  // Records are read, but not judged.
  ['assess of 50 MB', '×', 4.5, () => recording(assess, parsed)],
  // A developer waits for this.
  ['verify of the mock, cold', 's', 1.5, () => verb('end', 5, 'verify', '--target', 'mock')],
  ['verify of the mock, its first line', 's', 0.3, () => verb('first', 5, 'verify', '--target', 'mock')],
  ['verify of mock and sandbox, cold', 's', 3, () => verb('end', 5, 'verify', '--target', 'mock', 'sandbox')],
  // A step of .ci/run, which has 12 minutes in all.
  ['faults, all of them', 's', 60, () => verb('end', 1, 'faults')],
  // What is kept has a limit, which docs/recordings.md gives; so has its memory, on any machine.
  ['compare --recorded of 100 MB, its memory', 'MB', 500, compareMemory],
];
const NAMES = [...new Set(FIGURES.map(([name]) => name.split(/[ ,]/, 1).join()))];

/**
 * The fastest time of the subject by the fastest of the baseline, since other work of the machine only makes runs slower.
 * They take turns, and the first run of a turn does not count, so that neither pays for the garbage of the other.
 */
async function ratio(subject: () => unknown, baseline: () => unknown, runs = 4): Promise<number> {
  const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as [number, number];
  for (let turn = 0; turn < 4; turn++) {
    for (const [index, call] of [subject, baseline].entries()) {
      for (let each = 0; each <= runs; each++) {
        const start = performance.now();
        await call();
        if (each > 0) least[index] = Math.min(least[index] ?? 0, performance.now() - start);
      }
    }
  }
  return least[0] / least[1];
}

function mapping(): Promise<number> {
  const imports = fc.sample(importV1, { numRuns: 5_000, seed: 1 });
  const payments = fc.sample(paymentV1(), { numRuns: 5_000, seed: 1 });
  const texts = [...imports, ...payments].map((request) => JSON.stringify(request));
  return ratio(
    () => {
      for (const request of imports) migrateImport(request);
      for (const request of payments) migratePayment(request, { currency: 'EUR' });
    },
    () => {
      for (const text of texts) JSON.stringify(JSON.parse(text));
    },
  );
}

/** Few plain messages of every trigger event, with details, and many runs: the fastest is one that nothing interrupted. */
function messages(): Promise<number> {
  const texts = Array.from({ length: 64 }, (_, seed) => {
    const event = triggerEvents[seed % triggerEvents.length] ?? triggerEvents[0];
    return writeJson(buildMessage(event, { seed, includeDetails: true, transactions: 50 }));
  });
  return ratio(
    () => {
      for (const text of texts) judgePlainMessage(readJson(text));
    },
    () => {
      for (const text of texts) JSON.parse(text);
    },
    100,
  );
}

/** About 90,000 records: the fixtures, one that breaks clauses and one of another call, round after round of another user. */
async function recording(
  subject: (file: string) => Promise<unknown>,
  baseline: (file: string) => unknown,
): Promise<number> {
  const fixtures = Object.values(exchanges).flatMap((of) => Object.values<ExchangeFixture>(of));
  const good = fixtures.filter(({ documented }) => documented !== '4XX') as [ExchangeFixture];
  const [first] = good;
  const broken = { ...first, response: { ...first.response, body: {} } };
  const other = { ...first, request: { ...first.request, path: '/accounts' } };
  const records = [...good, broken, other].map(({ request: { path, ...request }, response }) => {
    const headers = { ...request.headers, Authorization: 'Bearer 3f9a1c7b5d2e8046-{user}' };
    return { request: { ...request, url: HOST + path, headers }, response };
  });
  const round = ndjson(records);
  const rounds = Array.from({ length: (50 * 1024 * 1024) / round.length }, (_, user) =>
    round.replaceAll('{user}', `${user}`),
  );
  using folder = mkdtempDisposableSync(join(tmpdir(), 'bench-'));
  const file = join(folder.path, 'records.ndjson');
  writeFileSync(file, rounds.join(''));
  return await ratio(
    () => subject(file),
    () => baseline(file),
  );
}

const HOST = 'https://bank.example';

function parsed(file: string, use = (_: ExchangeFixture & { request: { url: string } }): void => {}): void {
  for (const line of readFileSync(file, 'utf8').split('\n')) if (line !== '') use(JSON.parse(line));
}

const compiled: Readonly<Record<string, Compiled | undefined>> = open;
const operationIds: ReadonlyMap<string, string> = new Map(
  Object.entries(operations).map(([id, { method, path }]) => [`${method} ${path}`, id]),
);

function validated(file: string): void {
  let wrong = 0;
  parsed(file, ({ request, response }) => {
    const id = operationIds.get(`${request.method} ${new URL(request.url).pathname}`);
    const ofResponse = compiled[`${id}.${response.status}`] ?? compiled[`${id}.2XX`];
    if (compiled[`${id}.request`]?.validate(request.body) === false) wrong++;
    if (ofResponse?.validate(response.body) === false) wrong++;
  });
  if (wrong === 0) throw new Error('The record that breaks clauses is valid.');
}

async function check(file: string): Promise<void> {
  const cipher = () => defaultCipher(TEST_KEY);
  const judging = { cipher, settings: undefined, accessHost: undefined, isCompared: true };
  const checked = new CheckRun({ ...judging, totals: new CheckTotals(false), print: () => {} });
  await readRecordings([file], (name, records) => checked.add(name, records));
  await checked.end();
}

async function assess(file: string): Promise<void> {
  const assessment = new Assessment();
  await readFlowCalls([file], (call) => assessment.add(call));
}

/** The median of so many runs: the seconds from the start of a verb to its first output, or to its end. */
async function verb(until: 'first' | 'end', runs: number, ...args: string[]): Promise<number> {
  const seconds: number[] = [];
  for (let each = 0; each < runs; each++) {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'bench-'));
    seconds.push(
      (await timed('npm', ['run', '-s', ...args.toSpliced(1, 0, '--', '--out', folder.path)]))[until],
    );
  }
  return seconds.sort((a, b) => a - b)[Math.floor(runs / 2)] as number;
}

async function timed(command: string, args: readonly string[]) {
  const start = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let first = 0;
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output.on('data', (part) => {
      first ||= performance.now() - start;
      said += part;
    });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${said}`);
  return { first: first / 1000, end: (performance.now() - start) / 1000, said };
}

/** Payments of contents that differ, each by both flows. */
async function compareMemory(): Promise<number> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'bench-'));
  const file = join(folder.path, 'payments.ndjson');
  for (let id = 0, written = 0; written < 100 * 1024 * 1024; ) {
    const records = Array.from({ length: 1000 }, () => {
      const order = { counterpartName: `Payee ${++id}`, amount: id };
      const v1 = { ...examples.requests.createMoneyTransferV1.full, moneyTransfers: [order] };
      const { v2 = {} } = migratePayment(v1, { currency: 'EUR' });
      return [createV1Call(v1, id), submitV1Call(id), paymentV2Call(v2)];
    });
    const text = ndjson(records.flat());
    appendFileSync(file, text);
    written += text.length;
  }
  const compare = ['compare', '--recorded', file, '--currency', 'EUR', '--drop', 'submit /interface'];
  const args = ['--import', PRINT_MEMORY, PROGRAM, ...compare];
  const { said } = await timed(process.execPath, args);
  return Number(/^memory (\d+)$/m.exec(said)?.[1]) / 1024;
}

await run(
  new Command('bench')
    .description('Measure the promised figures; a line with ! misses its limit, and the exit code is 1.')
    .addOption(new Option('--only <names...>', 'measure these alone').choices(NAMES))
    .addHelpText('after', '\nExample:\n  npm run -s bench -- --only check')
    .action(async ({ only = NAMES }: { only?: readonly string[] }) => {
      const rows: string[][] = [];
      for (const [name, unit, atMost, measure] of FIGURES) {
        if (!only.some((word) => name.startsWith(word))) continue;
        const found = await measure();
        const isMissed = found > atMost;
        if (isMissed) process.exitCode = 1;
        const cells = [
          name,
          `${found.toFixed(2)} ${unit}`,
          `${atMost} ${unit}${isMissed ? ' (missed)' : ''}`,
        ];
        process.stdout.write(`${isMissed ? '!' : ' '} ${cells[1]}, at most ${atMost}: ${name}\n`);
        rows.push(cells);
      }
      const machine = `${availableParallelism()} cores, ${process.platform} ${process.arch}, Node ${process.versions.node}`;
      const table = markdownTable(['figure', 'measured', 'at most'], rows);
      process.stdout.write(`\nMeasured on ${machine}.\n\n${table}`);
    }),
);
