/** Measures verify and faults as a user starts them: a cold process, until its first line and until its end. */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faultRows } from '../faults/fault-rows.ts';
import { variantRows } from '../faults/run-faults.ts';
import { atMost, type Figure, median, type TimedProcess, timedProcess } from './bench-figure.ts';

const RUNS = 5;

export async function verifyFigures(): Promise<Figure[]> {
  return [...(await timesOf(['mock'], 1.6)), ...(await timesOf(['mock', 'sandbox'], 3))];
}

async function timesOf(targets: readonly string[], limit: number): Promise<Figure[]> {
  const runs = await timesOfVerb(RUNS, 'verify', '--target', ...targets);
  const name = `verify on ${targets.join(' and ')}, cold, starts included`;
  return [
    atMost(limit, 'seconds', median(runs.map(({ end }) => end)), name),
    atMost(0.5, 'seconds', median(runs.map(({ first }) => first)), `${name}: until its first line`),
  ];
}

export async function faultFigures(): Promise<Figure[]> {
  const all = await timesOfVerb(1, 'faults');
  const one = await timesOfVerb(RUNS, 'faults', '--only', 'STATUS-V1-IMPORT-200');
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
