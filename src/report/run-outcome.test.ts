// The graver outcome wins, and its sentence claims what the run showed and nothing more.
import { expect, test } from 'vitest';
import type { TargetRun } from '../runner/verdict.ts';
import { green, stale, unproven, unreached, violated } from '../test-support/sample-runs.ts';
import { runOutcome, runOutcomeText } from './run-outcome.ts';

const violatedIds = violated.clauses.filter(({ verdict }) => verdict === 'violated').map((it) => it.clause);
const staleAndViolated: TargetRun = {
  ...stale,
  cases: violated.cases,
  clauses: stale.clauses.map((it) => (violatedIds.includes(it.clause) ? { ...it, verdict: 'violated' } : it)),
};

const others = green.clauses.length - 10;

// The sentences of other ways to end are in the screens of situations.test.ts.
test.each([
  [
    'breaks clauses and has a stale deviation',
    staleAndViolated,
    {},
    `bank fails: 1 stale deviation, 2 of all clauses violated, 7 upheld, ${others} out of reach.`,
  ],
  [
    'is interrupted',
    violated,
    { interrupted: 'SIGINT' },
    `mock was interrupted: 8 of all clauses upheld, 2 violated, ${others} out of reach.`,
  ],
  [
    'is to reach everything',
    green,
    { requireAll: true },
    `mock fails --require-all: ${others} of all clauses out of reach, 10 upheld.`,
  ],
  [
    'is a first look',
    { ...green, clauses: green.clauses.filter(({ verdict }) => verdict === 'upheld') },
    { smoke: true },
    'mock passes: 10 of all clauses touched once, 10 upheld.',
  ],
  [
    'has no clause',
    { ...green, clauses: [] },
    {},
    'Incomplete: nothing is violated on mock, no clause was checked.',
  ],
] as const)('the sentence of a run that %s', (_, run, ending, text) => {
  expect(runOutcomeText(run, ending).replaceAll(`${green.clauses.length}`, 'all')).toBe(text);
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
  test(`a run that ${title} is ${outcome}`, () => expect(runOutcome(runs, ending)).toBe(outcome));
