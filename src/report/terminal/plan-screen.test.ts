// What stays on a target is named, so that it can be found.
import { expect, test } from 'vitest';
import { ended, green } from '../../test-support/sample-runs.ts';
import { runJson } from '../run-json.ts';
import { leftBehindText } from './plan-screen.ts';
import { plain } from './screen.ts';

const narrow = { ...plain, width: 80 };
const created = { users: 191, rules: 107, payments: 1, webForms: 0 };
const leftBehind = { prefix: 'contracts-1a2b3c4d', isPutBack: false, ...created };

test('users, rules, payments and web forms are counted under the prefix of the run', () => {
  expect(leftBehindText({ ...green, target: 'bank', leftBehind }, narrow)).toBe(`Left behind on bank

  191 users, 107 rules and 1 payment; the users are named contracts-1a2b3c4d-…,
  and all the rest is theirs. The documentation shows no deletion.

`);
  expect(JSON.parse(runJson([{ ...green, leftBehind }], ended)).targets[0].leftBehind).toEqual(leftBehind);
});

test('nothing left behind is said so, and a target that ended with the run has no section', () => {
  const nothing = { ...leftBehind, users: 0, rules: 0, payments: 0 };
  const said = (it: typeof leftBehind) => leftBehindText({ ...green, target: 'bank', leftBehind: it }, plain);
  expect(said(nothing)).toBe('Left behind on bank\n\n  Nothing: no user was created.\n\n');
  expect(said({ ...nothing, isPutBack: true })).toContain(
    '  Nothing: the control plane put the target back to where it started.\n',
  );
  expect(leftBehindText(green, plain)).toBe('');
  expect(JSON.parse(runJson([green], ended)).targets[0]).not.toHaveProperty('leftBehind');
});
