// The graver outcome wins, and the last sentence claims what the run showed and nothing more.
import { expect, test } from 'vitest';
import type { TargetRun } from '../runner/verdict.ts';
import { green, stale, unproven, unreached, violated } from '../test-support/sample-runs.ts';
import { outcomeOf } from './run-outcome.ts';
import { sentence } from './terminal/result-screen.ts';
import { plain } from './terminal/screen.ts';

const ALL = green.clauses.length;
const few = (run: TargetRun) => ({
  ...run,
  clauses: run.clauses.filter(({ clause }) => clause === 'V1-IMPORT-451'),
});
const violatedIds = violated.clauses.filter(({ verdict }) => verdict === 'violated').map((it) => it.clause);
const staleAndViolated: TargetRun = {
  ...stale,
  cases: violated.cases,
  clauses: stale.clauses.map((it) => (violatedIds.includes(it.clause) ? { ...it, verdict: 'violated' } : it)),
};

const said = (run: TargetRun, ending = {}) =>
  sentence(run, ending, plain)
    .replaceAll(/\n {2}/g, ' ')
    .trimEnd();

test('a green run says what was seen and how much was not, and claims nothing of flows that did not run', () => {
  expect(said(green)).toBe(
    `✓ As far as mock can show it, the migration holds: both flows end in a web form, all 8 fields are carried, of ${ALL} clauses 10 are upheld, ${ALL - 10} out of reach.`,
  );
  expect(said({ ...green, flows: [] })).toMatch(/the migration holds: of \d+ clauses/);
});

test('a run that breaks clauses says how many, and a stale deviation is none of them', () => {
  expect(said(violated)).toBe(
    `✗ mock breaks 2 clauses: of ${ALL} clauses 8 are upheld, 2 violated, ${ALL - 10} out of reach.`,
  );
  expect(said(stale)).toBe(
    `✗ 1 deviation of bank is stale: of ${ALL} clauses 9 are upheld, 1 violated, ${ALL - 10} out of reach.`,
  );
  expect(said(staleAndViolated)).toMatch(/^✗ bank breaks 2 clauses, and 1 of its deviations is stale: of /);
});

test('a run that cannot judge says that nothing is known, and one that is to reach everything what it lacks', () => {
  expect(said(unproven)).toMatch(
    /^\? Whether the migration holds is not known on mock: of \d+ clauses 10 are unproven/,
  );
  expect(said(unreached)).toBe(
    `? Nothing could be judged on mock: of ${ALL} clauses ${ALL} are out of reach.`,
  );
  expect(said(violated, { interrupted: 'SIGINT' })).toMatch(/^\? The run on mock was interrupted: of /);
  expect(said(green, { requireAll: true })).toMatch(
    /^✗ mock cannot show every clause, which --require-all asks for: of /,
  );
});

test('a run of a few clauses claims nothing of the migration', () => {
  expect(said(few(green))).toBe('✓ What was asked for holds on mock: of 1 clause 1 is upheld.');
  expect(said(few(violated))).toBe('✗ mock breaks 1 clause: of 1 clause 1 is violated.');
});

const upheldOnly = green.clauses.filter(({ verdict }) => verdict === 'upheld');
const admitted = green.clauses.map((it) =>
  it.verdict === 'upheld' ? ({ ...it, verdict: 'admitted' } as const) : it,
);

for (const [title, outcome, runs, ending] of [
  ['violates nothing and reaches something', 'upheld', [green], {}],
  ['breaks a clause', 'violated', [violated], {}],
  ['breaks a clause on one target, and proves none on another', 'violated', [unproven, violated], {}],
  ['breaks a clause that it was not asked for', 'upheld', [{ ...violated, clauses: green.clauses }], {}],
  ['proves none', 'unproven', [unproven], {}],
  ['proves none on one target', 'unproven', [green, unproven], {}],
  ['reaches nothing', 'unproven', [unreached], {}],
  ['reaches nothing of all that is required', 'unproven', [unreached], { requireAll: true }],
  ['reaches nothing on one target', 'upheld', [unreached, green], {}],
  ['has no target', 'unproven', [], {}],
  ['does not reach all that is required', 'out of reach', [green], { requireAll: true }],
  ['reaches all that is required', 'upheld', [{ ...green, clauses: upheldOnly }], { requireAll: true }],
  ['admits deviations', 'upheld', [{ ...green, clauses: admitted }], {}],
  ['breaks a clause and is interrupted', 'unproven', [violated], { interrupted: 'SIGINT' }],
  ['is interrupted', 'unproven', [green], { interrupted: 'SIGTERM' }],
] as const)
  test(`a run that ${title} is ${outcome}`, () => expect(outcomeOf(runs, ending)).toBe(outcome));
