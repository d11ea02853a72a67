// What a sample of the faults says beside the committed results.
import { expect, test } from 'vitest';
import { sampled, strengthDifferences } from './sample.ts';
import type { FaultResult } from './strength.ts';

const ids = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];

test('a seed gives the same sample in any order of the faults, and another seed another one', () => {
  const sample = sampled(ids, 3, 7);
  expect(sampled([...ids].reverse(), 3, 7)).toEqual(sample);
  expect([sample.length, sampled(ids, 3, 8)]).not.toEqual([3, sample]);
  expect(sampled(ids, 99, 7).sort()).toEqual(ids);
});

const caught: FaultResult = {
  id: 'A',
  class: 'status',
  clause: 'V1-IMPORT-451',
  says: 'answers with 200',
  verdict: 'caught',
  isCaughtAlone: true,
  caughtBy: [],
  alsoViolated: ['V2-FORM'],
};

test.each<[string, FaultResult[], string[]]>([
  ['another sentence or case', [{ ...caught, says: 'gives 200', caughtBy: [{ says: 'x', file: 'y' }] }], []],
  ['a clause less', [{ ...caught, alsoViolated: [] }], ['V1-IMPORT-451 caught by its own cases']],
  ['another case needed', [{ ...caught, isCaughtAlone: false }], ['V1-IMPORT-451 caught; violates V2-FORM']],
  [
    'not caught',
    [{ ...caught, verdict: 'unproven', isCaughtAlone: false }],
    ['V1-IMPORT-451 unproven; violates V2-FORM'],
  ],
  ['no such fault any more', [], ['not in the catalogue']],
])('%s', (_, now, is) => {
  const was = 'V1-IMPORT-451 caught by its own cases; violates V2-FORM';
  expect(strengthDifferences(['A'], [caught], now)).toEqual(
    is.map((one) => `A\n  was: ${was}\n  is:  ${one}\n`),
  );
});
