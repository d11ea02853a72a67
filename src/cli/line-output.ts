/** Writes whole lines to stdout: of a line that does not fit on a full disk, nothing is left. */
import { once } from 'node:events';
import { fstatSync, ftruncateSync, writeSync } from 'node:fs';
import { only, SystemError, whyUnwritable } from '../../contracts/src/base/errors.ts';
import { KnownValues, type Secrets } from '../../contracts/src/base/known-values.ts';
import { type Format, finishedText } from '../report/redaction/finished-text.ts';
import { pipe } from './exit-codes.ts';

const NEWLINE = 0x0a;
/** The calls of the file system, which a test replaces. */
const FILE_SYSTEM = { fstatSync, ftruncateSync, writeSync };

/** From now on, what is printed is without these secrets. */
export function guardScreens(secrets: Secrets = new KnownValues()): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (text: unknown, ...rest: unknown[]) => boolean;
    stream.write = (text: unknown, ...rest: unknown[]) =>
      write(typeof text === 'string' ? finishedText(text, secrets, formatOf(text)) : text, ...rest);
  }
}

/** JSON, also a part of it, begins as no text for people does. */
function formatOf(text: string): Format {
  return /^[\s,]*[[{"]/.test(text) ? 'json' : 'text';
}

export class LineOutput {
  /** Set for a file or a device, whose writes may be cut short: the stream would not notice. */
  readonly #file: number | undefined;
  readonly #fs: typeof FILE_SYSTEM;
  /** Why not everything was written. */
  failure: string | undefined;

  readonly #secrets: Secrets;

  constructor(secrets: Secrets = new KnownValues(), file = fileOfStdout(), fs = FILE_SYSTEM) {
    this.#secrets = secrets;
    this.#file = file;
    this.#fs = fs;
  }

  /** `lines` ends with a newline. After a failure nothing more is written. */
  write(lines: string): void {
    if (lines === '' || this.failure !== undefined) return;
    if (this.#file === undefined) process.stdout.write(lines);
    else this.#writeTo(this.#file, Buffer.from(finishedText(lines, this.#secrets, formatOf(lines))));
  }

  /** Whether everything was written; if not, a line on stderr says why. */
  isComplete(): boolean {
    if (this.failure === undefined) return true;
    process.stderr.write(`stdout is not complete: ${this.failure}.\n`);
    return false;
  }

  #writeTo(file: number, bytes: Uint8Array): void {
    let written = 0;
    try {
      while (written < bytes.length) written += this.#fs.writeSync(file, bytes, written);
    } catch (error) {
      only(error, SystemError);
      this.failure = whyUnwritable(error);
      const half = written - (bytes.subarray(0, written).lastIndexOf(NEWLINE) + 1);
      if (half > 0) this.#fs.ftruncateSync(file, this.#fs.fstatSync(file).size - half);
    }
  }
}

/** Waits until a pipe has taken what was written: until then it is in memory. */
export async function drained(): Promise<void> {
  // A pipe that is closed takes no more, and says so once.
  if (process.stdout.writableNeedDrain && !pipe.signal.aborted)
    await Promise.allSettled([once(process.stdout, 'drain')]);
}

/** Pipes and terminals are left to the stream: they write all or fail. */
function fileOfStdout(): number | undefined {
  const { fd, isTTY } = process.stdout;
  if (isTTY) return undefined;
  const found = fstatSync(fd);
  return found.isFile() || found.isCharacterDevice() ? fd : undefined;
}
