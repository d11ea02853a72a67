/** The records of the bench are the same every time and reach all of `check`. */
import { expect, test } from 'vitest';
import { checkExchange } from '../../contracts/src/records/check-record.ts';
import { recordsIn } from '../../contracts/src/records/read-recording.ts';
import { benchRecords } from './bench-records.ts';

test('one seed makes the same records everywhere, another seed others', () => {
  expect(benchRecords(0.1, 7)).toBe(benchRecords(0.1, 7));
  expect(benchRecords(0.1, 7)).not.toBe(benchRecords(0.1, 8));
});

test('the records reach every operation and every verdict, and none is broken', () => {
  const text = benchRecords(1);
  expect(text.length).toBeGreaterThan(1024 * 1024);
  const checked = [...recordsIn(new TextEncoder().encode(text))].map(({ read }) => checkExchange(read));
  expect(text.length / checked.length).toBeGreaterThan(1000);
  expect(text.length / checked.length).toBeLessThan(1500);
  expect(new Set(checked.map(({ operation }) => operation)).size).toBe(10);
  expect(new Set(checked.map(({ verdict }) => verdict))).toEqual(
    new Set(['upheld', 'violated', 'not-judged']),
  );
  expect(checked.filter(({ broken }) => broken !== undefined)).toEqual([]);
});
