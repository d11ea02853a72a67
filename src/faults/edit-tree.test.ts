// Each edit of the closed list changes its place and nothing else; expected trees are written by hand.

import Big from 'big.js';
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { editTree, type TreeEdit, valueAt } from './edit-tree.ts';
import { RECODE, RECODINGS, type Recoding } from './recode.ts';

const tree = { id: 1, name: 'one', items: [{ a: 'x', b: 'y' }, { a: 'z' }] };

/** Afterwards: what is in the JSON beside the rest of the tree, null where the key is gone. */
const EDITS: [TreeEdit, after: string][] = [
  [{ set: '/id', to: 2 }, '{ "id": 2 }'],
  [{ set: '/more', to: 0 }, '{ "more": 0 }'],
  [{ copy: '/items/1/a', to: '/name' }, '{ "name": "z" }'],
  [{ copy: '/items/1/b', to: '/name' }, '{}'],
  [{ add: '/name', to: 2 }, '{}'],
  [{ add: '/*/*/b', to: 0 }, '{ "items": [{ "a": "x", "b": "y" }, { "a": "z", "b": 0 }] }'],
  [{ set: '/items/*/c', to: 0 }, '{ "items": [{ "a": "x", "b": "y", "c": 0 }, { "a": "z", "c": 0 }] }'],
  [{ move: '/items/0', to: '/item' }, '{ "items": [{ "a": "z" }], "item": { "a": "x", "b": "y" } }'],
  [{ move: '/items/*/a', to: '/items/*/c' }, '{ "items": [{ "b": "y", "c": "x" }, { "c": "z" }] }'],
  [{ move: '/items/*/none', to: '/items/*/c' }, '{}'],
  [{ replace: '/items/*/a', by: { x: 'u' } }, '{ "items": [{ "a": "u", "b": "y" }, { "a": "z" }] }'],
  [{ remove: '/name' }, '{ "name": null }'],
  [{ remove: '/items/0' }, '{ "items": [{ "a": "z" }] }'],
  [{ rename: '/name', to: 'title' }, '{ "name": null, "title": "one" }'],
  [{ copy: '/id', to: 'number' }, '{ "number": 1 }'],
  [{ swap: '/items/*/a', with: 'b' }, '{ "items": [{ "a": "y", "b": "x" }, { "b": "z" }] }'],
  [{ recode: '/id', by: 'text' }, '{ "id": "1" }'],
  [{ rotate: '/items/*/a' }, '{ "items": [{ "a": "z", "b": "y" }, { "a": "x" }] }'],
  [{ repeat: '/items' }, '{ "items": [{ "a": "x", "b": "y" }, { "a": "x", "b": "y" }, { "a": "z" }] }'],
  [{ drop: '/items' }, '{ "items": [{ "a": "x", "b": "y" }] }'],
  [{ reverse: '/items' }, '{ "items": [{ "a": "z" }, { "a": "x", "b": "y" }] }'],
  [{ truncate: '/items', to: 0 }, '{ "items": [] }'],
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

const ELSEWHERE: TreeEdit[] = [
  { remove: '/none' },
  { rename: '/none', to: 'name' },
  { copy: '/none', to: 'name' },
  { swap: '/none', with: 'name' },
  { recode: '/none', by: 'null' },
  { keep: '/none' },
  { rotate: '/none' },
  { repeat: '/id' },
  { drop: '/none' },
  { set: '/none/deeper', to: 1 },
];

test.each(ELSEWHERE)('a place that is not there leaves the very same tree: %j', (edit) => {
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
  expect(valueAt(tree, '/items/*/b')).toBe('y');
  expect(valueAt(tree, '/items/1/a')).toBe('z');
  expect(valueAt(tree, '/none')).toBeUndefined();
  expect(valueAt(undefined, '/none')).toBeUndefined();
});

// Each recoding of the closed list; what does not fit it stays as it is.

const ROWS: [Recoding, unknown, unknown][] = [
  ['text', 12.5, '12.5'],
  ['text', null, 'null'],
  ['number', 'No. 4711', new LosslessNumber('4711')],
  ['number', '0000000777', new LosslessNumber('777')],
  ['null', 'x', null],
  ['empty', [1], []],
  ['empty', 'x', ''],
  ['empty', { a: 1 }, {}],
  ['lower case', 'CREDIT_CARD', 'credit_card'],
  ['upper case', 'Checking', 'CHECKING'],
  ['camel case', 'CREDIT_CARD', 'creditCard'],
  ['negated', -1.5, 1.5],
  ['negated', new LosslessNumber('12345678901234567890.5'), new LosslessNumber('-12345678901234567890.5')],
  ['one more', 1, 2],
  ['one hundredth more', new Big('0.1'), new Big('0.11')],
  ['two decimals', new LosslessNumber('-1.12500'), new LosslessNumber('-1.13')],
  ['32 bits', new LosslessNumber('4294967297'), new LosslessNumber('1')],
  ['100 characters', 'x'.repeat(101), 'x'.repeat(100)],
  ['single spaces', 'a  b   c', 'a b c'],
  ['one plane of Unicode', 'a𝒳é', 'a?é'],
  ['ISO 8859-1', 'é – Ł𝒳', 'é ? ??'],
  ['one hundredth less', new LosslessNumber('0.10'), new LosslessNumber('0.09')],
  ['rounded', 12.5, 13],
  ['single precision', 0.1, Math.fround(0.1)],
  ['first of list', '1,2,3', '1'],
  ['semicolons', '1,2,3', '1;2;3'],
  ['plain text', 'zbPoKo7J7JjD65NRrfGQGA==', '{"in":"plain text"}'],
  ['winter time', '2026-07-02 00:15:00.000', '2026-07-01 23:15:00.000'],
  ['day alone', '2026-07-02 00:15:00.000', '2026-07-02'],
  ['list', 'x', ['x']],
  ['first item', ['x', 'y'], 'x'],
  ['cut short', 'abc', 'ab'],
  ['ISO time', '2026-03-02 09:15:00.123', '2026-03-02T09:15:00.123Z'],
  // German winter time is an hour ahead of Greenwich, summer time two.
  ['UTC time', '2026-03-02 09:15:00.123', '2026-03-02 08:15:00.123'],
  ['UTC time', '2026-07-02 00:15:00.000', '2026-07-01 22:15:00.000'],
  ['time without milliseconds', '2026-03-02T09:15:00.123+0000', '2026-03-02T09:15:00+0000'],
  ['time with T', '2026-03-02 09:15:00.123', '2026-03-02T09:15:00.123'],
  ['time with space', '2026-03-02T09:15:00.123+0000', '2026-03-02 09:15:00.123+0000'],
  ['time without offset', '2026-03-02T09:15:00.123+0000', '2026-03-02T09:15:00.123'],
  ['time with colon in offset', '2026-03-02T09:15:00.123+0130', '2026-03-02T09:15:00.123+01:30'],
  ['one hour later', '2026-03-02 23:15:00.123', '2026-03-03 00:15:00.123'],
  ['one hour later', '2026-03-02T09:15:00.123+0000', '2026-03-02T10:15:00.123+0000'],
  ['one day later', '2026-02-28', '2026-03-01'],
  ['offset +0100', '2026-03-02T23:15:00.123+0000', '2026-03-03T00:15:00.123+0100'],
  ['offset -0330', '2026-03-02T09:15:00.123+0000', '2026-03-02T05:45:00.123-0330'],
  ['URL with query', 'http://a.example/forms/1', 'http://a.example/forms/1?lang=de&theme=#start'],
  ['URL of another host', 'http://a.example:1/forms/1', 'https://forms.example/a/b/c/forms/1'],
  ['URL without port', 'http://a.example:81/b?c=1', 'http://a.example/b?c=1'],
  ['digits alone', '+49 (30) 901-820', '4930901820'],
];

test.each(ROWS)('%s of %j', (by, value, after) => {
  expect(RECODE[by](value)).toEqual(after);
});

test('every recoding has a row', () => {
  expect(new Set(ROWS.map(([by]) => by))).toEqual(new Set(RECODINGS));
});

test.each([
  ['lower case', 1],
  ['negated', 'x'],
  ['first item', 'x'],
  ['number', 1],
  ['UTC time', null],
] as [Recoding, unknown][])('%s leaves %j alone', (by, value) => {
  expect(RECODE[by](value)).toBe(value);
});

test('what held a moved value is gone when nothing else was in it', () => {
  const held = { bank: { id: 1 }, list: ['a'] };
  expect(editTree(held, { move: '/bank/id', to: '/bank' }, new Map())).toEqual({ bank: 1, list: ['a'] });
  expect(editTree(held, { move: '/list/0', to: '/one' }, new Map())).toEqual({ bank: { id: 1 }, one: 'a' });
});
