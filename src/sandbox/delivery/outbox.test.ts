// What becomes of messages: outcomes, bounds, forgetting, and that nobody waits for a receiver that hangs.
import { describe, expect, test } from 'vitest';
import { CipherError } from '../../../contracts/src/messages/cipher.ts';
import type { Deliveries } from '../batch-update/batch-updates.ts';
import { Notified, rule, worldOf } from '../batch-update/notified.ts';
import type { SandboxOptions } from '../sandbox.ts';
import type { World } from '../world.ts';
import { type Deliver, poster } from './poster.ts';

const world = worldOf([rule('changed', 'NEW_ACCOUNT_BALANCE')]);
let balance = 0;
const change = () => ({ accounts: [{ accountId: 101, newBalance: ++balance }] });
const hang: Deliver = () => new Promise(() => {});
const toUrl = (userNotificationCallbackUrl: string): World => ({
  ...world,
  client: { userNotificationCallbackUrl },
});

async function deliveriesOf(options: SandboxOptions, of = world) {
  const notified = new Notified(of, options);
  await notified.update(change());
  return (await notified.sandbox.deliveries({ settled: true })).deliveries;
}

describe('GET /deliveries', () => {
  test('tells of a message that is on its way, and of it when it has been answered', async () => {
    let answer = (_: number): void => {};
    const deliver: Deliver = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const notified = new Notified(world, { deliver });
    expect((await notified.control('POST', '/batch-updates', change())).json).toEqual({
      queued: 1,
      waiting: 0,
    });
    const delivery = {
      number: 1,
      at: '2026-03-02T08:00:00.000Z',
      url: 'http://127.0.0.1:9/hook',
      notificationRuleId: 1,
      triggerEvent: 'NEW_ACCOUNT_BALANCE',
      callbackHandle: 'changed',
    };
    const told = { settled: false, waiting: 0, dropped: 0 };
    const before = await notified.control('GET', '/deliveries?settled=false');
    expect(before.json).toEqual({ ...told, deliveries: [{ ...delivery, outcome: 'queued' }] });
    const settled = notified.control('GET', '/deliveries?settled=true');
    await new Promise(setImmediate);
    answer(503);
    const after = { ...told, settled: true, deliveries: [{ ...delivery, outcome: 'answered', status: 503 }] };
    expect((await settled).json).toEqual(after);
    expect((await notified.control('GET', '/deliveries')).json).toEqual(after);
  });

  for (const [query, error] of [
    ['settled=yes', 'settled is neither true nor false'],
    ['setled=true', 'the query has the unknown parameter "setled"'],
    ['settled=true&settled=true', 'a parameter is sent more than once'],
  ]) {
    test(`refuses ?${query}`, async () => {
      const { status, json } = await new Notified(world).control('GET', `/deliveries?${query}`);
      expect([status, json.error]).toEqual([400, error]);
    });
  }

  test('tells the latest 10,000, oldest first, and counts those that it tells no more', async () => {
    let calls = 0;
    const deliver: Deliver = (...call) => (++calls > 10_002 ? hang(...call) : Promise.resolve(200));
    const notified = new Notified(world, { deliver });
    for (let count = 0; count < 10_002; count++) await notified.update(change());
    const numbers = ({ deliveries, dropped }: Deliveries) => [
      deliveries.length,
      dropped,
      deliveries[0]?.number,
      deliveries.at(-1)?.number,
    ];
    const settled = await notified.sandbox.deliveries({ settled: true });
    expect(numbers(settled)).toEqual([10_000, 2, 3, 10_002]);
    expect(settled.deliveries.every(({ outcome }) => outcome === 'answered')).toBe(true);
    await notified.update(change());
    expect(numbers(await notified.sandbox.deliveries())).toEqual([10_000, 3, 4, 10_003]);
    await notified.sandbox.close();
  });

  test('holds nothing of what the messages say, and no secret of the address', async () => {
    const notified = new Notified(toUrl('http://user:pass@127.0.0.1:9/hook?key=secret#part'));
    await notified.update(change());
    const { text } = await notified.control('GET', '/deliveries?settled=true');
    expect(text).toContain('"url":"http://127.0.0.1:9/hook"');
    for (const secret of ['user', 'pass', 'secret', 'part', 'Giro', 'House bank', 'DE02100', '1000']) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('an outcome', () => {
  test('of a receiver that hangs is open, and neither updates nor other receivers wait for it', async () => {
    const deliver: Deliver = (url, ...rest) =>
      url.includes('slow') ? hang(url, ...rest) : Promise.resolve(200);
    const notified = new Notified(toUrl('http://slow.example/'), { deliver });
    for (let count = 0; count < 20; count++) expect((await notified.update(change())).queued).toBe(1);
    const callback = { userNotificationCallbackUrl: 'http://quick.example/' };
    await notified.control('PUT', '/client-configuration', callback);
    await notified.update(change());
    await new Promise(setImmediate);
    const { deliveries } = await notified.sandbox.deliveries();
    expect(deliveries.map(({ outcome }) => outcome)).toEqual([...Array(20).fill('queued'), 'answered']);
    await notified.sandbox.close();
  });

  test('of a receiver that hangs is a failure after the time limit, for those that come behind too', async () => {
    const gone: string[] = [];
    const deliver: Deliver = (url, _, signal) =>
      new Promise(() => signal.addEventListener('abort', () => gone.push(url)));
    const notified = new Notified(world, { deliver, settings: { deliveryTimeLimit: 0.02 } });
    for (let count = 0; count < 20; count++) await notified.update(change());
    const { deliveries } = await notified.sandbox.deliveries({ settled: true });
    expect(new Set(deliveries.map(({ reason }) => reason))).toEqual(
      new Set(['no answer came within 0.02 s']),
    );
    expect([deliveries.length, gone.length]).toEqual([20, 20]);
  });

  for (const [url, outcome] of [
    ['http://127.0.0.1:1/', { outcome: 'failed', reason: 'no answer came (ECONNREFUSED)' }],
    [
      'http://169.254.169.254/latest',
      { outcome: 'refused', reason: '169.254.169.254 is a link-local or metadata address' },
    ],
    ['http://[', { outcome: 'refused', reason: 'it is no http or https address', url: 'no address' }],
  ] as const) {
    test(`over HTTP to ${url} is ${outcome.outcome}: ${outcome.reason}`, async () => {
      expect(await deliveriesOf({ deliver: poster() }, toUrl(url))).toMatchObject([outcome]);
    });
  }

  for (const [says, cipher, reason] of [
    ['a bad key', () => Promise.reject(new CipherError('the key is bad')), 'the key is bad'],
    ['a broken adapter', () => Promise.reject(new TypeError('Giro DE02100')), 'TypeError'],
    ['an adapter that throws nothing', () => Promise.reject(undefined), 'no error says why'],
  ] as const) {
    test(`with ${says} is a failure that repeats nothing of the message`, async () => {
      const outcome = { outcome: 'failed', reason: `the message could not be written (${reason})` };
      expect(await deliveriesOf({ cipher })).toMatchObject([outcome]);
    });
  }

  test('with a cipher that hangs is a failure after the time limit', async () => {
    const settings = { deliveryTimeLimit: 0.02 };
    const [delivery] = await deliveriesOf({ settings, cipher: () => new Promise(() => {}) });
    expect(delivery).toMatchObject({ outcome: 'failed', reason: 'no answer came within 0.02 s' });
  });

  test('of what is more than can be held is a failure that says so, and the update is done', async () => {
    const rules = Array.from({ length: 1_000 }, (_, at) =>
      rule(`${at}`, 'NEW_ACCOUNT_BALANCE', { accountIds: `101,${at}` }),
    );
    const notified = new Notified(worldOf(rules), { deliver: hang });
    for (let count = 0; count < 100; count++) expect((await notified.update(change())).queued).toBe(1_000);
    expect(await notified.update(change())).toEqual({ queued: 0, waiting: 0 });
    const { deliveries } = await notified.sandbox.deliveries();
    const reason = 'the message was dropped, since too many are held already';
    expect(deliveries.at(-1)).toMatchObject({ outcome: 'failed', reason });
    await notified.control('POST', '/reset');
    expect((await notified.update(change())).queued).toBe(1_000);
    await notified.sandbox.close();
  });
});
