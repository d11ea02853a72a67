/** A live line on the terminal while the cases run, gone when they are done. */

import { oneLine } from '../../../contracts/src/contract/show.ts';
import type { CaseResult } from '../../drive/verdict.ts';

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
