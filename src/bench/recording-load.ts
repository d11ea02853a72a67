/** Measures verbs on a large recording as a user starts them: memory, the first line, and what a second thread brings. */
import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { migratePayment } from '../../contracts/src/migration/migrate-request.ts';
import { paymentV1 } from '../test-support/migration-arbitraries.ts';
import { PROGRAM } from '../test-support/program.ts';
import { createV1Call, ndjson, paymentV2Call, submitV1Call } from '../test-support/recorded-calls.ts';
import type { Figure } from './bench-figure.ts';
import { benchRecords } from './judging-figures.ts';

const RUNS = 3;
const PART_MEGABYTES = 10;
/** Runs before the program, and in its threads: prints the most memory that the process had, in kilobytes. */
const PRELUDE =
  'data:text/javascript,process.on("exit",()=>console.error("memory",process.resourceUsage().maxRSS))';

export async function recordingLoadFigures(megabytes = 400): Promise<Figure[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'load-'));
  const file = join(folder.path, 'records.ndjson');
  const part = benchRecords(PART_MEGABYTES);
  for (let written = 0; written < megabytes; written += PART_MEGABYTES) appendFileSync(file, part);
  const one: Measured[] = [];
  const two: Measured[] = [];
  for (let run = 0; run < RUNS; run++) {
    one.push(await measured(['check', '--each', '--workers', '1', file]));
    two.push(await measured(['check', '--each', '--workers', '2', file]));
  }
  const { first } = await measured(['check', '--each', '--json', '--workers', '1', file]);
  const fastest = (runs: readonly Measured[]) => Math.min(...runs.map(({ end }) => end));
  const paired = join(folder.path, 'payments.ndjson');
  writePayments(paired, megabytes);
  const name = `check --each of ${megabytes} MB`;
  const most = { kind: 'at most' } as const;
  return [
    {
      name: `${name} in two threads, by the speed of one`,
      unit: 'ratio',
      found: fastest(one) / fastest(two),
      limit: 1.6,
      kind: 'at least',
    },
    {
      name: `${name}, cold, until its first line`,
      unit: 'seconds',
      found: first,
      limit: 0.5,
      ...most,
    },
    {
      name: `check of ${megabytes} MB, cold, until its first line`,
      unit: 'seconds',
      found: (await measured(['check', file])).first,
      limit: 0.5,
      ...most,
    },
    ...[one, two].map((runs, at) =>
      memoryFigure(`${name}, resident, ${at + 1} thread${at === 0 ? '' : 's'}`, runs),
    ),
    memoryFigure(`check of ${megabytes} MB, resident, 2 threads`, [
      await measured(['check', '--workers', '2', file]),
    ]),
    memoryFigure(`migrate of ${megabytes} MB of payments, resident`, [
      await measured(['migrate', '--currency', 'EUR', paired], 0),
    ]),
    memoryFigure(`compare --recorded of ${megabytes} MB of payments, resident`, [
      await measured(['compare', '--recorded', '--json', '--currency', 'EUR', paired], 0),
    ]),
  ];
}

function memoryFigure(name: string, runs: readonly Measured[]): Figure {
  const found = Math.max(...runs.map(({ memory }) => memory));
  return { name, unit: 'megabytes', found, limit: 250, kind: 'at most' };
}

/** Payments of contents that differ, each by both flows. */
function writePayments(file: string, megabytes: number): void {
  const samples = fc.sample(paymentV1(), { numRuns: 1000, seed: 1 });
  for (let id = 0, written = 0; written < megabytes * 1024 * 1024; ) {
    const records = samples.flatMap((sample) => {
      const { moneyTransfers = [] } = sample as { moneyTransfers?: object[] };
      const order = { counterpartName: `Payee ${++id}`, amount: id };
      const v1 = { ...sample, moneyTransfers: [...moneyTransfers, order] };
      const { v2 } = migratePayment(v1, { currency: 'EUR' });
      return v2 ? [createV1Call(v1, id), submitV1Call(id), paymentV2Call(v2)] : [];
    });
    const text = ndjson(records);
    appendFileSync(file, text);
    written += text.length;
  }
}

interface Measured {
  /** In seconds. */
  readonly first: number;
  readonly end: number;
  /** In megabytes. */
  readonly memory: number;
}

/** `status` is the exit code; one record of the exchanges breaks clauses. */
function measured(verb: readonly string[], status = 1): Promise<Measured> {
  const args = ['--import', PRELUDE, PROGRAM, ...verb];
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const seconds = () => (performance.now() - start) / 1000;
    // As `npm run` does.
    const env = { ...process.env, NODE_COMPILE_CACHE: 'node_modules/.cache/node' };
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let first: number | undefined;
    let said = '';
    child.stdout.on('data', () => {
      first ??= seconds();
    });
    child.stderr.on('data', (text) => {
      first ??= seconds();
      said += text;
    });
    child.on('close', (code) => {
      const memory = Math.max(
        ...[...said.matchAll(/^memory (\d+)$/gm)].map(([, kilobytes]) => Number(kilobytes)),
      );
      if (code === status && first !== undefined) resolve({ first, end: seconds(), memory: memory / 1024 });
      else reject(new Error(`${verb[0]} ended with ${code}: ${said}`));
    });
  });
}
