// How much is held of messages that are not sent yet.
import { expect, test } from 'vitest';
import type { UserUpdate } from '../batch-update/user-update.ts';
import { Room } from './room.ts';

const updateOf = (weight: number) => ({ weight }) as UserUpdate;

test('there is room for 100,000 messages, and for another when one has left', () => {
  const room = new Room();
  const update = updateOf(5);
  for (let count = 0; count < 100_000; count++) room.enter(update);
  expect(room.isFor(update)).toBe(false);
  room.leave(update);
  expect(room.isFor(update)).toBe(true);
});

test('there is room for a million transactions, which the messages of one update share', () => {
  const room = new Room();
  const [first, second, third] = [updateOf(600_000), updateOf(400_000), updateOf(1)];
  room.enter(first);
  room.enter(first);
  expect(room.isFor(second)).toBe(true);
  room.enter(second);
  expect([room.isFor(first), room.isFor(second), room.isFor(third)]).toEqual([true, true, false]);
  room.leave(first);
  expect(room.isFor(third)).toBe(false);
  room.leave(first);
  expect(room.isFor(third)).toBe(true);
});

test('one update is held however large it is, when it is the only one', () => {
  const room = new Room();
  const large = updateOf(5_000_000);
  expect(room.isFor(large)).toBe(true);
  room.enter(large);
  expect([room.isFor(large), room.isFor(updateOf(1))]).toEqual([true, false]);
  room.clear();
  expect(room.isFor(updateOf(1))).toBe(true);
});
