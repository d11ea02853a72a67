// Messages from a sandbox to a receiver over loopback, with the default cipher; and many sandboxes side by side.
import { expect, onTestFinished, test } from 'vitest';
import { receive } from '../../../contracts/src/callback/receiver.ts';
import { TEST_KEY } from '../../../contracts/src/messages/cipher.ts';
import { defaultCipher } from '../../../contracts/src/messages/default-cipher.ts';
import { Notified, rule, worldOf } from '../batch-update/notified.ts';
import { Visitor } from '../visitor.ts';

const rules = [rule('changed', 'NEW_ACCOUNT_BALANCE')];
const change = (newBalance: number) => ({ accounts: [{ accountId: 101, newBalance }] });

async function receiver() {
  const texts: string[] = [];
  const { url, close } = await receive({
    onCall: ({ text }) => {
      texts.push(text);
    },
  });
  onTestFinished(close);
  return { url, texts };
}

const worldTo = (userNotificationCallbackUrl: string) => ({
  ...worldOf(rules),
  client: { userNotificationCallbackUrl },
});

test('a message is encrypted with the data decryption key of the sandbox', async () => {
  const { url, texts } = await receiver();
  for (const dataDecryptionKey of [TEST_KEY, 'ffeeddccbbaa99887766554433221100']) {
    const visitor = new Visitor({ world: worldTo(url), dataDecryptionKey });
    await visitor.sandbox.runBatchUpdate(change(1));
    await visitor.sandbox.deliveries({ settled: true });
    const [item] = JSON.parse(texts.pop() ?? '').balanceChanges;
    const { decrypt } = await defaultCipher(dataDecryptionKey);
    expect([item.bankName, await decrypt(item.accountName)]).toEqual(['Example Bank', 'Giro']);
    expect(JSON.parse(await decrypt(item.details))).toMatchObject({ oldBalance: 1000, newBalance: 1 });
  }
});

test('ten thousand messages arrive, each once', async () => {
  const { url, texts } = await receiver();
  const many = Array.from({ length: 1_000 }, (_, at) =>
    rule(`${at}`, 'NEW_ACCOUNT_BALANCE', { accountIds: `101,${at}` }, false),
  );
  const visitor = new Visitor({ world: { ...worldOf(many), client: { userNotificationCallbackUrl: url } } });
  for (let update = 1; update <= 10; update++) await visitor.sandbox.runBatchUpdate(change(update));
  const { deliveries } = await visitor.sandbox.deliveries({ settled: true });
  expect(deliveries.filter(({ outcome, status }) => outcome === 'answered' && status === 200)).toHaveLength(
    10_000,
  );
  const handles = texts.map((text) => JSON.parse(text).callbackHandle);
  expect([handles.length, new Set(handles).size]).toEqual([10_000, 1_000]);
});

test('a hundred sandboxes send their messages side by side, each its own', async () => {
  const all = Array.from(
    { length: 100 },
    (_, at) => new Notified(worldOf([rule(`of ${at}`, 'NEW_ACCOUNT_BALANCE')])),
  );
  const told = await Promise.all(
    all.map(async (notified, at) => {
      await notified.update(change(at));
      return notified.told();
    }),
  );
  expect(told).toEqual(all.map((_, at) => [`of ${at}`]));
});
