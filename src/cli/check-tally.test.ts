/** The tally of `check`: how many notes and violations it keeps. */
import { expect, test } from 'vitest';
import type { CheckedRecord } from '../../contracts/src/evidence/check-record.ts';
import { notesText } from './check.ts';
import { CheckTally } from './check-tally.ts';

test('of more than a thousand notes the smallest are counted, whichever came first', () => {
  const records = Array.from({ length: 2500 }, (_, id): CheckedRecord => {
    const undocumented = [`/${10_000 + id}`];
    return { operation: 'createToken', verdict: 'upheld', findings: [], undocumented };
  });
  const notesOf = (found: readonly CheckedRecord[]) => {
    const tally = new CheckTally();
    for (const record of [...found, ...found]) tally.add('f', 0, record);
    return notesText(tally);
  };
  const notes = notesOf(records);
  expect(notesOf(records.toReversed())).toBe(notes);
  expect(notes).toContain('createToken  /10000  2×\n');
  expect(notes).toMatch(/createToken {2}\/10039 {2}2×\nand 960 more\n$/);
});

test('of many violations of a clause the first by file and index are kept, whichever came first', () => {
  const tally = new CheckTally();
  const findings = [
    { clause: 'V2-FORM-ID', about: 'provider', pointer: '/a', message: 'x is 1, not 2' },
  ] as const;
  for (const file of ['b', 'a'])
    for (let index = 7; index >= 0; index--)
      tally.add(file, index, { operation: 'createToken', verdict: 'violated', findings });
  const { count, shown = [] } = tally.findings.provider.get('V2-FORM-ID') ?? {};
  expect(count).toBe(16);
  expect(shown.map(({ file, index }) => `${file}${index}`).join(' ')).toBe('a0 a1 a2 a3 a4 a5 a6 a7 b0 b1');
});
