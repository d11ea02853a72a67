// A callback that no message reaches and a key that opens none end the run in one line; a provider's own faults do not. The provider is our sandbox.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { catalogue } from '../../suites/catalogue.ts';
import { InputError } from '../base/errors.ts';
import { type FaultHooks, noHooks } from '../sandbox/fault-hooks.ts';
import { served } from '../test-support/served.ts';
import { listeningSandbox, targetFolder } from '../test-support/target-file-of-sandbox.ts';
import { callbackPreflight } from './callback-preflight.ts';
import { selection } from './choose-cases.ts';
import { runTargets } from './run.ts';
import { openTarget } from './session/open-target.ts';
import type { Messaging } from './session/session.ts';
import { describeTarget } from './targets/describe-target.ts';

const ONE_CLAUSE = { only: selection('MESSAGE-BALANCE-FIRES') };

/** Runs one clause of messages against a sandbox behind a target file with these keys. */
async function run(keys: object = {}, hooks: Partial<FaultHooks> = {}, env: Record<string, string> = {}) {
  const { folder, file } = targetFolder();
  const { urls } = await listeningSandbox({ hooks: { ...noHooks, ...hooks } });
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  writeFileSync(
    join(folder, 'other.js'),
    'export default async () => ({ encrypt: String, decrypt: () => { throw 0 } })',
  );
  const path = file({ ...urls, ...keys });
  found.length = 0;
  const described = await describeTarget('bank.yaml', path);
  const {
    runs: [ran],
  } = await runTargets([{ described, open: () => openTarget(described) }], catalogue, {
    ...ONE_CLAUSE,
    onChecked: (check, text, isRight = true) => void found.push(`${isRight ? '' : '- '}${check} ${text}`),
  });
  return ran?.clauses.map(({ verdict }) => verdict);
}

/** What the latest run found right before it judged anything. */
const found: string[] = [];

test('the callback and the key of a conforming provider are left to the cases', async () => {
  expect(await run()).toEqual(['upheld']);
  expect(found.slice(-2).map((line) => line.split(' ')[0])).toEqual(['callback', 'key']);
});

test('another key, or the cipher of another one, ends the run in one line without the key', async () => {
  // With some keys a text decrypts to other text, with most to a mistake in its padding.
  for (const last of ['0', '1', '2', '3', '4', '5', '6', '7']) {
    const key = `0011223344556677889900aabbccdd0${last}`;
    const error = await run({}, {}, { TARGET_KEY: key }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InputError);
    expect(String(error)).toMatch(/credentials\.dataDecryptionKey/);
    expect(String(error)).not.toContain(key);
  }
  await expect(run({ settings: { cipher: './other.js' } })).rejects.toThrow('./other.js');
});

test('a callback where nothing can listen, or that leads nowhere, ends the run in one line', async () => {
  const port = Number(new URL(await served()).port);
  await expect(run({ callback: { host: '127.0.0.1', port } })).rejects.toThrow('EADDRINUSE');
  const publicUrl = 'http://127.0.0.1:9/inbox?of=run';
  await expect(run({ callback: { host: '127.0.0.1', port: 0, publicUrl } })).rejects.toThrow(publicUrl);
});

test('where no control plane says what became of the messages, their time limit does', async () => {
  const { urls } = await listeningSandbox();
  const callback = { host: '127.0.0.1', port: 0, publicUrl: 'http://127.0.0.1:9/inbox' };
  const path = targetFolder().file({ ...urls, callback, waitingTime: 0.1 });
  const { target, stop } = await openTarget(await describeTarget(path));
  onTestFinished(stop);
  const offers = async () => ({ reportsSettled: false, lacks: {} });
  const messaging = { ...(target.messaging as Messaging), offers };
  await expect(callbackPreflight({ ...target, messaging })).rejects.toThrow('none of 4 within 0.1 s');
});

const elsewhere: Partial<FaultHooks> = {
  posts: (post) => [{ ...post, url: post.url.replace('notifications', 'other') }],
};

test.each<[string, Partial<FaultHooks>, string, string]>([
  ['sends nothing', { matches: () => [] }, 'violated', '- callback'],
  ['sends to another path', elsewhere, 'upheld', 'key'],
  ['encrypts nothing', { message: (_, plain) => plain as never }, 'unproven', '- key'],
])('a provider that %s is left to the cases', async (_, hooks, verdict, line) => {
  expect(await run({}, hooks)).toEqual([verdict]);
  expect(found.at(-1)?.startsWith(`${line} `)).toBe(true);
});
