/** How the screen is laid out: for which width, and in which colours. */
import { styleText } from 'node:util';

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
