// Each edit changes its place and nothing else; expected trees and values are written by hand.

import Big from 'big.js';
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { editTree, firstValueAt, type TreeEdit } from './edit-tree.ts';
import { RECODE, type Recoding } from './recode.ts';

const tree = { id: 1, name: 'one', items: [{ a: 'x', b: 'y' }, { a: 'z' }] };

/** Afterwards: what is in the JSON beside the rest of the tree, null where the key is gone. */
const EDITS: [TreeEdit, after: string][] = [
  [{ set: '/id', to: 2 }, '{ "id": 2 }'],
  [{ set: '/more', to: 0 }, '{ "more": 0 }'],
  [{ set: '/items/*/c', to: 0 }, '{ "items": [{ "a": "x", "b": "y", "c": 0 }, { "a": "z", "c": 0 }] }'],
  [{ add: '/name', to: 2 }, '{}'],
  [{ add: '/*/*/b', to: 0 }, '{ "items": [{ "a": "x", "b": "y" }, { "a": "z", "b": 0 }] }'],
  [{ remove: '/name' }, '{ "name": null }'],
  [{ remove: '/items/0' }, '{ "items": [{ "a": "z" }] }'],
  [{ recode: '/id', by: 'as text' }, '{ "id": "1" }'],
  [{ recode: '/items', by: 'without the last item' }, '{ "items": [{ "a": "x", "b": "y" }] }'],
  [{ recode: '/items', by: 'in reverse order' }, '{ "items": [{ "a": "z" }, { "a": "x", "b": "y" }] }'],
  [{ recode: '/items/*/b', by: 'as a list' }, '{ "items": [{ "a": "x", "b": ["y"] }, { "a": "z" }] }'],
  [{ replace: '/items/*/a', by: { x: 'u' } }, '{ "items": [{ "a": "u", "b": "y" }, { "a": "z" }] }'],
  [{ rename: '/name', to: 'title' }, '{ "name": null, "title": "one" }'],
  [{ copy: '/items/1/a', to: '/name' }, '{ "name": "z" }'],
  [{ copy: '/items/1/b', to: '/name' }, '{}'],
];

test.each(EDITS)('%j leaves %s', (edit, after) => {
  const before = structuredClone(tree);
  const due = Object.entries({ ...tree, ...JSON.parse(after) }).filter(([, value]) => value !== null);
  expect(editTree(tree, edit, new Map())).toEqual(Object.fromEntries(due));
  expect(tree).toEqual(before);
});

test('the whole tree is set or removed, and a value set to null', () => {
  expect(editTree(tree, { remove: '' }, new Map())).toBeUndefined();
  expect(editTree(tree, { set: '', to: [] }, new Map())).toEqual([]);
  expect(editTree(tree, { set: '/name', to: null }, new Map())).toEqual({ ...tree, name: null });
});

test.each<TreeEdit>([
  { remove: '/none' },
  { rename: '/none', to: 'name' },
  { copy: '/none', to: '/name' },
  { recode: '/none', by: 'as null' },
  { replace: '/none', by: { undefined: 1 } },
  { keep: '/none' },
  { set: '/none/deeper', to: 1 },
])('a place that is not there leaves the very same tree: %j', (edit) => {
  expect(editTree(tree, edit, new Map())).toBe(tree);
});

test('keep brings back the first value, in each place its own', () => {
  const memory = new Map();
  const edit: TreeEdit = { keep: '/items/*/a' };
  editTree(tree, edit, memory);
  const later = { items: [{ a: 7 }, { a: 8 }, { a: 9 }] };
  expect(editTree(later, edit, memory)).toEqual({ items: [{ a: 'x' }, { a: 'z' }, { a: 9 }] });
});

test('the value at a place is the first that is there', () => {
  expect(firstValueAt(tree, '/items/*/b')).toBe('y');
  expect(firstValueAt(tree, '/none')).toBeUndefined();
  expect(firstValueAt(undefined, '/none')).toBeUndefined();
});

// Digits, time zones and the edges of a calendar; and what a recoding does not fit stays as it is.
test.each<[Recoding, unknown, unknown]>([
  ['as a number', 'No. 4711', 4711],
  ['as a number', '0000000777', 777],
  ['negated', new LosslessNumber('12345678901234567890.5'), new LosslessNumber('-12345678901234567890.5')],
  ['one hundredth too high', new Big('0.1'), new Big('0.11')],
  ['one hundredth too low', new LosslessNumber('0.10'), 0.09],
  ['rounded', 12.5, 13],
  ['without the last item', [], []],
  ['the first alone', '1,2,3', '1'],
  // German winter time is an hour ahead of Greenwich, summer time two.
  ['in UTC', '2026-03-02 09:15:00.123', '2026-03-02 08:15:00.123'],
  ['in UTC', '2026-07-02 00:15:00.000', '2026-07-01 22:15:00.000'],
  ['one day late', '2026-02-28', '2026-03-01'],
  ['one day late', '2026-12-31T09:15:00.123+0000', '2027-01-01T09:15:00.123+0000'],
  ['at offset +0100', '2026-03-02T23:15:00.123+0000', '2026-03-03T00:15:00.123+0100'],
  ['at offset -0330', '2026-03-02T09:15:00.123+0000', '2026-03-02T05:45:00.123-0330'],
  ['without milliseconds', '2026-03-02T09:15:00.123+0000', '2026-03-02T09:15:00+0000'],
  ['with a colon in the offset', '2026-03-02T09:15:00.123+0130', '2026-03-02T09:15:00.123+01:30'],
  ['on another host', 'http://a.example:1/forms/1', 'https://forms.example/a/b/c/forms/1'],
  ['in lower case', 1, 1],
  ['negated', 'x', 'x'],
  ['as its first item', 'x', 'x'],
  ['in UTC', null, null],
])('%s of %j', (by, value, after) => {
  expect(RECODE[by](value)).toEqual(after);
});
