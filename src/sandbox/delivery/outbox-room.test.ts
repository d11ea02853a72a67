// The room that a message takes while it is on its way, given back whatever comes of it.
import { expect, test } from 'vitest';
import type { RuleMatch } from '../batch-update/rule-match.ts';
import type { UserUpdate } from '../batch-update/user-update.ts';
import type { Rule } from '../rule.ts';
import { Outbox } from './outbox.ts';
import type { Deliver } from './poster.ts';
import { Room } from './room.ts';

const updateOf = (weight: number) => ({ weight }) as UserUpdate;
const rule = { id: 1, triggerEvent: 'NEW_TRANSACTIONS', callbackHandle: 'a' } as Rule;
const matchOf = (weight: number) => ({ rule, update: updateOf(weight) }) as RuleMatch;
const url = 'http://127.0.0.1:9/';

for (const [says, deliver] of [
  ['answered', async () => 200],
  ['not answered', () => Promise.reject(new Error('no'))],
  ['not answered in time', () => new Promise(() => {})],
] as [string, Deliver][]) {
  test(`a message that is ${says} makes room for the next`, async () => {
    const outbox = new Outbox({ room: new Room(), write: async () => '', deliver, timeLimit: 0.01 });
    expect(outbox.add({ url, match: matchOf(1_000_000) }, 0)).toBe(true);
    expect(outbox.add({ url, match: matchOf(1) }, 0)).toBe(false);
    await outbox.settled();
    expect(outbox.add({ url, match: matchOf(1) }, 0)).toBe(true);
    await outbox.settled();
  });
}
