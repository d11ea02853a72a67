// The last sentence claims what the run showed and nothing more.
import { expect, test } from 'vitest';
import { green, stale, unproven, unreached, violated } from '../test-support/sample-runs.ts';
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
