// What the terminal says of a run of the faults, and its outcome.
import { expect, test } from 'vitest';
import type { FaultResult, Strength } from '../../faults/strength.ts';
import { plain } from '../terminal/screen.ts';
import { strengthOutcome } from './strength-counts.ts';
import { strengthText } from './strength-text.ts';

const fault = (id: string, more: Partial<FaultResult> = {}): FaultResult => ({
  ...{ id, class: 'status', clause: 'V1-IMPORT-451', says: 'answers with 200', verdict: 'caught' },
  ...{ sees: 'one exchange', isCaughtAlone: true, caughtBy: [] },
  ...more,
});
const survived = fault('B', { verdict: 'survived', reason: 'no case sees it' });
const hidden = fault('C', { verdict: 'unobservable', reason: 'it is inside' });
const variant: Strength['variants'][number] = {
  ...{ id: 'MORE', allowedBy: 'more is not wrong', says: 'adds a field', verdict: 'passed', alarms: [] },
};
const strength = (more: Partial<Strength>): Strength => ({
  ...{ faults: [fault('A')], variants: [variant], untried: [], origins: [] },
  ...more,
});
const text = (more: Partial<Strength>, isPartial = false) =>
  strengthText(strength(more), plain, { isPartial });
const outcome = (more: Partial<Strength>, isPartial = false) =>
  strengthOutcome(strength(more), { isPartial });

test('all is caught without a false alarm', () => {
  expect(text({})).toContain(
    '1 of 1 observable faults are caught (100 %); 0 false alarms at 1 benign variants.',
  );
  expect(outcome({})).toBe('upheld');
});

test('the matrix counts the observable ones by class', () => {
  const faults = [fault('A'), survived, hidden, fault('D', { class: 'headers' })];
  expect(text({ faults }).split('\n').slice(0, 4)).toEqual([
    'class    faults     caught  by own cases  unproven  survived  unobservable',
    'headers       1  1 (100 %)             1         0         0             0',
    'status        2   1 (50 %)             1         0         1             1',
    'all           3   2 (66 %)             2         0         1             1',
  ]);
});

test('how many other clauses are violated too is printed, with the cases that were run for it', () => {
  const blamed = (id: string, ...alsoViolated: FaultResult['clause'][]) => fault(id, { alsoViolated });
  const faults = [
    ...[fault('A'), blamed('B', 'V2-FORM'), blamed('C', 'V2-FORM', 'V2-FORM-ID', 'V2-FORM-URL')],
    { ...survived, alsoViolated: ['V2-FORM', 'V2-FORM-ID', 'V2-FORM-URL', 'V2-FORM-TYPE'] } as const,
  ];
  expect(text({ faults })).toContain(
    'Of 4 faults that violate a clause, 3 (75 %) violate their own and 1 (25 %) no other, at most 3 others (C).\n' +
      "  Seen by a fault's own cases, up to 80 cases and 5 scenarios of those that reach its operations, and 3",
  );
  expect(text({})).toContain('1 (100 %) violate their own and 1 (100 %) no other.\n');
  const ending = { isPartial: true, isWhole: true };
  expect(strengthText(strength({ faults }), plain, ending)).toContain('(C).\n  Seen by every case.\n');
  expect(text({ faults: [survived] })).not.toContain('violate a clause');
});

test('a survivor is named with the observation that is missing; what cannot be observed is named and fails nothing', () => {
  expect(text({ faults: [survived] })).toContain(
    '1 survived:\n  B  V1-IMPORT-451\n    The provider answers with 200.\n    no case sees it.',
  );
  expect(outcome({ faults: [survived] })).toBe('violated');
  expect(text({ faults: [hidden] })).toContain('1 that no observation can show:\n  C  V1-IMPORT-451');
  expect(outcome({ faults: [hidden] })).toBe('upheld');
});

test('a run without an observable fault and without a variant judges nothing', () => {
  const nothing = { faults: [hidden], variants: [] };
  expect(text(nothing, true)).toMatch(
    /\n\nNothing could be judged: no observable fault and no variant was run\.\n$/,
  );
  expect(outcome(nothing, true)).toBe('unproven');
  expect(outcome({ faults: [fault('A')], variants: [] }, true)).toBe('upheld');
  expect(outcome({ faults: [hidden] }, true)).toBe('upheld');
  // A full run knows that a clause lacks a fault even then.
  expect(outcome({ ...nothing, untried: ['V2-FORM'] })).toBe('violated');
});

test('a false alarm is named with its findings', () => {
  const variants: Strength['variants'] = [
    { ...variant, verdict: 'false alarm', alarms: ['V2-FORM at /: x'] },
  ];
  expect(text({ variants })).toContain(
    'a provider that adds a field raises a false alarm\n  V2-FORM at /: x',
  );
  expect(outcome({ variants })).toBe('violated');
});

test('clauses that no fault tries fail a full run and are not spoken of in a part', () => {
  expect(text({ untried: ['V2-FORM'] })).toContain('1 clauses whose own cases catch no fault:\n  V2-FORM');
  expect(outcome({ untried: ['V2-FORM'] })).toBe('violated');
  expect(text({ untried: ['V2-FORM'] }, true)).not.toContain('V2-FORM');
  expect(outcome({ untried: ['V2-FORM'] }, true)).toBe('upheld');
});

test('an interrupted run says so', () => {
  const ending = { isPartial: true, interrupted: 'SIGTERM' } as const;
  expect(strengthText(strength({}), plain, ending)).toMatch(
    /\n\nThe run was interrupted, and no report is written. As far as it came: 1 of 1 observable faults /,
  );
  expect(strengthOutcome(strength({}), ending)).toBe('unproven');
});
