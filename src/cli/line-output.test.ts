// What cannot be written is said once; a pipe that takes no more is waited for (here a property of stdout stands for it).
import { closeSync, openSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { drained, LineOutput } from './line-output.ts';

test('after a write to a full disk nothing is written any more', () => {
  const file = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(file));
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const output = new LineOutput(file);
  expect(output.isComplete()).toBe(true);
  output.write('{"line":1}\n');
  output.write('{"line":2}\n');
  expect(output.isComplete()).toBe(false);
  expect(said.mock.calls).toEqual([['stdout is not complete: there is no space left.\n']]);
  vi.restoreAllMocks();
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
