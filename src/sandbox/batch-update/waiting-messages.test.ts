// Messages that wait until the last transaction of their update is categorized.
import { describe, expect, test } from 'vitest';
import { Notified, rule, worldOf } from '../../test-support/notified-sandbox.ts';
import { createClock } from '../clock.ts';
import type { SandboxOptions } from '../create-sandbox.ts';
import type { Rule } from '../rules.ts';
import { defaultSandboxSettings } from '../sandbox-settings.ts';
import type { Deliver } from './outbox.ts';
import type { RuleMatch, UserUpdate } from './user-update.ts';
import { MessageQuota, WaitingMessages } from './waiting-messages.ts';

const waits = rule('waits', 'NEW_TRANSACTIONS', { waitForCategorization: true });
const flow = rule('flow', 'CATEGORY_CASH_FLOW', { categoryId: '7' });
const atOnce = rule('at once', 'NEW_TRANSACTIONS', { accountIds: '101,102' });
let ids = 1;

/** A transaction of the category, and how long its categorization takes. */
const categorized = (categorizedAfter?: string, categoryId: number | null = 7) => ({
  id: ids++,
  bankBookingDate: '2026-03-01T08:00:00Z',
  amount: -1,
  categoryId,
  ...(categorizedAfter !== undefined && { categorizedAfter }),
});
type Transaction = ReturnType<typeof categorized>;
const update = (transactions: Transaction[], further: Transaction[] = []) => ({
  accounts: [
    { accountId: 101, transactions },
    { accountId: 102, transactions: further },
  ],
});
const notifiedOf = (options?: SandboxOptions, rules = [waits, flow, atOnce]) =>
  new Notified(worldOf(rules), options);

describe('a message that waits', () => {
  test('is sent with the last transaction, not before, and once', async () => {
    const notified = notifiedOf();
    expect(await notified.update(update([categorized('PT5M'), categorized('PT20M'), categorized()]))).toEqual(
      {
        queued: 1,
        waiting: 2,
      },
    );
    expect(await notified.told()).toEqual(['at once']);
    await notified.advance('PT19M59S');
    expect(await notified.told()).toEqual([]);
    expect((await notified.sandbox.deliveries()).waiting).toBe(2);
    await notified.advance('PT1S');
    expect(await notified.told()).toEqual(['flow', 'waits']);
    await notified.advance('P1D');
    expect(await notified.told()).toEqual([]);
    expect((await notified.sandbox.deliveries()).waiting).toBe(0);
  });

  for (const [says, first, second] of [
    ['the same account', ['PT1M', 'PT9M'], []],
    ['the same account, the other way round', ['PT9M', 'PT1M'], []],
    ['another account', ['PT1M'], ['PT9M']],
    ['another account, the other way round', ['PT9M'], ['PT1M']],
  ] as const) {
    test(`waits for ${says}`, async () => {
      const notified = notifiedOf();
      await notified.update(
        update(
          first.map((after) => categorized(after)),
          second.map((after) => categorized(after)),
        ),
      );
      await notified.told();
      await notified.advance('PT8M59S');
      expect(await notified.told()).toEqual([]);
      await notified.advance('PT1S');
      expect(await notified.told()).toEqual(['flow', 'waits']);
    });
  }

  test('waits too for a transaction that no category is assigned to', async () => {
    const notified = notifiedOf();
    await notified.update(update([categorized(), categorized('PT1M', null)]));
    expect(await notified.told()).toEqual(['at once']);
    await notified.advance('PT1M');
    const messages = await notified.messages();
    const [waited] = messages.find(({ callbackHandle }) => callbackHandle === 'waits').newTransactions;
    const categories = waited.details.transactionDetails.map(
      ({ categoryId, categoryName }: Record<string, unknown>) => [categoryId, categoryName],
    );
    expect(categories).toEqual([
      [7, 'Living'],
      [null, null],
    ]);
  });

  test('of one user does not wait for another', async () => {
    const notified = new Notified(
      worldOf([waits], [rule('ben', 'NEW_TRANSACTIONS', { waitForCategorization: true })]),
    );
    await notified.update({
      accounts: [
        { accountId: 101, transactions: [categorized('PT5M')] },
        { accountId: 201, transactions: [categorized()] },
      ],
    });
    expect(await notified.told()).toEqual(['ben']);
  });

  test('is sent at once where nothing takes time', async () => {
    const notified = notifiedOf();
    expect(await notified.update(update([categorized(), categorized('PT0S')]))).toEqual({
      queued: 3,
      waiting: 0,
    });
  });

  test('goes to the callback URL of the hour at which it is sent, and is dated with it', async () => {
    const notified = notifiedOf({}, [waits]);
    await notified.update(update([categorized('PT5M')]));
    await notified.control('PUT', '/client-configuration', {
      userNotificationCallbackUrl: 'http://127.0.0.1:9/later',
    });
    await notified.advance('PT1H');
    expect(await notified.texts()).toMatchObject([{ url: 'http://127.0.0.1:9/later' }]);
    expect((await notified.sandbox.deliveries()).deliveries).toMatchObject([
      { at: '2026-03-02T08:05:00.000Z' },
    ]);
  });

  for (const [method, path, body] of [
    ['POST', '/reset', undefined],
    ['PUT', '/world', worldOf([waits])],
  ] as const) {
    test(`is forgotten by ${path}`, async () => {
      const notified = notifiedOf();
      await notified.update(update([categorized('PT5M')]));
      await notified.control(method, path, body);
      expect((await notified.sandbox.deliveries()).waiting).toBe(0);
      await notified.told();
      await notified.advance('P1D');
      expect(await notified.told()).toEqual([]);
    });
  }

  test('is released by whoever looks, when the clock was moved without the control plane', async () => {
    const clock = (await import('../clock.ts')).createClock();
    const notified = notifiedOf({ clock }, [waits]);
    await notified.update(update([categorized('PT5M')]));
    clock.advance('PT5M');
    expect(await notified.told()).toEqual(['waits']);
  });
});

describe('while automatic categorization is off', () => {
  const off = (rules = [waits, flow, atOnce]) => {
    const world = worldOf(rules);
    return new Notified({ ...world, client: { ...world.client, isAutoCategorizationEnabled: false } });
  };

  test('nothing is categorized and nothing is waited for', async () => {
    const notified = off();
    expect(await notified.update(update([categorized('PT5M')]))).toEqual({ queued: 2, waiting: 0 });
    expect(await notified.told()).toEqual(['at once', 'waits']);
  });

  test('category fields are null for a rule that waits, and absent for another', async () => {
    const notified = off([waits, atOnce]);
    await notified.update(update([categorized()]));
    const fields = (await notified.messages()).map(({ newTransactions }) => {
      const [{ categoryId, categoryName }] = newTransactions[0].details.transactionDetails;
      return [categoryId, categoryName];
    });
    expect(fields).toEqual([
      [null, null],
      [undefined, undefined],
    ]);
  });
});

describe('a second update while a message waits', () => {
  const second = (after?: string) => update([categorized(after)], [categorized()]);
  const counts = (messages: { newTransactions: { accountId: number; newTransactionsCount: number }[] }[]) =>
    messages.map(({ newTransactions }) =>
      newTransactions.map((one) => [one.accountId, one.newTransactionsCount]),
    );

  test('sends a message of its own, each when its own transactions are categorized', async () => {
    const notified = notifiedOf({}, [waits]);
    await notified.update(update([categorized('PT10M')]));
    expect(await notified.update(second('PT2M'))).toEqual({ queued: 0, waiting: 1 });
    await notified.advance('PT2M');
    expect(counts(await notified.messages())).toEqual([
      [
        [101, 1],
        [102, 1],
      ],
    ]);
    await notified.advance('PT8M');
    expect(counts(await notified.messages())).toEqual([[[101, 1]]]);
  });

  test('is told at once where its own transactions take no time', async () => {
    const notified = notifiedOf({}, [waits]);
    await notified.update(update([categorized('PT10M')]));
    expect(await notified.update(second())).toEqual({ queued: 1, waiting: 0 });
    expect(await notified.told()).toEqual(['waits']);
  });

  test('is merged into it where the settings say so, and the message waits for both', async () => {
    for (const [first, then] of [
      ['PT10M', 'PT2M'],
      ['PT2M', 'PT10M'],
      ['PT10M', undefined],
    ] as const) {
      const notified = notifiedOf({ settings: { secondUpdateWhileWaiting: 'merged' } }, [waits]);
      await notified.update(update([categorized(first)]));
      expect(await notified.update(second(then))).toEqual({ queued: 0, waiting: 1 });
      expect((await notified.sandbox.deliveries()).waiting).toBe(1);
      await notified.advance('PT9M59S');
      expect(await notified.told()).toEqual([]);
      await notified.advance('PT1S');
      expect(counts(await notified.messages())).toEqual([
        [
          [101, 2],
          [102, 1],
        ],
      ]);
      await notified.update(second());
      expect(counts(await notified.messages())).toEqual([
        [
          [101, 1],
          [102, 1],
        ],
      ]);
    }
  });
});

// Messages that wait: in which order they go, when exactly, and how many of them are held.

const waitsOfWaitingBounds = (name: string, params = {}) =>
  rule(name, 'NEW_TRANSACTIONS', { waitForCategorization: true, ...params }, false);
let idsOfWaitingBounds = 1;
const updateOfWaitingBounds = (categorizedAfter: string) => ({
  accounts: [
    {
      accountId: 101,
      transactions: [
        { id: idsOfWaitingBounds++, bankBookingDate: '2026-03-01T08:00:00Z', amount: 1, categorizedAfter },
      ],
    },
  ],
});

test('go in the order in which their wait ends, each dated with its own hour', async () => {
  const notified = new Notified(worldOf([waitsOfWaitingBounds('a')]));
  for (const after of ['PT10M', 'PT2M', 'PT5M']) await notified.update(updateOfWaitingBounds(after));
  await notified.advance('PT1H');
  const { deliveries } = await notified.sandbox.deliveries({ settled: true });
  expect(deliveries.map(({ at }) => at.slice(11, 16))).toEqual(['08:02', '08:05', '08:10']);
});

test('are sent when the clock is advanced, whether or not anybody looks', async () => {
  const sent: string[] = [];
  const deliver: Deliver = async (url) => sent.push(url);
  const notified = new Notified(worldOf([waitsOfWaitingBounds('a')]), { deliver });
  await notified.update(updateOfWaitingBounds('PT5M'));
  await notified.advance('PT5M');
  await new Promise(setImmediate);
  expect(sent).toEqual(['http://127.0.0.1:9/hook']);
});

test('are sent before an update that comes later, and do not take it in', async () => {
  const clock = createClock();
  const settings = { secondUpdateWhileWaiting: 'merged' } as const;
  const notified = new Notified(worldOf([waitsOfWaitingBounds('a')]), { clock, settings });
  await notified.update(updateOfWaitingBounds('PT5M'));
  clock.advance('PT5M');
  expect(await notified.update(updateOfWaitingBounds('PT0S'))).toEqual({ queued: 1, waiting: 0 });
  expect(await notified.told()).toEqual(['a', 'a']);
});

test('are bounded: what is more is dropped and told, but not while no callback URL is configured', async () => {
  const rules = Array.from({ length: 1_000 }, (_, at) =>
    waitsOfWaitingBounds(`${at}`, { accountIds: `101,${at}` }),
  );
  const notified = new Notified(worldOf(rules));
  for (let count = 0; count < 100; count++) await notified.update(updateOfWaitingBounds('PT5M'));
  expect(await notified.update(updateOfWaitingBounds('PT5M'))).toEqual({ queued: 0, waiting: 0 });
  const { deliveries, waiting } = await notified.sandbox.deliveries();
  expect([deliveries.length, waiting]).toEqual([1_000, 100_000]);
  expect(deliveries[0]).toMatchObject({ outcome: 'failed', url: 'http://127.0.0.1:9/hook' });
  await notified.control('PUT', '/client-configuration', { userNotificationCallbackUrl: null });
  await notified.update(updateOfWaitingBounds('PT5M'));
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
    const quota = new MessageQuota();
    const waiting = new WaitingMessages({ ...defaultSandboxSettings, secondUpdateWhileWaiting }, quota);
    const ofOne = {} as Rule;
    for (const weight of [500_000, 500_000]) expect(waiting.add(matchOf(weight, ofOne))).toBe(true);
    expect([waiting.add(matchOf(1)), waiting.count]).toEqual([false, held]);
    expect(waiting.takeDue(4)).toEqual([]);
    expect(waiting.takeDue(5)).toHaveLength(held);
    quota.hold(updateOf(999_999));
    expect(quota.hasSpaceFor(updateOf(1))).toBe(true);
  });
}

// How much is held of messages that are not sent yet.

const updateOfOfRoom = (weight: number) => ({ weight }) as UserUpdate;

test('there is room for 100,000 messages, and for another when one has left', () => {
  const quota = new MessageQuota();
  const update = updateOfOfRoom(5);
  for (let count = 0; count < 100_000; count++) quota.hold(update);
  expect(quota.hasSpaceFor(update)).toBe(false);
  quota.release(update);
  expect(quota.hasSpaceFor(update)).toBe(true);
});

test('there is room for a million transactions, which the messages of one update share', () => {
  const quota = new MessageQuota();
  const [first, second, third] = [updateOfOfRoom(600_000), updateOfOfRoom(400_000), updateOfOfRoom(1)];
  quota.hold(first);
  quota.hold(first);
  expect(quota.hasSpaceFor(second)).toBe(true);
  quota.hold(second);
  expect([quota.hasSpaceFor(first), quota.hasSpaceFor(second), quota.hasSpaceFor(third)]).toEqual([
    true,
    true,
    false,
  ]);
  quota.release(first);
  expect(quota.hasSpaceFor(third)).toBe(false);
  quota.release(first);
  expect(quota.hasSpaceFor(third)).toBe(true);
});

test('one update is held however large it is, when it is the only one', () => {
  const quota = new MessageQuota();
  const large = updateOfOfRoom(5_000_000);
  expect(quota.hasSpaceFor(large)).toBe(true);
  quota.hold(large);
  expect([quota.hasSpaceFor(large), quota.hasSpaceFor(updateOfOfRoom(1))]).toEqual([true, false]);
  quota.clear();
  expect(quota.hasSpaceFor(updateOfOfRoom(1))).toBe(true);
});
