/** One figure of the bench: a ratio against a baseline of the same run, or the seconds of a whole command. */

export interface Figure {
  readonly name: string;
  /** `ratio` is subject by baseline; `seconds` is wall time. */
  readonly unit: 'ratio' | 'seconds';
  readonly found: number;
  /** What the project promises: a ratio or a time that is not exceeded, or a ratio that is at least reached. */
  readonly limit: number;
  readonly kind: 'at most' | 'at least';
}

export function isMet({ found, limit, kind }: Figure): boolean {
  return kind === 'at most' ? found <= limit : found >= limit;
}

/** `check  0.61 (at least 0.45)`, with a mark for one that is missed. */
export function figureLine(figure: Figure): string {
  const { name, unit, found, limit, kind } = figure;
  const amount = unit === 'seconds' ? `${found.toFixed(2)} s` : found.toFixed(2);
  return `${isMet(figure) ? ' ' : '!'} ${amount.padStart(8)}  ${`${kind} ${limit}`.padEnd(13)}  ${name}`;
}

type Measured = () => void | Promise<void>;

/**
 * The fastest time of the subject by the fastest of the baseline: what else the machine does only makes a run slower.
 * Each has its runs together, so that neither leaves its garbage to the other; the first is not counted.
 */
export async function ratioOf(subject: Measured, baseline: Measured, runs = 9): Promise<number> {
  return (await fastest(subject, runs)) / (await fastest(baseline, runs));
}

async function fastest(call: Measured, runs: number): Promise<number> {
  await call();
  const times: number[] = [];
  for (let run = 0; run < runs; run++) times.push(await timeOf(call));
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
