// Each edit of the closed list changes its place and nothing else; expected trees are written by hand.
import { expect, test } from 'vitest';
import type { TreeEdit } from '../../../contracts/src/contract/fault-row.ts';
import { editTree, valueAt } from './edit-tree.ts';

const tree = {
  id: 1,
  name: 'one',
  items: [
    { no: 1, a: 'x', b: 'y' },
    { no: 2, a: 'z' },
  ],
};

const EDITS: [TreeEdit, unknown][] = [
  [
    { set: '/id', to: 2 },
    { ...tree, id: 2 },
  ],
  [
    { set: '/more', to: null },
    { ...tree, more: null },
  ],
  [{ set: '', to: [] }, []],
  [
    { set: '/items/*/c', to: 0 },
    {
      ...tree,
      items: [
        { no: 1, a: 'x', b: 'y', c: 0 },
        { no: 2, a: 'z', c: 0 },
      ],
    },
  ],
  [{ remove: '/name' }, { id: 1, items: tree.items }],
  [{ remove: '/items/0' }, { ...tree, items: [{ no: 2, a: 'z' }] }],
  [
    { rename: '/name', to: 'title' },
    { id: 1, title: 'one', items: tree.items },
  ],
  [
    { copy: '/id', to: 'number' },
    { ...tree, number: 1 },
  ],
  [
    { swap: '/items/*/a', with: 'b' },
    {
      ...tree,
      items: [
        { no: 1, a: 'y', b: 'x' },
        { no: 2, b: 'z' },
      ],
    },
  ],
  [
    { recode: '/id', by: 'text' },
    { ...tree, id: '1' },
  ],
  [
    { rotate: '/items/*/a' },
    {
      ...tree,
      items: [
        { no: 1, a: 'z', b: 'y' },
        { no: 2, a: 'x' },
      ],
    },
  ],
  [{ repeat: '/items' }, { ...tree, items: [tree.items[0], ...tree.items] }],
  [{ drop: '/items' }, { ...tree, items: [tree.items[0]] }],
  [{ reverse: '/items' }, { ...tree, items: [tree.items[1], tree.items[0]] }],
  [
    { truncate: '/items', to: 0 },
    { ...tree, items: [] },
  ],
];

test.each(EDITS)('%j', (edit, after) => {
  const before = structuredClone(tree);
  expect(editTree(tree, edit, new Map())).toEqual(after);
  expect(tree).toEqual(before);
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
  const edit: TreeEdit = { keep: '/items/*/no' };
  editTree(tree, edit, memory);
  const later = { items: [{ no: 7 }, { no: 8 }, { no: 9 }] };
  expect(editTree(later, edit, memory)).toEqual({ items: [{ no: 1 }, { no: 2 }, { no: 9 }] });
});

test('the value at a place is the first that is there', () => {
  expect(valueAt(tree, '/items/*/b')).toBe('y');
  expect(valueAt(tree, '/items/1/a')).toBe('z');
  expect(valueAt(tree, '/none')).toBeUndefined();
  expect(valueAt(undefined, '/none')).toBeUndefined();
});
