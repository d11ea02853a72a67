// What of messages a target reaches, why the rest is out of reach, and the users and tokens of its sessions.
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { TEST_KEY } from '../../../contracts/src/messages/cipher.ts';
import { type FaultHooks, noHooks } from '../../sandbox/fault-hooks.ts';
import { targetFolder } from '../../test-support/target-file-of-sandbox.ts';
import type { Control } from '../control.ts';
import { describeTarget } from '../targets/describe-target.ts';
import { missingCredentials, type TargetFile, targetSettings } from '../targets/target-file.ts';
import { OutOfReach, Unproven } from '../unproven.ts';
import { messagingOf, openTarget } from './open-target.ts';
import { startSandboxInProcess, startSandboxTarget } from './sandbox-target.ts';

const FILE: TargetFile = {
  name: 'bank',
  environment: 'sandbox',
  writes: 'allowed',
  accessUrl: 'http://127.0.0.1:1',
  webFormUrl: 'http://127.0.0.1:1',
  controlUrl: 'http://127.0.0.1:1',
  credentials: { clientId: { env: 'A' }, clientSecret: { env: 'B' }, dataDecryptionKey: { env: 'KEY' } },
  callback: { host: '127.0.0.1', port: 0 },
};

afterEach(() => void vi.unstubAllEnvs());

/** How messages reach the target of a file whose control plane has two operations that end as the test says, and its calls. */
async function reached({
  keys = {},
  key = TEST_KEY,
  updates,
  deliveries,
}: {
  keys?: Partial<TargetFile>;
  key?: string;
  updates?: Error;
  deliveries?: Error;
} = {}) {
  vi.stubEnv('KEY', key);
  const calls: string[] = [];
  const control: Partial<Control> = {
    runBatchUpdate: async (update) => {
      calls.push(`update ${JSON.stringify(update)}`);
      if (updates) throw updates;
    },
    settledDeliveries: async () => {
      calls.push('deliveries');
      if (deliveries) throw deliveries;
      return [];
    },
  };
  const described = { chosenBy: 'bank.yaml', file: { ...FILE, ...keys }, settings: targetSettings() };
  return { calls, messaging: await messagingOf(described, control as Control) };
}

const { clientId, clientSecret } = FILE.credentials;

test.each<[object, lacks: string[]]>([
  [{}, []],
  [{ controlUrl: undefined }, ['clock', 'messages']],
  [{ callback: undefined }, ['messages']],
  [{ credentials: { clientId, clientSecret } }, ['messages']],
])('a target file with %j lacks %j', async (keys, lacks) => {
  const described = await describeTarget(targetFolder().file({ controlUrl: FILE.controlUrl, ...keys }));
  expect(Object.keys(described.lacks).toSorted()).toEqual(lacks);
});

test('a key that is named has to be set, once there is a control plane, and has to be one', async () => {
  vi.stubEnv('A', 'a').stubEnv('B', 'b').stubEnv('KEY', '');
  expect(missingCredentials(FILE)).toEqual(['KEY']);
  const { controlUrl: _, ...noControl } = FILE;
  expect(missingCredentials(noControl)).toEqual([]);
  vi.stubEnv('KEY', TEST_KEY);
  expect(missingCredentials(FILE)).toEqual([]);
  await expect(reached({ key: 'no key' })).rejects.toMatchObject({ name: 'InputError' });
});

test('the control plane is called once, when it is first needed, and with an empty update', async () => {
  const { calls, messaging } = await reached();
  expect(calls).toEqual([]);
  expect(await messaging?.offers()).toEqual({ reportsSettled: true, lacks: {} });
  await messaging?.offers();
  expect(calls).toEqual(['update {}', 'deliveries']);
});

const NOT_THERE = new OutOfReach('the control plane answers 404');
const DOWN = new Unproven('the control plane gives no answer');

test.each<[string, Parameters<typeof reached>[0], lacks: string[], boolean]>([
  ['runs no batch updates', { updates: NOT_THERE }, ['messages'], false],
  ['lists no deliveries', { deliveries: NOT_THERE }, ['silence'], false],
  ['gives no answer now', { updates: DOWN, deliveries: DOWN }, [], true],
  // A waiting time makes up for deliveries that are not listed.
  ['lists no deliveries but is waited for', { deliveries: NOT_THERE, keys: { waitingTime: 2 } }, [], false],
])('a control plane that %s lacks that alone', async (_, plane, lacks, reportsSettled) => {
  const { messaging } = await reached(plane);
  const offers = await messaging?.offers();
  expect(Object.keys(offers?.lacks ?? {})).toEqual(lacks);
  expect(offers?.reportsSettled).toBe(reportsSettled);
  expect(messaging?.waitingTime).toBe(plane?.keys ? 2000 : undefined);
});

test('calls and the control plane are sent by one sender, within the bounds of the file', async () => {
  vi.stubEnv('TARGET_ID', 'a').stubEnv('TARGET_SECRET', 'long enough').stubEnv('TARGET_KEY', TEST_KEY);
  const path = targetFolder().file({ controlUrl: FILE.controlUrl });
  const { target, stop } = await openTarget(await describeTarget(path));
  onTestFinished(stop);
  const NO_MORE = /^(?!.*ECONNREFUSED)/;
  for (let made = 0; made < 10; made++) await expect(target.control?.reset()).rejects.toThrow('ECONNREFUSED');
  await expect(target.control?.reset()).rejects.toThrow(NO_MORE);
  await expect((await target.session()).token('client')).rejects.toThrow(NO_MORE);
});

test('over its URLs, each session has a user of its own, and its tokens are its own', async () => {
  const { target, stop } = await startSandboxTarget();
  onTestFinished(stop);
  const [one, two] = [await target.session(), await target.session()];
  expect(one.values.userName).not.toBe(two.values.userName);
  const token = await one.token('user');
  expect(token).not.toBe(await one.token('other user'));
  expect(token).toBe(await one.token('user'));
  expect(token).not.toBe(await one.token('user anew'));
  expect(await one.token('no one')).toBeUndefined();
  expect(await one.token({ of: 'user', damaged: (valid) => `${valid}x`, inShell: "sed 's/$/x/'" })).toBe(
    `${token}x`,
  );
});

test('the target is not called before a case needs it', async () => {
  const calls: string[] = [];
  const answer: FaultHooks['answer'] = (given, { operationId }) => {
    calls.push(operationId);
    return given;
  };
  const { target, stop } = await startSandboxInProcess({ hooks: { ...noHooks, answer } });
  onTestFinished(stop);
  const session = await target.session();
  await session.token('stranger');
  expect(calls).toEqual([]);
  await session.createUser();
  await session.createUser();
  expect(calls).toEqual(['createToken', 'createUser']);
  await session.token('user');
  await session.token('client');
  // The token that creates users is not that of the case.
  expect(calls).toEqual(['createToken', 'createUser', 'createToken', 'createToken']);
});
