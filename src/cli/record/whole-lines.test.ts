// A recording on a full disk ends with a whole line.
import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { wholeLines } from './whole-lines.ts';

/** A disk that takes so many bytes, and as many at once as it has left. */
function diskOf(bytes: number, code = 'ENOSPC') {
  let left = bytes;
  const write = (fd: number, data: Uint8Array, from: number) => {
    const part = data.subarray(from, from + Math.min(left, 7));
    if (part.length === 0) throw Object.assign(new Error('full'), { code });
    left -= part.length;
    return writeSync(fd, part);
  };
  return { fstatSync, ftruncateSync, writeSync: write as typeof writeSync };
}

test('what a full disk took of a line is taken back', () => {
  const file = join(temporaryFolder(), 'recording.ndjson');
  const fd = openSync(file, 'a');
  onTestFinished(() => closeSync(fd));
  const write = wholeLines(fd, diskOf(40));
  write('{"line":1,"of":"ä"}\n');
  expect(() => write('{"line":2,"of":"more than fits"}\n')).toThrow(
    'The recording cannot be written: the disk is full. Its last line is whole.',
  );
  expect(readFileSync(file, 'utf8')).toBe('{"line":1,"of":"ä"}\n');
  expect(() => wholeLines(fd, diskOf(0, 'EIO'))('{}\n')).toThrow('cannot be written: EIO.');
});
