// Messages that are on their way: where they go, how they are given up, and that a late answer is told to nobody.
import { describe, expect, test } from 'vitest';
import type { CipherMaker } from '../../../contracts/src/messages/cipher.ts';
import { Notified, rule, worldOf } from '../batch-update/notified.ts';
import type { Deliver } from './poster.ts';

const world = worldOf([rule('changed', 'NEW_ACCOUNT_BALANCE')]);
let balance = 0;
const change = () => ({ accounts: [{ accountId: 101, newBalance: ++balance }] });

describe('a message on its way', () => {
  for (const [says, forget] of [
    ['a reset', (one: Notified) => one.control('POST', '/reset')],
    ['another world', (one: Notified) => one.control('PUT', '/world', world)],
    ['the end of the sandbox', (one: Notified) => one.sandbox.close()],
  ] as const) {
    test(`is given up and forgotten by ${says}, and its late answer is told to nobody`, async () => {
      let answer = (_: number): void => {};
      let ended = false;
      let calls = 0;
      const deliver: Deliver = (_url, _text, signal) => {
        calls++;
        signal.addEventListener('abort', () => {
          ended = true;
        });
        return new Promise((resolve) => {
          answer = resolve;
        });
      };
      const notified = new Notified(world, { deliver });
      for (let count = 0; count < 20; count++) await notified.update(change());
      await new Promise(setImmediate);
      const settled = notified.sandbox.deliveries({ settled: true });
      await forget(notified);
      expect(ended).toBe(true);
      answer(200);
      const forgotten = { settled: true, waiting: 0, deliveries: [], dropped: 0 };
      expect(await settled).toEqual(forgotten);
      await notified.update(change());
      await new Promise(setImmediate);
      answer(200);
      const { deliveries } = await notified.sandbox.deliveries({ settled: true });
      expect(deliveries).toMatchObject([{ number: 1, outcome: 'answered' }]);
      // Sixteen were under way; those behind them are not sent.
      expect(calls).toBe(17);
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
    const notified = new Notified(terms, { cipher, deliver });
    await notified.update({ failedLogins: [{ bankConnectionId: 11, errorMessage: '' }] });
    await new Promise(setImmediate);
    await notified.control('POST', '/reset');
    encrypt('x');
    await new Promise(setImmediate);
    expect(calls).toBe(0);
  });

  test('asks for the cipher of the key once', async () => {
    const keys: string[] = [];
    const cipher: CipherMaker = async (key) => {
      keys.push(key);
      return { encrypt: async (text) => text, decrypt: async (text) => text };
    };
    const notified = new Notified(world, { cipher, dataDecryptionKey: 'a key' });
    for (let count = 0; count < 3; count++) await notified.update(change());
    expect(await notified.texts()).toHaveLength(3);
    expect(keys).toEqual(['a key']);
  });

  test('goes to the callback URL as it was when it was queued', async () => {
    const notified = new Notified(world);
    await notified.update(change());
    await notified.control('PUT', '/client-configuration', {
      userNotificationCallbackUrl: 'http://127.0.0.1:9/new',
    });
    expect(await notified.texts()).toMatchObject([{ url: 'http://127.0.0.1:9/hook' }]);
  });
});
