// What becomes of messages: outcomes, bounds and forgetting.

import { describe, expect, test } from 'vitest';
import { CipherError, type CipherMaker } from '../../../contracts/src/messages/cipher.ts';
import { rule, UpdateRunner, worldOf } from '../../test-support/update-runner.ts';
import type { SandboxOptions } from '../create-sandbox.ts';
import type { SandboxWorld } from '../state.ts';
import type { Deliveries } from './batch-updates.ts';
import { type Deliver, poster } from './outbox.ts';

const world = worldOf([rule('changed', 'NEW_ACCOUNT_BALANCE')]);
let balance = 0;
const change = () => ({ accounts: [{ accountId: 101, newBalance: ++balance }] });
const hang: Deliver = () => new Promise(() => {});
/** Its receiver answers when the test says so. */
function held() {
  const receiver = { calls: 0, ended: false, answer: (_status: number): void => {} };
  const deliver: Deliver = (_url, _text, signal) => {
    receiver.calls++;
    signal.addEventListener('abort', () => {
      receiver.ended = true;
    });
    return new Promise((resolve) => {
      receiver.answer = resolve;
    });
  };
  return { receiver, deliver };
}
const toUrl = (userNotificationCallbackUrl: string): SandboxWorld => ({
  ...world,
  client: { userNotificationCallbackUrl },
});

async function deliveriesOf(options: SandboxOptions, of = world) {
  const runner = new UpdateRunner(of, options);
  await runner.update(change());
  return (await runner.sandbox.deliveries({ settled: true })).deliveries;
}

describe('GET /deliveries', () => {
  test('lists a message that is on its way, and again when it is answered', async () => {
    const { receiver, deliver } = held();
    const runner = new UpdateRunner(world, { deliver });
    const sent = await runner.control('POST', '/batch-updates', change());
    expect(sent.json).toEqual({ queued: 1, waiting: 0 });
    const delivery = {
      number: 1,
      at: '2026-03-02T08:00:00.000Z',
      url: 'http://127.0.0.1:9/hook',
      notificationRuleId: 1,
      triggerEvent: 'NEW_ACCOUNT_BALANCE',
      callbackHandle: 'changed',
    };
    const counts = { settled: false, waiting: 0, dropped: 0 };
    const before = await runner.control('GET', '/deliveries?settled=false');
    expect(before.json).toEqual({ ...counts, deliveries: [{ ...delivery, outcome: 'queued' }] });
    const settled = runner.control('GET', '/deliveries?settled=true');
    await new Promise(setImmediate);
    receiver.answer(503);
    const deliveries = [{ ...delivery, outcome: 'answered', status: 503 }];
    const after = { ...counts, settled: true, deliveries };
    expect((await settled).json).toEqual(after);
    expect((await runner.control('GET', '/deliveries')).json).toEqual(after);
  });

  for (const [query, error] of [
    ['settled=yes', 'settled is neither true nor false'],
    ['setled=true', 'the query has the unknown parameter "setled"'],
    ['settled=true&settled=true', 'a parameter is sent more than once'],
  ]) {
    test(`refuses ?${query}`, async () => {
      const { status, json } = await new UpdateRunner(world).control('GET', `/deliveries?${query}`);
      expect([status, json.error]).toEqual([400, error]);
    });
  }

  test('lists the latest 10,000, oldest first, and counts the older ones', async () => {
    let calls = 0;
    const deliver: Deliver = (...call) => (++calls > 10_002 ? hang(...call) : Promise.resolve(200));
    const runner = new UpdateRunner(world, { deliver });
    for (let count = 0; count < 10_002; count++) await runner.update(change());
    const numbers = ({ deliveries, dropped }: Deliveries) => [
      deliveries.length,
      dropped,
      deliveries[0]?.number,
      deliveries.at(-1)?.number,
    ];
    const settled = await runner.sandbox.deliveries({ settled: true });
    expect(numbers(settled)).toEqual([10_000, 2, 3, 10_002]);
    expect(settled.deliveries.every(({ outcome }) => outcome === 'answered')).toBe(true);
    await runner.update(change());
    expect(numbers(await runner.sandbox.deliveries())).toEqual([10_000, 3, 4, 10_003]);
    await runner.sandbox.close();
  });

  test('holds nothing of what the messages say, and no secret of the address', async () => {
    const runner = new UpdateRunner(toUrl('http://user:pass@127.0.0.1:9/hook?key=secret#part'));
    await runner.update(change());
    const { text } = await runner.control('GET', '/deliveries?settled=true');
    expect(text).toContain('"url":"http://127.0.0.1:9/hook"');
    for (const secret of ['user', 'pass', 'secret', 'part', 'Giro', 'House bank', 'DE02100', '1000']) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('an outcome', () => {
  test('of a receiver that hangs is a failure after the time limit, for those that come behind too', async () => {
    const gone: string[] = [];
    const deliver: Deliver = (url, _, signal) =>
      new Promise(() => signal.addEventListener('abort', () => gone.push(url)));
    const runner = new UpdateRunner(world, { deliver, settings: { deliveryTimeLimit: 0.02 } });
    for (let count = 0; count < 20; count++) await runner.update(change());
    const { deliveries } = await runner.sandbox.deliveries({ settled: true });
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

  test('with a bad key is a failure that repeats nothing of the message', async () => {
    const cipher = () => Promise.reject(new CipherError('the key is bad'));
    const outcome = { outcome: 'failed', reason: 'the message could not be written (the key is bad)' };
    expect(await deliveriesOf({ cipher })).toMatchObject([outcome]);
  });

  test('with a bug is a failure of the sandbox, which goes on', async () => {
    const failures: unknown[] = [];
    const cipher = () => Promise.reject(new TypeError('a bug'));
    const deliveries = await deliveriesOf({ cipher, onFailure: (error) => failures.push(error) });
    expect(deliveries).toMatchObject([{ outcome: 'failed', reason: 'the sandbox failed' }]);
    expect(failures).toEqual([new TypeError('a bug')]);
  });

  test('with a cipher that hangs is a failure after the time limit', async () => {
    const settings = { deliveryTimeLimit: 0.02 };
    const [delivery] = await deliveriesOf({ settings, cipher: () => new Promise(() => {}) });
    expect(delivery).toMatchObject({ outcome: 'failed', reason: 'no answer came within 0.02 s' });
  });

  test('of what is more than can be held is a failure that says so, and the update is done', async () => {
    const rules = Array.from({ length: 1_000 }, (_, at) =>
      rule(`${at}`, 'NEW_ACCOUNT_BALANCE', { accountIds: `101,${at}` }),
    );
    const runner = new UpdateRunner(worldOf(rules), { deliver: hang });
    for (let count = 0; count < 100; count++) expect((await runner.update(change())).queued).toBe(1_000);
    expect(await runner.update(change())).toEqual({ queued: 0, waiting: 0 });
    const { deliveries } = await runner.sandbox.deliveries();
    const reason = 'the message was dropped, since too many are held already';
    expect(deliveries.at(-1)).toMatchObject({ outcome: 'failed', reason });
    await runner.control('POST', '/reset');
    expect((await runner.update(change())).queued).toBe(1_000);
    await runner.sandbox.close();
  });
});

// Messages that are on their way: where they go, how they are given up, and that a late answer is not listed.

describe('a message on its way', () => {
  for (const [says, forget] of [
    ['a reset', (one: UpdateRunner) => one.control('POST', '/reset')],
    ['another world', (one: UpdateRunner) => one.control('PUT', '/world', world)],
    ['the end of the sandbox', (one: UpdateRunner) => one.sandbox.close()],
  ] as const) {
    test(`is given up and forgotten by ${says}, and its late answer is not listed`, async () => {
      const { receiver, deliver } = held();
      const runner = new UpdateRunner(world, { deliver });
      for (let count = 0; count < 20; count++) await runner.update(change());
      await new Promise(setImmediate);
      const settled = runner.sandbox.deliveries({ settled: true });
      await forget(runner);
      expect(receiver.ended).toBe(true);
      receiver.answer(200);
      const forgotten = { settled: true, waiting: 0, deliveries: [], dropped: 0 };
      expect(await settled).toEqual(forgotten);
      await runner.update(change());
      await new Promise(setImmediate);
      receiver.answer(200);
      const { deliveries } = await runner.sandbox.deliveries({ settled: true });
      expect(deliveries).toMatchObject([{ number: 1, outcome: 'answered' }]);
      // Sixteen were under way; those behind them are not sent.
      expect(receiver.calls).toBe(17);
    });
  }

  test('that is given up while it is written is not sent', async () => {
    let calls = 0;
    let encrypt = (_: string): void => {};
    const cipher: CipherMaker = async () => ({
      encrypt: () =>
        new Promise((resolve) => {
          encrypt = resolve;
        }),
      decrypt: async (text) => text,
    });
    const deliver: Deliver = async () => ++calls;
    const terms = worldOf([rule('login', 'BANK_LOGIN_ERROR', {}, false)]);
    const runner = new UpdateRunner(terms, { cipher, deliver });
    await runner.update({ failedLogins: [{ bankConnectionId: 11, errorMessage: '' }] });
    await new Promise(setImmediate);
    await runner.control('POST', '/reset');
    encrypt('x');
    await new Promise(setImmediate);
    expect(calls).toBe(0);
  });

  test('goes to the callback URL as it was when it was queued', async () => {
    const runner = new UpdateRunner(world);
    await runner.update(change());
    await runner.control('PUT', '/client-configuration', {
      userNotificationCallbackUrl: 'http://127.0.0.1:9/new',
    });
    expect(await runner.texts()).toMatchObject([{ url: 'http://127.0.0.1:9/hook' }]);
  });
});
