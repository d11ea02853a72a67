// What a function does holds for what its row names, and a row that names what no seam of its function heeds is refused.
import { expect, test } from 'vitest';
import { noSeams, type SeamContext } from '../../sandbox/seams.ts';
import type { FaultySeams } from '../fault.ts';
import { onlyOf } from './only-of.ts';

const row = { id: 'MADE-UP', of: ['createUser'] } as const;
const teapot: FaultySeams = { answer: (answer) => ({ ...answer, status: 418 }) };
const { clock, posts, rules } = noSeams;

test('an answer to another operation is left alone', () => {
  const { answer } = onlyOf(row, teapot);
  const given = { status: 200 };
  expect(answer?.(given, { operationId: 'createUser' } as SeamContext).status).toBe(418);
  expect(answer?.(given, { operationId: 'createToken' } as SeamContext)).toBe(given);
});

test('a clock beside a seam that heeds is no matter', () => {
  expect(Object.keys(onlyOf(row, { ...teapot, clock }))).toEqual(['answer', 'clock']);
});

test.each<[string, FaultySeams]>([
  ['clock', { clock }],
  ['posts', { posts }],
  ['rules', { ...teapot, rules }],
])('a row that names what its seam %s cannot heed is refused', (name, seams) => {
  expect(() => onlyOf(row, seams)).toThrow(`its seam ${name} cannot heed that`);
  expect(onlyOf({ id: 'MADE-UP' }, seams)).toBe(seams);
});
