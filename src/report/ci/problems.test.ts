// A place is a file that the repository of the reader has: a case where this project is checked out, else the target file.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { placeIn } from './problems.ts';

const PROJECT = join(import.meta.dirname, '../../..');
const CASE = 'suites/v1/v1-cases.ts';

function place(root: string, chosenBy: string, from = root): string | undefined {
  return placeIn(root, (path) => join(from, path))(CASE, chosenBy);
}

test('where this project is checked out, the place is the file of the case', () => {
  expect(place(PROJECT, 'mock')).toBe(CASE);
  expect(place(PROJECT, 'my-bank.yaml')).toBe(CASE);
  expect(place(join(PROJECT, '..'), 'mock')).toBe(`${PROJECT.split('/').at(-1)}/${CASE}`);
});

test('in another repository the place is the target file', () => {
  expect(place('/work/app', 'ci/bank.yaml')).toBe('ci/bank.yaml');
  expect(place('/work/app', 'bank.yaml', '/work/app/ci')).toBe('ci/bank.yaml');
});

test('a built-in target and a file of somewhere else have no place there', () => {
  for (const chosenBy of ['mock', 'sandbox', '../secret/bank.yaml', 'node_modules/x/bank.yaml'])
    expect(place('/work/app', chosenBy)).toBeUndefined();
  // A name that only begins like the way up is one of the repository.
  expect(place('/work/app', '..bank.yaml')).toBe('..bank.yaml');
});
