// What is written to a full disk ends with a whole line.
import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../test-support/temporary-folder.ts';
import { drained, LineOutput } from './line-output.ts';

/** A disk that takes so many bytes, and as many at once as it has left. */
function diskOf(bytes: number, code = 'ENOSPC') {
  let left = bytes;
  const write = (fd: number, data: Uint8Array, from: number) => {
    const part = data.subarray(from, from + Math.min(left, 7));
    if (part.length === 0) throw Object.assign(new Error('full'), { code, syscall: 'write' });
    left -= part.length;
    return writeSync(fd, part);
  };
  return { fstatSync, ftruncateSync, writeSync: write as typeof writeSync };
}

test('what a full disk took of a line is taken back, and nothing follows it', () => {
  const path = join(temporaryFolder(), 'recording.ndjson');
  const file = openSync(path, 'a');
  onTestFinished(() => closeSync(file));
  const output = new LineOutput(undefined, file, diskOf(60));
  output.write('{"line":1,"of":"ä"}\n');
  expect(output.failure).toBeUndefined();
  output.write('{"line":2}\n{"line":3,"of":"more than fits"}\n');
  expect(output.failure).toBe('there is no space left');
  output.write('{}\n');
  expect(readFileSync(path, 'utf8')).toBe('{"line":1,"of":"ä"}\n{"line":2}\n');
  const broken = new LineOutput(undefined, file, diskOf(0, 'EIO'));
  broken.write('{}\n');
  expect(broken.failure).toBe('EIO');
});

test('waits while a pipe takes no more, and not otherwise', async () => {
  await drained();
  Object.defineProperty(process.stdout, 'writableNeedDrain', { value: true, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(process.stdout, 'writableNeedDrain');
  });
  const seen: string[] = [];
  const waiting = drained().then(() => seen.push('drained'));
  await Promise.resolve();
  seen.push('full');
  process.stdout.emit('drain');
  await waiting;
  expect(seen).toEqual(['full', 'drained']);
});
