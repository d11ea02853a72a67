// What `listen`, `fire` and `check` take of `--target`: how its provider encrypts and writes, what it leaves open, and its key.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, expect, test, vi } from 'vitest';
import { InputError } from '../../contracts/src/base/errors.ts';
import { receive } from '../../contracts/src/node/receiver.ts';
import { callVerb } from '../test-support/call-verb.ts';
import { checkCommand } from './check.ts';
import { fireCommand } from './fire.ts';
import { messageTarget } from './message-options.ts';

const folder = mkdtempSync(join(tmpdir(), 'message-target-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

// Encrypted is what begins with the key.
file(
  'cipher.mjs',
  `export default async (key) => ({
    encrypt: async (plain) => key + plain,
    decrypt: async (text) => {
      if (!text.startsWith(key)) throw new Error('not with ' + key);
      return text.slice(key.length);
    },
  });`,
);
const settings = {
  cipher: './cipher.mjs',
  serviceVersion: '1.29.0',
  bigDecimalForm: 'string',
  fieldAliases: { createdAt: ['created'] },
  toleratedTimeFormats: { createdAt: ['\\d{4}-\\d{2}-\\d{2}'] },
};
const credentials = { dataDecryptionKey: { env: 'BANK_KEY' } };
const path = file('bank.json', { callback: { host: '127.0.0.1', port: 0 }, credentials, settings });
const places = { accessUrl: 'https://bank.example', webFormUrl: 'https://forms.bank.example' };
const notSet = { clientId: { env: 'NOT_SET' }, clientSecret: { env: 'NOT_SET' } };
file(
  'bank.yaml',
  JSON.stringify({
    ...{ name: 'bank', environment: 'production', writes: 'forbidden', ...places, settings },
    ...{ credentials: { ...notSet, ...credentials }, callback: { host: '127.0.0.1', port: 0 } },
  }),
);

const item = {
  ...{ accountId: 101, accountName: 'sesame-Girokonto', accountNumber: 'sesame-532013000' },
  ...{ accountIban: null, bankName: 'Bank', bankConnectionName: null },
};
const message = {
  ...{ notificationRuleId: 7, triggerEvent: 'LOW_ACCOUNT_BALANCE', callbackHandle: 'low' },
  ...{ balanceThreshold: '250.50', balanceChanges: [item] },
};
const body = {
  ...{ id: '0f8fad5b-d9cb-469f-a165-70867728950e', url: `${places.webFormUrl}/1`, created: '2026-11-20' },
  ...{ expiresAt: '2026-11-21T09:15:00.123+0100', type: 'STANDALONE_PAYMENT', status: 'NOT_YET_OPENED' },
};
const form = {
  request: { method: 'POST', url: `${places.webFormUrl}/api/webForms/standalonePayment`, headers: {} },
  response: { status: 201, headers: {}, body },
};
file('records.ndjson', `${JSON.stringify({ message })}\n${JSON.stringify(form)}\n`);

test('of a file that only names a cipher the rest has its default', async () => {
  const own = { credentials, settings: { cipher: './cipher.mjs' } };
  const { cipher, keyEnv, settings } = await messageTarget(file('cipher-only.json', own));
  expect(keyEnv).toBe('BANK_KEY');
  expect(settings).toMatchObject({
    bigDecimalForm: 'number',
    apiVersionSelectors: {},
    webFormHosts: [],
  });
  expect(await (await cipher?.('sesame-'))?.decrypt('sesame-open')).toBe('open');
});

test('a file says where to listen, which prefix is API v1, and where web forms are due', async () => {
  const own = {
    callback: { host: '::1', port: 4711 },
    webFormUrl: 'https://forms.bank.example/x',
    settings: { apiVersionSelectors: { v1: '/one' } },
  };
  expect(await messageTarget(file('places.json', own))).toMatchObject({
    host: '::1',
    port: 4711,
    settings: { apiVersionSelectors: { v1: '/one' }, webFormHosts: ['forms.bank.example'] },
  });
  expect(await messageTarget(undefined)).toEqual({});
});

test.each([
  [
    'a mistyped setting',
    { settings: { fieldAlias: {} } },
    'not a target file: settings has the unknown field',
  ],
  ['a word out of the list', { settings: { bigDecimalForm: 'text' } }, 'settings.bigDecimalForm is none of'],
  [
    'a key in the file',
    { credentials: { dataDecryptionKey: 'abc' } },
    'credentials.dataDecryptionKey is not',
  ],
  [
    'an alias of no field',
    { settings: { fieldAliases: { creatdAt: ['c'] } } },
    'names creatdAt, which is no',
  ],
  [
    'a pattern that is none',
    { settings: { toleratedTimeFormats: { createdAt: ['('] } } },
    'is no regular expression',
  ],
  ['a list', [], 'not a target file: it has no keys with values'],
  ['no YAML', '{', 'is not YAML'],
])('%s is refused', async (name, content, words) => {
  const refused = messageTarget(file(`${name}.json`, content));
  await expect(refused).rejects.toBeInstanceOf(InputError);
  await expect(refused).rejects.toThrow(words);
});

test('a file that is not there is refused', async () => {
  await expect(messageTarget(join(folder, 'none.json'))).rejects.toThrow('There is no file ');
});

const inTheFolder = { 'records.ndjson': readFileSync(join(folder, 'records.ndjson')) };

/** Calls a verb with the key of the provider in the environment. */
function called(command: Command, ...args: string[]) {
  vi.stubEnv('BANK_KEY', 'sesame-');
  return callVerb(command, args, inTheFolder);
}

for (const target of ['bank.json', 'bank.yaml']) {
  test(`fire encrypts with the cipher of ${target} and writes as its provider does`, async () => {
    const heard: string[] = [];
    const handler = await receive({ onCall: ({ text }) => void heard.push(text) });
    for (const event of ['HIGH_TRANSACTION_AMOUNT', 'FOREIGN_MONEY_TRANSFER']) {
      const args = [event, '--include-details', '--to', handler.url, '--target', join(folder, target)];
      expect(await called(fireCommand(), ...args)).toMatchObject({
        exitCode: 0,
        stderr: expect.not.stringMatching(/sesame|test key/),
      });
    }
    await handler.close();
    const [high, foreign] = heard.map((message) => JSON.parse(message));
    expect(high.absoluteAmountThreshold).toMatch(/^\d+(\.\d+)?$/);
    const detailsOf = ({ newTransactions: [{ details }] }: typeof high) =>
      JSON.parse(details.slice('sesame-'.length)).transactionDetails[0];
    expect(high.newTransactions[0].details).toMatch(/^sesame-\{/);
    expect(detailsOf(high).amount).toBeTypeOf('number');
    expect(detailsOf(high)).not.toHaveProperty('isAdjustingEntry');
    expect(detailsOf(foreign).amount).toMatch(/^-\d+(\.\d+)?$/);
  });

  test(`check judges messages and exchanges by the settings of ${target}`, async () => {
    const args = ['--json', '--target', join(folder, target), 'records.ndjson'];
    const { stdout, stderr, exitCode } = await called(checkCommand(), ...args);
    const verdicts = stdout.trim().split('\n').slice(0, -1);
    expect(verdicts.map((line) => JSON.parse(line))).toMatchObject([
      { operation: 'LOW_ACCOUNT_BALANCE', verdict: 'upheld' },
      { operation: 'createStandalonePayment', verdict: 'upheld' },
    ]);
    expect(exitCode).toBe(0);
    expect(stderr).not.toMatch(/sesame|test key/);
  });
}

test('without the target the same records are violated', async () => {
  const { stdout, exitCode } = await called(checkCommand(), '--json', 'records.ndjson');
  const lines = stdout.trim().split('\n').slice(0, -1);
  expect(lines.map((line) => JSON.parse(line).verdict)).toEqual(['violated', 'violated']);
  expect(exitCode).toBe(1);
});

test('the key that the target names has to be there, and another name on the command line goes before it', async () => {
  const args = ['--target', path, '--key-env', 'OTHER_KEY', 'records.ndjson'];
  expect(await called(checkCommand(), ...args)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('OTHER_KEY is not set, and has to hold the data decryption key.'),
  });
});
