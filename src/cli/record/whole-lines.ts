/** Writes whole lines to a file, a pipe or a terminal: a full disk leaves no half of one. */
import { fstatSync, ftruncateSync, writeSync } from 'node:fs';
import { InputError } from '../../../contracts/src/base/errors.ts';

/** The calls of the file system, which a test replaces. */
const FILE_SYSTEM = { fstatSync, ftruncateSync, writeSync };

/**
 * What writes a line, which ends with a newline, to stdout. Throws InputError when the disk is full or broken; what a pipe
 * does is an event of `process.stdout`.
 */
export function wholeLines(fd = 1, fs = FILE_SYSTEM): (line: string) => void {
  // A pipe or a terminal takes its time, and Node waits for it.
  if (!isFile(fd, fs)) return (line) => void process.stdout.write(line);
  return (line) => {
    const bytes = Buffer.from(line);
    let written = 0;
    try {
      while (written < bytes.length) written += fs.writeSync(fd, bytes, written);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (written > 0) fs.ftruncateSync(fd, fs.fstatSync(fd).size - written);
      const why = code === 'ENOSPC' ? 'the disk is full' : String(code);
      throw new InputError(`The recording cannot be written: ${why}. Its last line is whole.`);
    }
  };
}

function isFile(fd: number, fs: typeof FILE_SYSTEM): boolean {
  const stat = fs.fstatSync(fd);
  return stat.isFile() || (stat.isCharacterDevice() && !process.stdout.isTTY);
}
