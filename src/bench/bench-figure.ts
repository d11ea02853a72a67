/** One figure of the bench: a ratio against a baseline of the same run, the seconds of a whole command, or memory. */
import { arch, availableParallelism, platform } from 'node:os';
import { markdownTable } from '../../contracts/src/base/table.ts';

const SIGNS = { ratio: '', seconds: ' s', megabytes: ' MB' };

export interface Figure {
  readonly name: string;
  /** `ratio` is subject by baseline; `seconds` is wall time; `megabytes` are 1024 × 1024 bytes each. */
  readonly unit: keyof typeof SIGNS;
  readonly found: number;
  /** What the project promises: a figure that is not exceeded, or a ratio that is at least reached. */
  readonly limit: number;
  readonly kind: 'at most' | 'at least';
}

export function isMet({ found, limit, kind }: Figure): boolean {
  return kind === 'at most' ? found <= limit : found >= limit;
}

/** `check  0.61 (at least 0.45)`, with a mark for one that is missed. */
export function figureLine(figure: Figure): string {
  const { name, unit, found, limit, kind } = figure;
  const amount = found.toFixed(2) + SIGNS[unit];
  return `${isMet(figure) ? ' ' : '!'} ${amount.padStart(9)}  ${`${kind} ${limit}`.padEnd(13)}  ${name}`;
}

/** All figures of a bench with the machine they were measured on, as Markdown. */
export function figuresTable(figures: readonly Figure[]): string {
  const machine = `${availableParallelism()} cores, ${platform()} ${arch()}, Node ${process.versions.node}`;
  const rows = figures.map((figure) => [
    figure.name,
    `${figure.found.toFixed(2)}${SIGNS[figure.unit]}`,
    `${figure.kind} ${figure.limit}${isMet(figure) ? '' : ' (missed)'}`,
  ]);
  return `Measured on ${machine}.\n\n${markdownTable(['figure', 'measured', 'limit'], rows)}`;
}

type Measured = () => void | Promise<void>;

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

async function fastest(call: Measured, runs: number): Promise<number> {
  await call();
  const times: number[] = [];
  for (let run = 1; run < runs; run++) times.push(await timeOf(call));
  return Math.min(...times);
}

async function timeOf(call: Measured): Promise<number> {
  const start = performance.now();
  await call();
  return performance.now() - start;
}

export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}
