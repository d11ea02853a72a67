/** Measures check on a large recording as a user starts it: memory, the first line, and what a second thread brings. */
import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROGRAM } from '../test-support/program.ts';
import { type Figure, median } from './bench-figure.ts';
import { benchRecords } from './judging-figures.ts';

const RUNS = 3;
const PART_MEGABYTES = 10;
/** Runs before the program, and in its threads: prints the most memory that the process had, in kilobytes. */
const PRELUDE =
  'data:text/javascript,process.on("exit",()=>console.error("memory",process.resourceUsage().maxRSS))';

export async function recordingLoadFigures(megabytes = 100): Promise<Figure[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'load-'));
  const file = join(folder.path, 'records.ndjson');
  const part = benchRecords(PART_MEGABYTES);
  for (let written = 0; written < megabytes; written += PART_MEGABYTES) appendFileSync(file, part);
  const one: Checked[] = [];
  const two: Checked[] = [];
  for (let run = 0; run < RUNS; run++) {
    one.push(await checked(file, 1));
    two.push(await checked(file, 2));
  }
  const fastest = (runs: readonly Checked[]) => Math.min(...runs.map(({ end }) => end));
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
      found: median(one.map(({ first }) => first)),
      limit: 0.5,
      ...most,
    },
    ...[one, two].map((runs, at): Figure => {
      const found = Math.max(...runs.map(({ memory }) => memory));
      return { name: `${name}, resident, ${at + 1} threads`, unit: 'megabytes', found, limit: 250, ...most };
    }),
  ];
}

interface Checked {
  /** In seconds. */
  readonly first: number;
  readonly end: number;
  /** In megabytes. */
  readonly memory: number;
}

function checked(file: string, threads: number): Promise<Checked> {
  const args = ['--import', PRELUDE, PROGRAM, 'check', '--each', '--json', '--workers', `${threads}`, file];
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const seconds = () => (performance.now() - start) / 1000;
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let first: number | undefined;
    let said = '';
    child.stdout.on('data', () => {
      first ??= seconds();
    });
    child.stderr.on('data', (text) => {
      said += text;
    });
    child.on('close', (code) => {
      const memory = Math.max(
        ...[...said.matchAll(/^memory (\d+)$/gm)].map(([, kilobytes]) => Number(kilobytes)),
      );
      // One record of them breaks clauses.
      if (code === 1 && first !== undefined) resolve({ first, end: seconds(), memory: memory / 1024 });
      else reject(new Error(`check ended with ${code}: ${said}`));
    });
  });
}
