// Messages that wait: in which order they go, when exactly, and how many of them are held.
import { expect, test } from 'vitest';
import { createClock } from '../clock.ts';
import type { Deliver } from '../delivery/poster.ts';
import { Room } from '../delivery/room.ts';
import type { Rule } from '../rule.ts';
import { defaultSettings } from '../settings.ts';
import { Notified, rule, worldOf } from './notified.ts';
import type { RuleMatch } from './rule-match.ts';
import type { UserUpdate } from './user-update.ts';
import { WaitingMessages } from './waiting-messages.ts';

const waits = (name: string, params = {}) =>
  rule(name, 'NEW_TRANSACTIONS', { waitForCategorization: true, ...params }, false);
let ids = 1;
const update = (categorizedAfter: string) => ({
  accounts: [
    {
      accountId: 101,
      transactions: [{ id: ids++, bankBookingDate: '2026-03-01T08:00:00Z', amount: 1, categorizedAfter }],
    },
  ],
});

test('go in the order in which their wait ends, each dated with its own hour', async () => {
  const notified = new Notified(worldOf([waits('a')]));
  for (const after of ['PT10M', 'PT2M', 'PT5M']) await notified.update(update(after));
  await notified.advance('PT1H');
  const { deliveries } = await notified.sandbox.deliveries({ settled: true });
  expect(deliveries.map(({ at }) => at.slice(11, 16))).toEqual(['08:02', '08:05', '08:10']);
});

test('are sent when the clock is advanced, whether or not anybody looks', async () => {
  const sent: string[] = [];
  const deliver: Deliver = async (url) => sent.push(url);
  const notified = new Notified(worldOf([waits('a')]), { deliver });
  await notified.update(update('PT5M'));
  await notified.advance('PT5M');
  await new Promise(setImmediate);
  expect(sent).toEqual(['http://127.0.0.1:9/hook']);
});

test('are sent before an update that comes later, and do not take it in', async () => {
  const clock = createClock();
  const settings = { secondUpdateWhileWaiting: 'merged' } as const;
  const notified = new Notified(worldOf([waits('a')]), { clock, settings });
  await notified.update(update('PT5M'));
  clock.advance('PT5M');
  expect(await notified.update(update('PT0S'))).toEqual({ queued: 1, waiting: 0 });
  expect(await notified.told()).toEqual(['a', 'a']);
});

test('are bounded: what is more is dropped and told, but not while no callback URL is configured', async () => {
  const rules = Array.from({ length: 1_000 }, (_, at) => waits(`${at}`, { accountIds: `101,${at}` }));
  const notified = new Notified(worldOf(rules));
  for (let count = 0; count < 100; count++) await notified.update(update('PT5M'));
  expect(await notified.update(update('PT5M'))).toEqual({ queued: 0, waiting: 0 });
  const { deliveries, waiting } = await notified.sandbox.deliveries();
  expect([deliveries.length, waiting]).toEqual([1_000, 100_000]);
  expect(deliveries[0]).toMatchObject({ outcome: 'failed', url: 'http://127.0.0.1:9/hook' });
  await notified.control('PUT', '/client-configuration', { userNotificationCallbackUrl: null });
  await notified.update(update('PT5M'));
  expect((await notified.sandbox.deliveries()).deliveries).toHaveLength(1_000);
});

const updateOf = (weight: number) => ({ weight }) as UserUpdate;
const matchOf = (weight: number, ofRule = {} as Rule, dueAt = 5): RuleMatch => ({
  rule: ofRule,
  update: updateOf(weight),
  accounts: [],
  failedLogins: [],
  dueAt,
});

for (const [secondUpdateWhileWaiting, held] of [
  ['separate', 2],
  ['merged', 1],
] as const) {
  test(`take the room of all their transactions and leave it when they go: ${secondUpdateWhileWaiting}`, () => {
    const room = new Room();
    const waiting = new WaitingMessages({ ...defaultSettings, secondUpdateWhileWaiting }, room);
    const ofOne = {} as Rule;
    for (const weight of [500_000, 500_000]) expect(waiting.add(matchOf(weight, ofOne))).toBe(true);
    expect([waiting.add(matchOf(1)), waiting.count]).toEqual([false, held]);
    expect(waiting.takeDue(4)).toEqual([]);
    expect(waiting.takeDue(5)).toHaveLength(held);
    room.enter(updateOf(999_999));
    expect(room.isFor(updateOf(1))).toBe(true);
  });
}
