// What becomes of messages: how they are posted, outcomes, bounds and forgetting.
// Replaced: the receiver by a function that answers when the test says so, except where a server is called; the clock by the virtual one.
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import {
  CipherError,
  type CipherMaker,
  defaultCipher,
  TEST_KEY,
} from '../../../contracts/src/messages/cipher.ts';
import { served } from '../../test-support/served.ts';
import { rule, UpdateRunner, worldOf } from '../../test-support/update-runner.ts';
import type { SandboxOptions } from '../create-sandbox.ts';
import type { SandboxWorld } from '../state.ts';
import type { Deliveries } from './batch-updates.ts';
import { type Deliver, deliverByHttp } from './outbox.ts';

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
  return (await runner.deliveries({ settled: true })).deliveries;
}

test('without a callback URL, an update says that its messages are sent nowhere', async () => {
  const { client: _, ...silent } = world;
  const runner = new UpdateRunner(silent);
  expect(await runner.update(change())).toEqual({ queued: 0, waiting: 0, withoutCallbackUrl: 1 });
  expect(await runner.update({})).toEqual({ queued: 0, waiting: 0 });
});

test('a delivery is listed while it is on its way, and again when it is answered, without what is secret in its URL', async () => {
  const { receiver, deliver } = held();
  const runner = new UpdateRunner(toUrl('http://user:pass@127.0.0.1:9/hook?key=secret#part'), { deliver });
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
  expect((await settled).json).toEqual({ ...counts, settled: true, deliveries });
});

test.each([
  ['settled=yes', 'settled is neither true nor false'],
  ['setled=true', 'the query has the unknown parameter "setled"'],
  ['settled=true&settled=true', 'a parameter is sent more than once'],
])('GET /deliveries refuses ?%s', async (query, error) => {
  const { status, json } = await new UpdateRunner(world).control('GET', `/deliveries?${query}`);
  expect([status, json]).toEqual([400, { error }]);
});

test('the latest 10,000 deliveries are listed, oldest first, and the older ones counted', async () => {
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
  const settled = await runner.deliveries({ settled: true });
  expect(numbers(settled)).toEqual([10_000, 2, 3, 10_002]);
  expect(settled.deliveries.every(({ outcome }) => outcome === 'answered')).toBe(true);
  await runner.update(change());
  expect(numbers(await runner.deliveries())).toEqual([10_000, 3, 4, 10_003]);
  await runner.sandbox.close();
});

test('a receiver gets one POST of JSON in UTF-8 at the whole path, encrypted with the key of the sandbox, and a redirect is not followed', async () => {
  const calls: unknown[] = [];
  let body = '';
  const url = await served(async (request, response) => {
    body = await text(request);
    const { method, url, headers } = request;
    calls.push([method, url, headers['content-type'], headers['content-length']]);
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  for (const dataDecryptionKey of [TEST_KEY, 'ffeeddccbbaa99887766554433221100']) {
    const options = { deliver: deliverByHttp, cipher: defaultCipher, dataDecryptionKey };
    expect(await deliveriesOf(options, toUrl(`${url}/a/b?c=d`))).toMatchObject([{ status: 302 }]);
    const [{ accountName, details }] = JSON.parse(body).balanceChanges;
    const { decrypt } = await defaultCipher(dataDecryptionKey);
    expect(await decrypt(accountName)).toBe('Giro');
    expect(JSON.parse(await decrypt(details))).toMatchObject({ oldBalance: 1000 });
    expect(calls.splice(0)).toEqual([['POST', '/a/b?c=d', 'application/json', `${Buffer.byteLength(body)}`]]);
  }
});

test('a post may have another method, content type and further headers', async () => {
  const calls: unknown[] = [];
  const url = await served(({ method, headers }, response) => {
    calls.push([method, headers['content-type'], headers['x-signature']]);
    response.end();
  });
  const headers = { 'content-type': 'text/plain', 'x-signature': 'sha256=00' };
  await deliverByHttp(url, '{}', new AbortController().signal, { method: 'PUT', headers });
  expect(calls).toEqual([['PUT', 'text/plain', 'sha256=00']]);
});

const outOfTime = 'no response came within 0.02 s';
const failing = (error: Error) => ({ cipher: () => Promise.reject(error) });
const hanging = { cipher: () => new Promise<never>(() => {}), settings: { deliveryTimeLimit: 0.02 } };
const http = { deliver: deliverByHttp };
test.each<[string, SandboxOptions, url?: string]>([
  ['failed: no response came (ECONNREFUSED)', http, 'http://127.0.0.1:1/'],
  ['refused: 169.254.169.254 is a link-local or metadata address', http, 'http://169.254.169.254/latest'],
  ['refused: the URL must be http or https', http, 'http://['],
  ['failed: the message could not be written (the key is bad)', failing(new CipherError('the key is bad'))],
  [`failed: ${outOfTime}`, hanging],
])('an outcome is %s', async (words, options, url = 'http://127.0.0.1:9/hook') => {
  const deliveries = await deliveriesOf(options, toUrl(url));
  expect(deliveries.map(({ outcome, reason }) => `${outcome}: ${reason}`)).toEqual([words]);
});

test('receivers that hang are given up after the time limit, and those that come behind are posted', async () => {
  const gone: string[] = [];
  const deliver: Deliver = (url, _, signal) =>
    new Promise(() => signal.addEventListener('abort', () => gone.push(url)));
  const runner = new UpdateRunner(world, { deliver, settings: { deliveryTimeLimit: 0.02 } });
  for (let count = 0; count < 20; count++) await runner.update(change());
  const { deliveries } = await runner.deliveries({ settled: true });
  expect(deliveries.map(({ reason }) => reason)).toEqual(Array(20).fill(outOfTime));
  expect(gone).toHaveLength(20);
});

test('a bug is a failure of the sandbox, which goes on', async () => {
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => failures.push(error);
  const deliveries = await deliveriesOf({ ...failing(new TypeError('a bug')), onFailure });
  expect(deliveries).toMatchObject([{ outcome: 'failed', reason: 'the sandbox failed' }]);
  expect(failures).toEqual([new TypeError('a bug')]);
});

test('100,000 messages are held: further ones are dropped, and the update is done', async () => {
  const rules = Array.from({ length: 1_000 }, (_, at) =>
    rule(`${at}`, 'NEW_ACCOUNT_BALANCE', { accountIds: `101,${at}` }),
  );
  const runner = new UpdateRunner(worldOf(rules), { deliver: hang });
  for (let count = 0; count < 100; count++) expect((await runner.update(change())).queued).toBe(1_000);
  expect(await runner.update(change())).toEqual({ queued: 0, waiting: 0 });
  const { deliveries } = await runner.deliveries();
  const reason = 'the message was dropped, since too many are held already';
  expect(deliveries.at(-1)).toMatchObject({ outcome: 'failed', reason });
  await runner.control('POST', '/reset');
  expect((await runner.update(change())).queued).toBe(1_000);
  await runner.sandbox.close();
});

test.each<[string, (one: UpdateRunner) => Promise<unknown>]>([
  ['a reset', (one) => one.control('POST', '/reset')],
  ['another world', (one) => one.control('PUT', '/world', world)],
  ['the end of the sandbox', (one) => one.sandbox.close()],
])('messages on their way are forgotten by %s, and a late answer is not listed', async (_, forget) => {
  const { receiver, deliver } = held();
  const runner = new UpdateRunner(world, { deliver });
  for (let count = 0; count < 20; count++) await runner.update(change());
  await new Promise(setImmediate);
  const settled = runner.deliveries({ settled: true });
  await forget(runner);
  expect(receiver.ended).toBe(true);
  receiver.answer(200);
  expect(await settled).toEqual({ settled: true, waiting: 0, deliveries: [], dropped: 0 });
  await runner.update(change());
  await new Promise(setImmediate);
  receiver.answer(200);
  const { deliveries } = await runner.deliveries({ settled: true });
  expect(deliveries).toMatchObject([{ number: 1, outcome: 'answered' }]);
  // Sixteen were under way; those behind them are not sent.
  expect(receiver.calls).toBe(17);
});

test('a message that is forgotten while it is encrypted is not sent', async () => {
  let calls = 0;
  let encrypt = (_: string): void => {};
  const encrypted = new Promise<string>((resolve) => {
    encrypt = resolve;
  });
  const cipher: CipherMaker = async () => ({ encrypt: () => encrypted, decrypt: async (given) => given });
  const runner = new UpdateRunner(world, { cipher, deliver: async () => ++calls });
  await runner.update(change());
  await new Promise(setImmediate);
  await runner.control('POST', '/reset');
  encrypt('x');
  await new Promise(setImmediate);
  expect(calls).toBe(0);
});
