// Each way a run can end has its exit code, and the graver one wins.
import { expect, test } from 'vitest';
import { green, unproven, unreached, violated } from '../test-support/sample-runs.ts';
import { exitCode } from './exit-code.ts';

test('a run that violates nothing and reaches something ends with 0', () => {
  expect(exitCode([green])).toBe(0);
});

test('a violation ends with 1 and beats what is unproven', () => {
  expect(exitCode([violated])).toBe(1);
  expect(exitCode([unproven, violated])).toBe(1);
});

test('a case that breaks a clause which was not asked for ends with 1', () => {
  expect(exitCode([{ ...violated, clauses: green.clauses }])).toBe(1);
});

test('unproven ends with 2', () => {
  expect(exitCode([unproven])).toBe(2);
  expect(exitCode([green, unproven])).toBe(2);
});

test('a run that judges nothing ends with 2, unless another target judges something', () => {
  expect(exitCode([unreached])).toBe(2);
  expect(exitCode([unreached], { requireAll: true })).toBe(2);
  expect(exitCode([unreached, green])).toBe(0);
  expect(exitCode([])).toBe(2);
});

test('what is out of reach ends with 1 only where all is required', () => {
  expect(exitCode([green], { requireAll: true })).toBe(1);
  const whole = green.clauses.filter(({ verdict }) => verdict === 'upheld');
  expect(exitCode([{ ...green, clauses: whole }], { requireAll: true })).toBe(0);
});

test('a deviation that is admitted fails nothing', () => {
  const clauses = green.clauses.map((it) =>
    it.verdict === 'upheld' ? ({ ...it, verdict: 'admitted' } as const) : it,
  );
  expect(exitCode([{ ...green, clauses }])).toBe(0);
});

test('an interrupted run ends with the code of its signal, whatever it saw', () => {
  expect(exitCode([violated], { interrupted: 'SIGINT' })).toBe(130);
  expect(exitCode([green], { interrupted: 'SIGTERM' })).toBe(143);
});
