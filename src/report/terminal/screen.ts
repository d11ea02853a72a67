/** How the screen is laid out: for which width, and in which colours. */
import { styleText } from 'node:util';
import { oneLine } from '../../../contracts/src/base/text.ts';
import type { CaseResult } from '../../runner/verdict.ts';

export type Style = 'good' | 'bad' | 'unsure' | 'faint' | 'strong';

export interface Look {
  /** In columns; Infinity where no terminal limits it. */
  readonly width: number;
  readonly paint: (style: Style, text: string) => string;
}

const COLOURS = { good: 'green', bad: 'red', unsure: 'yellow', faint: 'dim', strong: 'bold' } as const;

/** For files, pipes and tests. */
export const plain: Look = { width: Number.POSITIVE_INFINITY, paint: (_style, text) => text };

/** Colours only for a terminal, and not under NO_COLOR, whatever else the environment asks for. */
export function lookOf(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv = process.env): Look {
  if (!stream.isTTY) return plain;
  const width = stream.columns || 80;
  if (env['NO_COLOR']) return { ...plain, width };
  return { width, paint: (style, text) => styleText(COLOURS[style], text, { stream }) };
}

/** A live line on the terminal while the cases run, gone when they are done. */

export interface Progress {
  show(result: CaseResult, done: number, total: number): void;
  /** Erases the line; to be called before anything else is written. */
  end(): void;
}

const ERASE = '\r\u001b[2K';
const SILENT: Progress = { show() {}, end() {} };

/** Silent without a terminal, under CI and under NO_COLOR. */
export function progressOn(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv = process.env): Progress {
  if (!stream.isTTY || env['CI'] || env['NO_COLOR'] || env['TERM'] === 'dumb') return SILENT;
  let broken = 0;
  return {
    show({ clause, verdict }, done, total) {
      if (verdict === 'violated' || verdict === 'unproven') broken++;
      const trouble = broken > 0 ? `  ${broken} not upheld` : '';
      const line = oneLine(`${done}/${total}${trouble}  ${clause}`);
      // A full line would move the cursor to the next one, where it cannot be erased.
      stream.write(ERASE + line.slice(0, (stream.columns || 80) - 1));
    },
    end() {
      stream.write(ERASE);
    },
  };
}

/** A live count on the terminal while something runs, gone when it is done. */

export interface Count {
  show(done: number, total: number): void;
  /** Erases the count; to be called before anything else is written. */
  end(): void;
}

const ERASE_COUNT = '\r\u001b[2K';

/** Silent without a terminal, under CI and under NO_COLOR. */
export function countOn(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv = process.env): Count {
  const isSilent = !stream.isTTY || env['CI'] || env['NO_COLOR'] || env['TERM'] === 'dumb';
  if (isSilent) return { show() {}, end() {} };
  return {
    show: (done, total) => stream.write(`${ERASE_COUNT}${done}/${total}`),
    end: () => stream.write(ERASE_COUNT),
  };
}
