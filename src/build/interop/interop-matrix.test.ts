// How a check becomes a row, and rows become the matrix and the exit code.
import { expect, test } from 'vitest';
import { type Ground, type InteropCheck, ToolUnavailable } from './interop-check.ts';
import { matrix, type Row, rowOf } from './interop-matrix.ts';

test.each<[what: string, run: InteropCheck['run'], verdict: Row['verdict'], notes: string[]]>([
  ['without a complaint', async () => [], 'upheld', []],
  ['with a complaint', async () => ['types are missing'], 'violated', ['types are missing']],
  ['whose tool fails', failing(new Error('no such file\n    at a place')), 'unproven', ['no such file']],
  [
    'whose tool this machine has not',
    failing(new ToolUnavailable('no node 20 here')),
    'out of reach',
    ['no node 20 here'],
  ],
])('a check %s has its verdict', async (_what, run, verdict, notes) => {
  const check = { tool: 'a tool 1.0', says: 'all is well' };
  expect(await rowOf({ ...check, run }, {} as Ground)).toEqual({ ...check, verdict, notes });
});

function failing(error: Error): InteropCheck['run'] {
  return () => Promise.reject(error);
}

const row = (verdict: Row['verdict'], ...notes: string[]): Row => ({
  tool: 'a | b',
  says: 'it holds',
  verdict,
  notes,
});

test('the matrix has a line a check, then what is wrong, then the count', () => {
  const text = matrix([
    row('upheld'),
    row('violated', 'this', 'that'),
    row('out of reach', 'no node 20 here'),
  ]);
  expect(text).toContain('| a \\| b | it holds | upheld |\n| a \\| b | it holds | violated |\n');
  expect(text).toContain('\na | b:\n\n- this\n- that\n');
  expect(text).toContain('\n- no node 20 here\n');
  expect(text.endsWith('\n3 checks: 1 upheld, 1 violated, 0 unproven, 1 out of reach.\n')).toBe(true);
});

test('a long list of complaints is cut and counted', () => {
  const notes = Array.from({ length: 12 }, (_, index) => `complaint ${index}`);
  const text = matrix([row('violated', ...notes)]);
  expect(text).toContain('- complaint 9\n- and 2 more\n');
  expect(text).not.toContain('complaint 10');
});
