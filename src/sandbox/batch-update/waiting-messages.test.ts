// Messages that wait until the last transaction of their update is categorized: what a setting chooses, and their bounds.
// Replaced: the receiver by a list, the cipher by one that leaves texts as they are, the clock by the virtual one.
import { expect, test } from 'vitest';
import { rule, UpdateRunner, worldOf } from '../../test-support/update-runner.ts';
import type { SandboxOptions } from '../create-sandbox.ts';

const waiting = (name: string, params = {}) =>
  rule(name, 'NEW_TRANSACTIONS', { waitForCategorization: true, ...params });
let ids = 1;

/** New transactions of these accounts, categorized after so long. */
const update = (...accounts: (readonly [accountId: number, categorizedAfter: string])[]) => ({
  accounts: accounts.map(([accountId, categorizedAfter]) => ({
    accountId,
    transactions: [{ id: ids++, bankBookingDate: '2026-03-01T08:00:00Z', amount: -1, categorizedAfter }],
  })),
});
const runnerOf = (options?: SandboxOptions) => new UpdateRunner(worldOf([waiting('a')]), options);

test('each goes when its own wait has ended, in that order and dated so, to the callback URL of then', async () => {
  const runner = runnerOf();
  for (const duration of ['PT10M', 'PT2M', 'PT5M'])
    expect(await runner.update(update([101, duration]))).toEqual({ queued: 0, waiting: 1 });
  const client = { userNotificationCallbackUrl: 'http://127.0.0.1:9/later' };
  await runner.control('PUT', '/client-configuration', client);
  await runner.control('POST', '/clock', { advance: 'PT1H' });
  expect((await runner.arrived()).map(({ url }) => url)).toEqual(Array(3).fill('http://127.0.0.1:9/later'));
  const { deliveries } = await runner.deliveries();
  expect(deliveries.map(({ at }) => at.slice(11, 16))).toEqual(['08:02', '08:05', '08:10']);
});

test.each(['POST /reset', 'PUT /world'])('it is forgotten by %s', async (call) => {
  const runner = runnerOf();
  await runner.update(update([101, 'PT5M']));
  const [method = '', path = ''] = call.split(' ');
  await runner.control(method, path, path === '/world' ? worldOf([waiting('a')]) : undefined);
  expect((await runner.deliveries()).waiting).toBe(0);
  await runner.control('POST', '/clock', { advance: 'P1D' });
  expect(await runner.handles()).toEqual([]);
});

test.each([
  ['PT10M', 'PT2M'],
  ['PT2M', 'PT10M'],
  ['PT10M', 'PT0S'],
])('a second update is merged into it where the settings say so: %s and %s', async (first, then) => {
  const runner = runnerOf({ settings: { secondUpdateWhileWaiting: 'merged' } });
  const counts = async () =>
    (await runner.arrived()).map(({ text }) => text.match(/"(accountId|newTransactionsCount)":\d+/g));
  await runner.update(update([101, first]));
  expect(await runner.update(update([101, then], [102, 'PT0S']))).toEqual({ queued: 0, waiting: 1 });
  expect((await runner.deliveries()).waiting).toBe(1);
  await runner.control('POST', '/clock', { advance: 'PT9M59S' });
  expect(await counts()).toEqual([]);
  await runner.control('POST', '/clock', { advance: 'PT1S' });
  expect(await counts()).toEqual([
    ['"accountId":101', '"newTransactionsCount":2', '"accountId":102', '"newTransactionsCount":1'],
  ]);
});

test.each([
  [true, [[], ['a']]],
  [false, [['a'], []]],
])('it waits for accounts that its rule does not list: %s', async (waitsForUnlisted, sent) => {
  const world = worldOf([waiting('a', { accountIds: '101' })]);
  const runner = new UpdateRunner(world, { settings: { waitsForUnlisted } });
  await runner.update(update([101, 'PT2M'], [102, 'PT9M']));
  const handles = [];
  for (const duration of ['PT2M', 'PT7M']) {
    await runner.control('POST', '/clock', { advance: duration });
    handles.push(await runner.handles());
  }
  expect(handles).toEqual(sent);
});

test('100,000 are held: further ones are dropped and listed, but not while no callback URL is configured', async () => {
  const rules = Array.from({ length: 1_000 }, (_, at) => waiting(`${at}`, { accountIds: `101,${at}` }));
  const runner = new UpdateRunner(worldOf(rules));
  for (let count = 0; count < 100; count++) await runner.update(update([101, 'PT5M']));
  expect(await runner.update(update([101, 'PT5M']))).toEqual({ queued: 0, waiting: 0 });
  const { deliveries, waiting: held } = await runner.deliveries();
  expect([deliveries.length, held]).toEqual([1_000, 100_000]);
  expect(deliveries[0]).toMatchObject({ outcome: 'failed', url: 'http://127.0.0.1:9/hook' });
  await runner.control('PUT', '/client-configuration', { userNotificationCallbackUrl: null });
  await runner.update(update([101, 'PT5M']));
  expect((await runner.deliveries()).deliveries).toHaveLength(1_000);
});
