/** The tally of `check`: parts in any order and grouping add up to the whole. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CheckedRecord } from '../../contracts/src/records/check-record.ts';
import { CheckTally } from './check-tally.ts';

const checked: fc.Arbitrary<CheckedRecord> = fc.oneof(
  fc.record({
    operation: fc.constantFrom('createToken', 'NEW_TRANSACTIONS'),
    verdict: fc.constant('violated'),
    findings: fc.array(
      fc.record({
        clause: fc.constantFrom('V2-FORM-ID', 'AUTH-TOKEN-VALUE'),
        pointer: fc.constantFrom('/a', '/b'),
        message: fc.constant('x is 1, not 2'),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    undocumented: fc.array(fc.integer({ min: 0, max: 3000 }).map((id) => `/${id}`)),
  }),
  fc.record({
    operation: fc.constant(null),
    verdict: fc.constant('not-judged'),
    findings: fc.constant([]),
    reason: fc.constantFrom('no documented call', 'the call got no answer (status 0)'),
  }),
);

test('the tallies of parts, merged in any order and grouping, are the tally of the whole', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(checked, fc.nat({ max: 3 })), { maxLength: 60 }), (records) => {
      const whole = new CheckTally();
      const parts = [0, 1, 2, 3].map(() => new CheckTally());
      for (const [index, [record, part]] of records.entries()) {
        whole.add('f', index, record);
        parts[part]?.add('f', index, record);
      }
      const [a, b, c, d] = parts.map((part) => JSON.stringify(part)) as [string, string, string, string];
      for (const grouping of [
        [a, b, c, d],
        [
          [a, b],
          [c, d],
        ],
        [d, [c, [b, a]]],
      ])
        expect(JSON.stringify(merged(grouping))).toBe(JSON.stringify(whole));
    }),
  );
});

type Grouping = string | readonly Grouping[];

function merged(parts: Grouping): CheckTally {
  const tally = new CheckTally();
  for (const part of typeof parts === 'string' ? [parts] : parts)
    tally.merge(JSON.parse(typeof part === 'string' ? part : JSON.stringify(merged(part))));
  return tally;
}

test('of more than a thousand notes the smallest are counted, whichever came first', () => {
  const records = Array.from({ length: 1500 }, (_, id): CheckedRecord => {
    const undocumented = [`/${10_000 + id}`];
    return { operation: 'createToken', verdict: 'upheld', findings: [], undocumented };
  });
  const notesOf = (found: readonly CheckedRecord[]) => {
    const tally = new CheckTally();
    for (const record of [...found, ...found]) tally.add('f', 0, record);
    return tally.toJSON().notes['createToken'] ?? {};
  };
  const notes = notesOf(records);
  expect(notesOf(records.toReversed())).toEqual(notes);
  expect(Object.keys(notes)).toHaveLength(1000);
  expect([notes['/10000'], notes['/10999'], notes['/11000']]).toEqual([2, 2, undefined]);
});
