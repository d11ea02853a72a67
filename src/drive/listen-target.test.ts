// `listen --target` judges by what the target file says of its provider: where it calls, what it leaves open, how it encrypts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import { Stop } from '../../contracts/src/contract/stop.ts';
import { listenTarget } from './listen-target.ts';

const folder = mkdtempSync(join(tmpdir(), 'listen-target-'));
afterAll(() => rmSync(folder, { recursive: true }));

// Encrypted is what begins with the key.
writeFileSync(
  join(folder, 'cipher.mjs'),
  `export default async (key) => ({
    encrypt: async (plain) => key + plain,
    decrypt: async (text) => {
      if (!text.startsWith(key)) throw new Error('not with ' + key);
      return text.slice(key.length);
    },
  });`,
);
const path = join(folder, 'bank.yaml');
writeFileSync(
  path,
  `name: bank
environment: production
writes: forbidden
accessUrl: https://bank.example
webFormUrl: https://forms.bank.example
credentials:
  clientId: { env: NOT_SET }
  clientSecret: { env: NOT_SET }
  dataDecryptionKey: { env: BANK_KEY }
callback: { host: 127.0.0.1, port: 0 }
settings:
  cipher: ./cipher.mjs
  serviceVersion: unknown
  bigDecimalForm: string
`,
);

test('a target says where to listen, what it leaves open and which key its cipher takes', async () => {
  const { host, port, settings, keyEnv, cipher } = await listenTarget(path);
  expect({ host, port, keyEnv }).toEqual({ host: '127.0.0.1', port: 0, keyEnv: 'BANK_KEY' });
  expect(settings).toMatchObject({ serviceVersion: 'unknown', bigDecimalForm: 'string' });
  const made = await cipher('sesame-');
  expect(await made.decrypt('sesame-open')).toBe('open');
});

test('a file that is no target is refused', async () => {
  await expect(listenTarget(join(folder, 'cipher.mjs'))).rejects.toBeInstanceOf(Stop);
  await expect(listenTarget(join(folder, 'none.yaml'))).rejects.toMatchObject({ exitCode: 2 });
});

test('its messages are judged by its settings and opened with its cipher', async () => {
  const script = new URL('../../scripts/listen.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, '--target', 'bank.yaml', '--json'], {
    cwd: folder,
    env: { ...process.env, INIT_CWD: folder, BANK_KEY: 'sesame-' },
  });
  let stderr = '';
  child.stderr.on('data', (part) => {
    stderr += part;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const json = async () => JSON.parse(String((await lines.next()).value));
  const { url } = await json();
  const item = {
    accountId: 101,
    accountName: 'sesame-Girokonto',
    accountNumber: 'sesame-532013000',
    accountIban: null,
    bankName: 'Bank',
    bankConnectionName: null,
  };
  const message = {
    notificationRuleId: 7,
    triggerEvent: 'LOW_ACCOUNT_BALANCE',
    callbackHandle: 'low',
    balanceThreshold: '250.50',
    balanceChanges: [item],
  };
  await fetch(url, { method: 'POST', body: JSON.stringify(message) });
  expect(await json()).toMatchObject({ verdict: 'upheld', findings: [] });
  await fetch(url, {
    method: 'POST',
    body: JSON.stringify({ ...message, balanceChanges: [{ ...item, accountName: 'Girokonto' }] }),
  });
  expect(await json()).toMatchObject({
    verdict: 'violated',
    findings: [{ clause: 'MESSAGE-ENCRYPTION', pointer: '/balanceChanges/0/accountName' }],
  });
  child.kill('SIGINT');
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  expect(stderr).not.toContain('sesame');
  expect(stderr).not.toContain('test key');
});
