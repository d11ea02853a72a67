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

/** Median time of a call in milliseconds, after one run that is not counted. */
export async function medianTime(call: () => void | Promise<void>, runs = 7): Promise<number> {
  await call();
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    await call();
    times.push(performance.now() - start);
  }
  return median(times);
}

export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}
