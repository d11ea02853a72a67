/** Measures verbs as a user starts them: verify, faults, and on a large recording memory and the first line. */
import { appendFileSync, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { migratePayment } from '../../contracts/src/migration/migrate-request.ts';
import { faultRows } from '../faults/fault-rows.ts';
import { variantRows } from '../faults/run-faults.ts';
import { paymentV1 } from '../test-support/migration-arbitraries.ts';
import { PROGRAM } from '../test-support/program.ts';
import { createV1Call, ndjson, paymentV2Call, submitV1Call } from '../test-support/recorded-calls.ts';
import { atMost, type Figure, median, type TimedProcess, timedProcess } from './bench-figure.ts';
import { benchRecords } from './judging-figures.ts';

const PART_MEGABYTES = 10;
/** Runs before the program: prints the most memory that the process had, in kilobytes. */
export const PRINT_MEMORY =
  'data:text/javascript,process.on("exit",()=>console.error("memory",process.resourceUsage().maxRSS))';

export async function recordingLoadFigures(megabytes = 400): Promise<Figure[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'load-'));
  const [file, paired] = [join(folder.path, 'records.ndjson'), join(folder.path, 'payments.ndjson')];
  const part = benchRecords(PART_MEGABYTES);
  for (let written = 0; written < megabytes; written += PART_MEGABYTES) appendFileSync(file, part);
  // One record of the exchanges breaks clauses.
  const started = (status: number, ...verb: string[]) =>
    timedProcess(process.execPath, ['--import', PRINT_MEMORY, PROGRAM, ...verb], status);
  const each = await started(1, 'check', '--each', '--json', file);
  const whole = await started(1, 'check', file);
  writePayments(paired, megabytes);
  const migrated = await started(0, 'migrate', '--currency', 'EUR', paired);
  const compared = await started(0, 'compare', '--recorded', '--json', '--currency', 'EUR', paired);
  return [
    atMost(0.5, 'seconds', each.first, `check --each of ${megabytes} MB, cold, until its first line`),
    atMost(0.5, 'seconds', whole.first, `check of ${megabytes} MB, cold, until its first line`),
    memoryFigure(`check --each of ${megabytes} MB, resident`, each),
    memoryFigure(`check of ${megabytes} MB, resident`, whole),
    memoryFigure(`migrate of ${megabytes} MB of payments, resident`, migrated),
    memoryFigure(`compare --recorded of ${megabytes} MB of payments, resident`, compared),
  ];
}

function memoryFigure(name: string, { said }: TimedProcess): Figure {
  const kilobytes = Number(/^memory (\d+)$/m.exec(said)?.[1]);
  return atMost(500, 'megabytes', kilobytes / 1024, name);
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

const VERB_RUNS = 5;

export async function verifyFigures(): Promise<Figure[]> {
  return [...(await timesOf(['mock'], 1.6)), ...(await timesOf(['mock', 'sandbox'], 3))];
}

async function timesOf(targets: readonly string[], limit: number): Promise<Figure[]> {
  const runs = await timesOfVerb(VERB_RUNS, 'verify', '--target', ...targets);
  const name = `verify on ${targets.join(' and ')}, cold, starts included`;
  return [
    atMost(limit, 'seconds', median(runs.map(({ end }) => end)), name),
    atMost(0.5, 'seconds', median(runs.map(({ first }) => first)), `${name}: until its first line`),
  ];
}

export async function faultFigures(): Promise<Figure[]> {
  const all = await timesOfVerb(1, 'faults');
  const one = await timesOfVerb(VERB_RUNS, 'faults', '--only', 'STATUS-V1-IMPORT-200');
  const both = `${faultRows.length} faults and ${variantRows.length} benign variants`;
  return [
    atMost(45, 'seconds', median(all.map(({ end }) => end)), both),
    atMost(2, 'seconds', median(one.map(({ end }) => end)), 'one fault alone, cold'),
  ];
}

async function timesOfVerb(runs: number, verb: string, ...options: string[]): Promise<TimedProcess[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), `${verb}-`));
  // A part of the faults writes no files.
  const out = options.includes('--only') ? [] : ['--out', folder.path];
  const times: TimedProcess[] = [];
  for (let run = 0; run < runs; run++)
    times.push(await timedProcess('npm', ['run', '-s', verb, '--', ...out, ...options]));
  return times;
}
