// The exit code that every verb makes of what it came to.
import { expect, test } from 'vitest';
import { exitCode, resultOfRun } from './exit-codes.ts';

test.each([
  [0, 'all that was judged is good', { judged: 3, wrong: 0 }],
  [1, 'something is wrong', { judged: 3, wrong: 1 }],
  [1, 'something is wrong, and something could not be read', { judged: 3, wrong: 1, unknown: 1 }],
  [1, 'nothing was judged, and a decision is missing', { judged: 0, wrong: true }],
  [2, 'something could not be read', { judged: 3, wrong: 0, unknown: 1 }],
  [2, 'nothing was judged', { judged: 0, wrong: 0 }],
  [130, 'interrupted, whatever was found', { judged: 3, wrong: 1, interrupted: 'SIGINT' as const }],
  [143, 'ended by SIGTERM', { judged: 0, wrong: 0, unknown: 1, interrupted: 'SIGTERM' as const }],
])('%i: %s', (code, _, result) => expect(exitCode(result)).toBe(code));

test('of several parts, the worst counts, and none is good', () => {
  const [good, wrong] = [
    { judged: 1, wrong: 0 },
    { judged: 1, wrong: 1 },
  ];
  expect(exitCode(good, { judged: 0, wrong: 0 })).toBe(2);
  expect(exitCode(good, { judged: 0, wrong: 0 }, wrong)).toBe(1);
  expect(exitCode()).toBe(0);
});

test.each([
  [0, 'upheld'],
  [1, 'violated'],
  [1, 'out of reach'],
  [2, 'unproven'],
] as const)('%i: a run is %s', (code, outcome) => expect(exitCode(resultOfRun(outcome))).toBe(code));
