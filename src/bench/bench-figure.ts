/** One figure of the bench: a ratio against a baseline of the same run, the seconds of a whole command, or memory. */
import { spawn } from 'node:child_process';
import { arch, availableParallelism, platform } from 'node:os';
import { markdownTable } from '../../contracts/src/base/table.ts';

/** A ratio is subject by baseline; seconds are wall time; megabytes are 1024 × 1024 bytes each. */
const SIGNS = { ratio: '', seconds: ' s', megabytes: ' MB' };
type Unit = keyof typeof SIGNS;

export interface Figure {
  readonly name: string;
  /** The measured amount with its unit. */
  readonly amount: string;
  /** What the project promises: `at most 0.6`. */
  readonly promise: string;
  readonly isMet: boolean;
}

/** A figure that must not exceed its limit. */
export function atMost(limit: number, unit: Unit, found: number, name: string): Figure {
  return { name, amount: amountOf(unit, found), promise: `at most ${limit}`, isMet: found <= limit };
}

/** A ratio that must reach its limit. */
export function atLeast(limit: number, found: number, name: string): Figure {
  return { name, amount: amountOf('ratio', found), promise: `at least ${limit}`, isMet: found >= limit };
}

function amountOf(unit: Unit, found: number): string {
  return found.toFixed(2) + SIGNS[unit];
}

/** `0.61  at least 0.45  check`, with a mark for one that is missed. */
export function figureLine({ name, amount, promise, isMet }: Figure): string {
  return `${isMet ? ' ' : '!'} ${amount.padStart(9)}  ${promise.padEnd(13)}  ${name}`;
}

/** All figures of a bench with the machine they were measured on, as Markdown. */
export function figuresTable(figures: readonly Figure[]): string {
  const machine = `${availableParallelism()} cores, ${platform()} ${arch()}, Node ${process.versions.node}`;
  const rows = figures.map(({ name, amount, promise, isMet }) => [
    name,
    amount,
    `${promise}${isMet ? '' : ' (missed)'}`,
  ]);
  return `Measured on ${machine}.\n\n${markdownTable(['figure', 'measured', 'limit'], rows)}`;
}

type Measured = () => unknown;

const TURNS = 4;
const RUNS = 4;

/**
 * The fastest time of the subject divided by the fastest of the baseline, since other work of the machine only makes runs
 * slower. They take turns, so that both get the quiet moments. A turn has several runs, of which the first does not count, so
 * that neither pays for the garbage of the other.
 */
export async function ratioOf(subject: Measured, baseline: Measured, runs = RUNS): Promise<number> {
  const found = { subject: Number.POSITIVE_INFINITY, baseline: Number.POSITIVE_INFINITY };
  for (let turn = 0; turn < TURNS; turn++) {
    found.subject = Math.min(found.subject, await fastest(subject, runs));
    found.baseline = Math.min(found.baseline, await fastest(baseline, runs));
  }
  return found.subject / found.baseline;
}

/** In seconds. */
async function fastest(call: Measured, runs: number): Promise<number> {
  await call();
  let least = Number.POSITIVE_INFINITY;
  for (let run = 1; run < runs; run++) {
    const start = performance.now();
    await call();
    least = Math.min(least, (performance.now() - start) / 1000);
  }
  return least;
}

export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}

/** Seconds of a process from its start until its first output and until its end, and what it said on stderr. */
export interface TimedProcess {
  readonly first: number;
  readonly end: number;
  readonly said: string;
}

/** Rejects for another exit code than `status`. */
export function timedProcess(command: string, args: readonly string[], status = 0): Promise<TimedProcess> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const seconds = () => (performance.now() - start) / 1000;
    // As `npm run` does.
    const env = { ...process.env, NODE_COMPILE_CACHE: 'node_modules/.cache/node' };
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
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
      if (code === status && first !== undefined) resolve({ first, end: seconds(), said });
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}: ${said}`));
    });
  });
}
