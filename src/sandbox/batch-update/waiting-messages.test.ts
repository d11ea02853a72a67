// Messages that wait until the last transaction of their update is categorized.
import { describe, expect, test } from 'vitest';
import { type AnyMessage, rule, UpdateRunner, worldOf } from '../../test-support/update-runner.ts';
import { createClock } from '../clock.ts';
import type { SandboxOptions } from '../create-sandbox.ts';
import type { Deliver } from './outbox.ts';

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
const runnerWith = (options?: SandboxOptions, rules = [waits, flow, atOnce]) =>
  new UpdateRunner(worldOf(rules), options);

describe('a message that waits', () => {
  test('goes to the callback URL of the hour at which it is sent, and is dated with it', async () => {
    const runner = runnerWith({}, [waits]);
    await runner.update(update([categorized('PT5M')]));
    await runner.control('PUT', '/client-configuration', {
      userNotificationCallbackUrl: 'http://127.0.0.1:9/later',
    });
    await runner.advance('PT1H');
    expect(await runner.texts()).toMatchObject([{ url: 'http://127.0.0.1:9/later' }]);
    expect((await runner.sandbox.deliveries()).deliveries).toMatchObject([
      { at: '2026-03-02T08:05:00.000Z' },
    ]);
  });

  for (const [method, path, body] of [
    ['POST', '/reset', undefined],
    ['PUT', '/world', worldOf([waits])],
  ] as const) {
    test(`is forgotten by ${path}`, async () => {
      const runner = runnerWith();
      await runner.update(update([categorized('PT5M')]));
      await runner.control(method, path, body);
      expect((await runner.sandbox.deliveries()).waiting).toBe(0);
      await runner.handles();
      await runner.advance('P1D');
      expect(await runner.handles()).toEqual([]);
    });
  }

  test('is released by the next call, when the clock was moved without the control plane', async () => {
    const clock = createClock();
    const runner = runnerWith({ clock }, [waits]);
    await runner.update(update([categorized('PT5M')]));
    clock.advance('PT5M');
    expect(await runner.handles()).toEqual(['waits']);
  });
});

describe('a second update while a message waits', () => {
  const second = (after?: string) => update([categorized(after)], [categorized()]);
  const counts = async (runner: UpdateRunner) =>
    (await runner.messages()).map(({ newTransactions }) =>
      newTransactions.map((one: AnyMessage) => `${one.accountId}: ${one.newTransactionsCount}`).join(),
    );

  test('sends a message of its own, each when its own transactions are categorized', async () => {
    const runner = runnerWith({}, [waits]);
    await runner.update(update([categorized('PT10M')]));
    expect(await runner.update(second('PT2M'))).toEqual({ queued: 0, waiting: 1 });
    await runner.advance('PT2M');
    expect(await counts(runner)).toEqual(['101: 1,102: 1']);
    await runner.advance('PT8M');
    expect(await counts(runner)).toEqual(['101: 1']);
  });

  test('is sent at once where its own transactions take no time', async () => {
    const runner = runnerWith({}, [waits]);
    await runner.update(update([categorized('PT10M')]));
    expect(await runner.update(second())).toEqual({ queued: 1, waiting: 0 });
    expect(await runner.handles()).toEqual(['waits']);
  });

  test('is merged into it where the settings say so, and the message waits for both', async () => {
    for (const [first, then] of [
      ['PT10M', 'PT2M'],
      ['PT2M', 'PT10M'],
      ['PT10M', undefined],
    ] as const) {
      const runner = runnerWith({ settings: { secondUpdateWhileWaiting: 'merged' } }, [waits]);
      await runner.update(update([categorized(first)]));
      expect(await runner.update(second(then))).toEqual({ queued: 0, waiting: 1 });
      expect((await runner.sandbox.deliveries()).waiting).toBe(1);
      await runner.advance('PT9M59S');
      expect(await runner.handles()).toEqual([]);
      await runner.advance('PT1S');
      expect(await counts(runner)).toEqual(['101: 2,102: 1']);
      await runner.update(second());
      expect(await counts(runner)).toEqual(['101: 1,102: 1']);
    }
  });
});

// Messages that wait: in which order they go, when exactly, and how many of them are held.

const waiting = (name: string, params = {}) =>
  rule(name, 'NEW_TRANSACTIONS', { waitForCategorization: true, ...params }, false);
const after = (duration: string) => update([categorized(duration)]);

test('go in the order in which their wait ends, each dated with its own hour', async () => {
  const runner = new UpdateRunner(worldOf([waiting('a')]));
  for (const duration of ['PT10M', 'PT2M', 'PT5M']) await runner.update(after(duration));
  await runner.advance('PT1H');
  const { deliveries } = await runner.sandbox.deliveries({ settled: true });
  expect(deliveries.map(({ at }) => at.slice(11, 16))).toEqual(['08:02', '08:05', '08:10']);
});

test('are sent when the clock is advanced, without a further call', async () => {
  const sent: string[] = [];
  const deliver: Deliver = async (url) => sent.push(url);
  const runner = new UpdateRunner(worldOf([waiting('a')]), { deliver });
  await runner.update(after('PT5M'));
  await runner.advance('PT5M');
  await new Promise(setImmediate);
  expect(sent).toEqual(['http://127.0.0.1:9/hook']);
});

test('are sent before an update that comes later, and do not take it in', async () => {
  const clock = createClock();
  const settings = { secondUpdateWhileWaiting: 'merged' } as const;
  const runner = new UpdateRunner(worldOf([waiting('a')]), { clock, settings });
  await runner.update(after('PT5M'));
  clock.advance('PT5M');
  expect(await runner.update(after('PT0S'))).toEqual({ queued: 1, waiting: 0 });
  expect(await runner.handles()).toEqual(['a', 'a']);
});

test('are bounded: further ones are dropped and listed, but not while no callback URL is configured', async () => {
  const rules = Array.from({ length: 1_000 }, (_, at) => waiting(`${at}`, { accountIds: `101,${at}` }));
  const runner = new UpdateRunner(worldOf(rules));
  for (let count = 0; count < 100; count++) await runner.update(after('PT5M'));
  expect(await runner.update(after('PT5M'))).toEqual({ queued: 0, waiting: 0 });
  const { deliveries, waiting: held } = await runner.sandbox.deliveries();
  expect([deliveries.length, held]).toEqual([1_000, 100_000]);
  expect(deliveries[0]).toMatchObject({ outcome: 'failed', url: 'http://127.0.0.1:9/hook' });
  await runner.control('PUT', '/client-configuration', { userNotificationCallbackUrl: null });
  await runner.update(after('PT5M'));
  expect((await runner.sandbox.deliveries()).deliveries).toHaveLength(1_000);
});
