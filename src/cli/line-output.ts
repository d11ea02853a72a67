/** Writes lines to stdout or to a file, and says where not all of them could be written. */
import { once } from 'node:events';
import { fstatSync, openSync, writeFileSync } from 'node:fs';
import { only, SystemError, whyUnwritable } from '../base/errors.ts';
import { cannotWrite } from '../report/write-files.ts';
import { pipe } from './exit-codes.ts';
import { callerPath } from './options.ts';
import { screenText } from './terminal-text.ts';

/** A file that is written anew. Throws InputError where it cannot be. */
export function openedFile(path: string): number {
  try {
    return openSync(callerPath(path), 'w');
  } catch (error) {
    only(error, SystemError);
    throw cannotWrite(path, error);
  }
}

export class LineOutput {
  /** Set for a file or a device, whose writes may be cut short: the stream would not notice. */
  readonly #file: number | undefined;
  /** Why not everything was written. */
  failure: string | undefined;

  /** `file` is open for writing. */
  constructor(file = fileOfStdout()) {
    this.#file = file;
  }

  /** `lines` ends with a newline. After a failure nothing more is written. */
  write(lines: string): void {
    if (lines === '' || this.failure !== undefined) return;
    if (this.#file === undefined) {
      process.stdout.write(lines);
      return;
    }
    try {
      writeFileSync(this.#file, screenText(lines));
    } catch (error) {
      only(error, SystemError);
      this.failure = whyUnwritable(error);
    }
  }

  /** Whether everything was written; if not, a line on stderr says why. */
  isComplete(): boolean {
    if (this.failure === undefined) return true;
    process.stderr.write(`stdout is not complete: ${this.failure}.\n`);
    return false;
  }
}

/** Waits until a pipe has taken what was written: until then it is in memory. */
export async function drained(): Promise<void> {
  // A pipe that is closed takes no more, and says so once.
  if (process.stdout.writableNeedDrain && !pipe.signal.aborted)
    await once(process.stdout, 'drain').catch((error) => only(error, SystemError));
}

/** Pipes and terminals are left to the stream: they write all or fail. */
function fileOfStdout(): number | undefined {
  const { fd, isTTY } = process.stdout;
  if (isTTY) return undefined;
  const found = fstatSync(fd);
  return found.isFile() || found.isCharacterDevice() ? fd : undefined;
}
