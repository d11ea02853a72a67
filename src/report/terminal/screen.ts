/** The terminal: its width, its colours, and a live line while something runs. */
// The whole module: its first versions for Node 20 have no styleText, and must start all the same.
import * as util from 'node:util';
import { oneLine } from '../../../contracts/src/base/text.ts';
import { wrap } from '../../base/words.ts';
import type { CaseResult } from '../../runner/verdict.ts';
import { SHOWN, type Tone } from '../verdicts.ts';

type Style = Tone | 'strong';

export interface Look {
  /** In columns; Infinity where no terminal limits it. */
  readonly width: number;
  readonly paint: (style: Style, text: string) => string;
}

const COLOURS = { good: 'green', bad: 'red', unsure: 'yellow', faint: 'dim', strong: 'bold' } as const;

/** The look for files, pipes and tests. */
export const plain: Look = { width: Number.POSITIVE_INFINITY, paint: (_style, text) => text };

/** Colours only for a terminal, and never under NO_COLOR. */
export function lookOf(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv = process.env): Look {
  if (!stream.isTTY) return plain;
  const width = stream.columns || 80;
  if (env['NO_COLOR']) return { ...plain, width };
  return { width, paint: (style, text) => util.styleText?.(COLOURS[style], text, { stream }) ?? text };
}

/** Texts by their labels; a row that is false or undefined is not printed. */
export type Rows = Readonly<Record<string, string | false | undefined>>;

/**
 * A line for each row, over several where it is wider than the screen: its label in so many columns, then its text. A command is
 * never broken, so that it can be pasted.
 */
export function rowLines(rows: Rows, { width }: Look, columns = 13): string[] {
  return Object.entries(rows).flatMap(([label, text]) => {
    const first = `  ${label.padEnd(columns)}`;
    if (!text) return [];
    return label === 'again' ? first + text : wrap(text, width, first);
  });
}

interface LiveLine {
  show(text: string): void;
  /** Erases the line; call it before anything else is written. */
  end(): void;
}

const ERASE = '\r\u001b[2K';

/** In milliseconds. */
const BETWEEN_LINES = 15_000;

/** A line that is overwritten; a new line now and then without a terminal, under CI and under NO_COLOR. */
export function liveLineOn(
  stream: NodeJS.WriteStream,
  env: NodeJS.ProcessEnv = process.env,
  now: () => number = () => performance.now(),
): LiveLine {
  if (!stream.isTTY || env['CI'] || env['NO_COLOR'] || env['TERM'] === 'dumb') {
    let last = now();
    const show = (text: string): void => {
      if (now() - last < BETWEEN_LINES) return;
      last = now();
      stream.write(`${oneLine(text)}\n`);
    };
    return { show, end() {} };
  }
  return {
    // A full line would move the cursor to the next one, where it cannot be erased.
    show: (text) => stream.write(ERASE + oneLine(text).slice(0, (stream.columns || 80) - 1)),
    end: () => stream.write(ERASE),
  };
}

/** Fewer seconds or cases say too little of how long the rest takes. */
const LEAST = { seconds: 2, cases: 10 };

/** Returns the live line after each case of a run that begins now: progress, what is wrong, how long it takes, the case. */
export function progressText(
  now: () => number = () => performance.now(),
): (result: CaseResult, done: number, total: number) => string {
  const began = now();
  const wrong = { violated: 0, unproven: 0 };
  return ({ clause, verdict }, done, total) => {
    if (verdict === 'violated' || verdict === 'unproven') wrong[verdict]++;
    const seconds = (now() - began) / 1000;
    return [
      `${done}/${total}`,
      ...Object.entries(wrong).flatMap(([name, n]) => (n > 0 ? `${n} ${name}` : [])),
      ...(seconds < LEAST.seconds || done < LEAST.cases || done === total
        ? []
        : [`${spanText((seconds / done) * (total - done))} left`]),
      `${SHOWN[verdict].sign} ${clause}`,
    ].join('  ');
  };
}

/** ≈ 4 min */
export function spanText(seconds: number): string {
  return seconds < 120 ? `≈ ${Math.ceil(seconds)} s` : `≈ ${Math.round(seconds / 60)} min`;
}
