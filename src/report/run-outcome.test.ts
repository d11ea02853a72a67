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

const reached = { ...green, clauses: green.clauses.filter(({ verdict }) => verdict === 'upheld') };

// The sentences of other ways to end are in the screens of situations.test.ts.
test('the sentence of a run', async () => {
  const runs: Readonly<Record<string, readonly [TargetRun, Parameters<typeof runOutcomeText>[1]]>> = {
    'breaks clauses and has a stale deviation': [staleAndViolated, {}],
    'is interrupted': [violated, { interrupted: 'SIGINT' }],
    'is to reach everything': [green, { requireAll: true }],
    'is a first look': [reached, { smoke: true }],
    'has no clause': [{ ...green, clauses: [] }, {}],
  };
  const lines = Object.entries(runs).map(([title, [run, ending]]) => {
    const others = new RegExp(`\\b${green.clauses.length - 10}\\b`);
    const text = runOutcomeText(run, ending).replaceAll(`${green.clauses.length}`, 'all');
    return `${title}: ${text.replace(others, 'the others')}\n`;
  });
  await expect(lines.join('')).toMatchFileSnapshot('screens/sentences.txt');
});

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
  ['reaches all that is required', 'upheld', [reached], { requireAll: true }],
  ['admits deviations', 'upheld', [{ ...green, clauses: admitted }], {}],
  ['breaks a clause and is interrupted', 'unproven', [violated], { interrupted: 'SIGINT' }],
  ['is interrupted', 'unproven', [green], { interrupted: 'SIGTERM' }],
] as const)
  test(`a run that ${title} is ${outcome}`, () => expect(runOutcome(runs, ending)).toBe(outcome));
