/** Measures verify and faults as a user starts them: a cold process, until its first line and until its end. */
import { spawn } from 'node:child_process';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faultRows } from '../faults/fault-rows.ts';
import { variantRows } from '../faults/run-faults.ts';
import { type Figure, median } from './bench-figure.ts';

const RUNS = 5;

export async function verifyFigures(): Promise<Figure[]> {
  return [...(await timesOf(['mock'], 1.6)), ...(await timesOf(['mock', 'sandbox'], 3))];
}

async function timesOf(targets: readonly string[], limit: number): Promise<Figure[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'verify-'));
  const runs: VerbTimes[] = [];
  const options = ['--out', folder.path, '--target', ...targets];
  for (let run = 0; run < RUNS; run++) runs.push(await timedVerb('verify', options));
  const name = `verify on ${targets.join(' and ')}, cold, starts included`;
  return [
    secondsOf(name, median(runs.map(({ end }) => end)), limit),
    secondsOf(`${name}: until its first line`, median(runs.map(({ first }) => first)), 0.5),
  ];
}

export async function faultFigures(): Promise<Figure[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'faults-'));
  const all = await timedVerb('faults', ['--out', folder.path]);
  const one: number[] = [];
  for (let run = 0; run < RUNS; run++)
    one.push((await timedVerb('faults', ['--only', 'STATUS-V1-IMPORT-200'])).end);
  return [
    secondsOf(`${faultRows.length} faults and ${variantRows.length} benign variants`, all.end, 45),
    secondsOf('one fault alone, cold', median(one), 2),
  ];
}

function secondsOf(name: string, found: number, limit: number): Figure {
  return { name, unit: 'seconds', found, limit, kind: 'at most' };
}

/** In seconds of wall time. */
interface VerbTimes {
  readonly first: number;
  readonly end: number;
}

/** Rejects for a verb that does not end with 0. */
function timedVerb(verb: string, options: readonly string[]): Promise<VerbTimes> {
  const args = ['run', '-s', verb, '--', ...options];
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const seconds = () => (performance.now() - start) / 1000;
    const child = spawn('npm', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let first: number | undefined;
    child.stdout.on('data', () => {
      first ??= seconds();
    });
    child.on('close', (code) => {
      if (code === 0 && first !== undefined) resolve({ first, end: seconds() });
      else reject(new Error(`npm ${args.join(' ')} ended with ${code}`));
    });
  });
}
