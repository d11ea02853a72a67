// The verb `faults` before a run: what is refused before any fault is tried.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callVerb, callVerbIn } from '../test-support/call-verb.ts';
import { faultsCommand } from './faults.ts';

test.each(['file', 'file/below'])(
  '--out %s, where file is no folder, ends with 2 before anything runs',
  async (out) => {
    const { exitCode, stdout, stderr } = await callVerb(faultsCommand(), ['--out', out], { file: '' });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(/^The files cannot be written to \S+ \(E[A-Z]+\); name another folder\.\n$/);
  },
);

test('a part of the faults has no report, and says so of --out', async () => {
  const args = ['--only', 'STATUS-V1-IMPORT-200', '--out', 'there'];
  const { folder, ...called } = await callVerbIn(faultsCommand(), args);
  expect(called).toEqual({
    exitCode: 64,
    stdout: '',
    stderr: "error: option '--out <folder>' cannot be used with option '--only <names...>'\n",
  });
  expect(existsSync(join(folder, 'there'))).toBe(false);
});
