// The graver outcome wins, and the last sentence claims what the run showed and nothing more.
import { expect, test } from 'vitest';
import { green, stale, unproven, unreached, violated } from '../test-support/sample-runs.ts';
import { outcomeOf } from './run-outcome.ts';
import { sentence } from './terminal/result-screen.ts';
import { plain } from './terminal/screen.ts';

const ALL = green.clauses.length;
const said = (...[run, ending = {}]: [typeof green, object?]) =>
  sentence(run, ending, plain)
    .replaceAll(/\n {2}/g, ' ')
    .trimEnd();

test('a green run says what was seen, and how much was not', () => {
  expect(said(green)).toBe(
    `✓ As far as mock can show it, the migration holds: both flows end in a web form, all 8 fields are carried, of ${ALL} clauses 10 are upheld, ${ALL - 10} out of reach, none violated.`,
  );
});

test('a green run claims nothing of flows that did not run', () => {
  expect(said({ ...green, flows: [] })).toMatch(/the migration holds: of \d+ clauses/);
});

test('a run that breaks clauses says how many', () => {
  expect(said(violated)).toBe(
    `✗ The migration does not hold: mock breaks 2 clauses; of ${ALL} clauses 8 are upheld, 2 violated, ${ALL - 10} out of reach.`,
  );
});

test('a stale deviation is nothing that the target breaks', () => {
  expect(said(stale)).toBe(
    `✗ 1 deviation of bank is stale, which counts as violated; of ${ALL} clauses 9 are upheld, 1 violated, ${ALL - 10} out of reach.`,
  );
  const both = stale.clauses.map((it) =>
    violated.clauses.some(({ clause, verdict }) => clause === it.clause && verdict === 'violated')
      ? ({ ...it, verdict: 'violated' } as const)
      : it,
  );
  expect(said({ ...stale, cases: violated.cases, clauses: both })).toMatch(
    /^✗ The migration does not hold: bank breaks 2 clauses, and 1 of its deviations is stale, which counts as violated; of /,
  );
});

test('a run that could not ask says that nothing is known', () => {
  expect(said(unproven)).toMatch(
    /^\? Whether the migration holds is not known on mock: of \d+ clauses 10 are unproven/,
  );
  expect(said(unreached)).toBe(`? Nothing could be judged: mock reaches none of ${ALL} clauses.`);
  expect(said(violated, { interrupted: 'SIGINT' })).toMatch(/^\? The run was interrupted: of /);
});

test('a run of a few clauses claims nothing of the migration', () => {
  const few = (run: typeof green) => ({
    ...run,
    clauses: run.clauses.filter(({ clause }) => clause === 'V1-IMPORT-451'),
  });
  expect(said(few(green))).toBe(
    '✓ What was asked for holds on mock: of 1 clause 1 is upheld, none violated.',
  );
  expect(said(few(violated))).toBe('✗ mock breaks 2 clauses; of 1 clause 1 is violated.');
});

test('a run that is to reach everything says what it lacks', () => {
  expect(said(green, { requireAll: true })).toMatch(
    /^✗ --require-all asks for every clause, and mock does not/,
  );
});

test('a run that violates nothing and reaches something is upheld', () => {
  expect(outcomeOf([green])).toBe('upheld');
});

test('a violation decides and beats what is unproven', () => {
  expect(outcomeOf([violated])).toBe('violated');
  expect(outcomeOf([unproven, violated])).toBe('violated');
});

test('a case that breaks a clause which was not asked for decides', () => {
  expect(outcomeOf([{ ...violated, clauses: green.clauses }])).toBe('violated');
});

test('one unproven clause makes a run unproven', () => {
  expect(outcomeOf([unproven])).toBe('unproven');
  expect(outcomeOf([green, unproven])).toBe('unproven');
});

test('a run that judges nothing is unproven, unless another target judges something', () => {
  expect(outcomeOf([unreached])).toBe('unproven');
  expect(outcomeOf([unreached], { requireAll: true })).toBe('unproven');
  expect(outcomeOf([unreached, green])).toBe('upheld');
  expect(outcomeOf([])).toBe('unproven');
});

test('what is out of reach fails a run only where all is required', () => {
  expect(outcomeOf([green], { requireAll: true })).toBe('out of reach');
  const whole = green.clauses.filter(({ verdict }) => verdict === 'upheld');
  expect(outcomeOf([{ ...green, clauses: whole }], { requireAll: true })).toBe('upheld');
});

test('a deviation that is admitted fails nothing', () => {
  const clauses = green.clauses.map((it) =>
    it.verdict === 'upheld' ? ({ ...it, verdict: 'admitted' } as const) : it,
  );
  expect(outcomeOf([{ ...green, clauses }])).toBe('upheld');
});

test('an interrupted run is unproven, whatever it saw', () => {
  expect(outcomeOf([violated], { interrupted: 'SIGINT' })).toBe('unproven');
  expect(outcomeOf([green], { interrupted: 'SIGTERM' })).toBe('unproven');
});
