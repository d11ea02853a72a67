/** A live count on the terminal while something runs, gone when it is done. */

export interface Count {
  show(done: number, total: number): void;
  /** Erases the count; to be called before anything else is written. */
  end(): void;
}

const ERASE = '\r\u001b[2K';

/** Silent without a terminal, under CI and under NO_COLOR. */
export function countOn(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv = process.env): Count {
  const isSilent = !stream.isTTY || env['CI'] || env['NO_COLOR'] || env['TERM'] === 'dumb';
  if (isSilent) return { show() {}, end() {} };
  return {
    show: (done, total) => stream.write(`${ERASE}${done}/${total}`),
    end: () => stream.write(ERASE),
  };
}
