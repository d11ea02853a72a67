import { expect, test, vi } from 'vitest';
import { triggerEvents } from '../../contracts/generated/operations.ts';
import { edgeCases } from '../../contracts/src/messages/edge-cases.ts';
import { callVerb } from '../test-support/call-verb.ts';
import { decrypted, itemsOf, plainHandler } from '../test-support/plain-handler.ts';
import { fireCommand } from './fire.ts';

const OTHER_KEY = 'f0e1d2c3b4a5968778695a4b3c2d1e0f';

function fire(...args: string[]) {
  return callVerb(fireCommand(), args);
}

function linesOf({ stdout }: { readonly stdout: string }): string[] {
  return stdout.trim().split('\n');
}

test('one message arrives as JSON and decrypts, and its 200 is printed', async () => {
  const { url, calls } = await plainHandler();
  vi.stubEnv('DATA_DECRYPTION_KEY', '');
  const { exitCode, stdout, stderr } = await fire('LOW_ACCOUNT_BALANCE', '--to', url, '--include-details');
  expect(exitCode).toBe(0);
  expect(stdout).toBe('LOW_ACCOUNT_BALANCE: 200\n');
  expect(stderr).toContain('DATA_DECRYPTION_KEY is not set, so the published test key is used');
  expect(stderr).toContain(`1 of 1 message to ${new URL(url).origin} answered with 2xx.`);
  expect(stderr).not.toContain('abc');
  expect(calls).toHaveLength(1);
  expect(calls[0]).toMatchObject({ method: 'POST', type: 'application/json', path: '/hook?token=abc' });
  const items = itemsOf(calls[0]?.message);
  expect(items.length).toBeGreaterThan(0);
  for (const item of items) {
    const details = JSON.parse(decrypted(item['details']));
    expect(details).toMatchObject({
      iban: decrypted(item['accountIban']),
      accountNumber: decrypted(item['accountNumber']),
      accountName: decrypted(item['accountName']),
      bankConnectionName: decrypted(item['bankConnectionName']),
    });
    expect(details.newBalance).toBeLessThan(Number(calls[0]?.message['balanceThreshold']));
  }
});

test('without --include-details no item has details', async () => {
  const { url, calls } = await plainHandler();
  await fire('NEW_TRANSACTIONS', '--to', url);
  for (const item of itemsOf(calls[0]?.message)) expect(item).not.toHaveProperty('details');
});

test('--count sends as many with the next seeds, and --seed repeats one of them', async () => {
  const { url, calls } = await plainHandler();
  const sent = await fire('NEW_TRANSACTIONS', '--to', url, '--count', '3', '--seed', '7');
  expect(linesOf(sent)).toEqual(['7', '8', '9'].map((seed) => `NEW_TRANSACTIONS, seed ${seed}: 200`));
  await fire('NEW_TRANSACTIONS', '--to', url, '--seed', '8');
  const texts = calls.map(({ text }) => text);
  expect(texts).toHaveLength(4);
  expect(new Set(texts).size).toBe(3);
  expect(texts[3]).toBe(texts[1]);
});

test('--repeat sends each message again with the same bytes, and every run with one seed sends the same', async () => {
  const { url, calls } = await plainHandler();
  const args = ['NEW_TRANSACTIONS', '--include-details', '--count', '2', '--seed', '7', '--to', url];
  const sent = await fire(...args, '--repeat', '3');
  expect(linesOf(sent)).toEqual(
    [7, 8].flatMap((seed) =>
      [1, 2, 3].map((time) => `NEW_TRANSACTIONS, seed ${seed}, sending ${time} of 3: 200`),
    ),
  );
  expect(sent.stderr).toContain(`6 of 6 messages to ${new URL(url).origin} answered with 2xx.\n`);
  await fire(...args);
  const [first, second, third, fourth, ...others] = calls.map(({ text }) => text);
  expect([second, third]).toEqual([first, first]);
  expect(first).not.toBe(fourth);
  expect(others).toEqual([fourth, fourth, first, fourth]);
});

test('with a cipher that has random parts, only the repeated messages of one run are the same', async () => {
  const { url, calls } = await plainHandler();
  const files = {
    'bank.json': { settings: { cipher: './random.mjs' } },
    'random.mjs':
      'export default async () => ({ encrypt: async (text) => crypto.randomUUID() + text, decrypt: async (text) => text.slice(36) });',
  };
  const args = ['BANK_LOGIN_ERROR', '--repeat', '2', '--target', 'bank.json', '--to', url];
  for (const _ of [1, 2]) await callVerb(fireCommand(), args, files);
  const [first, second, third, fourth] = calls.map(({ text }) => text);
  expect([second, fourth]).toEqual([first, third]);
  expect(third).not.toBe(first);
});

test('a signal ends it after the current message, with the count until then', async () => {
  const { url, calls } = await plainHandler((response) => {
    process.emit('SIGINT');
    response.writeHead(200).end();
  });
  const { exitCode, stderr } = await fire('NEW_TRANSACTIONS', '--repeat', '5', '--to', url);
  expect([exitCode, calls.length]).toEqual([130, 1]);
  expect(stderr).toMatch(/^1 of 1 message to \S+ answered with 2xx\.$/m);
});

test('the key comes from DATA_DECRYPTION_KEY or the variable that --key-env names, and is never said', async () => {
  const { url, calls } = await plainHandler();
  vi.stubEnv('DATA_DECRYPTION_KEY', OTHER_KEY);
  const first = await fire('NEW_ACCOUNT_BALANCE', '--to', url);
  vi.stubEnv('MY_KEY', '0f'.repeat(16));
  const second = await fire('NEW_ACCOUNT_BALANCE', '--to', url, '--key-env', 'MY_KEY');
  const names = calls.map(({ message }) => itemsOf(message)[0]?.['accountName']);
  expect(decrypted(names[0], OTHER_KEY)).toBe(decrypted(names[1], '0f'.repeat(16)));
  expect(first.stderr + second.stderr).not.toMatch(/test key|f0e1d2|0f0f0f/);
});

test('a variable that holds no key is exit 2, and nothing is sent', async () => {
  const { url, calls } = await plainHandler();
  vi.stubEnv('MY_KEY', 'not-a-key');
  const wrong = await fire('NEW_ACCOUNT_BALANCE', '--to', url, '--key-env', 'MY_KEY');
  expect(wrong).toMatchObject({
    exitCode: 2,
    stderr: 'MY_KEY cannot be used: the data decryption key is not 32 hex digits.\n',
  });
  const unset = await fire('NEW_ACCOUNT_BALANCE', '--to', url, '--key-env', 'NO_SUCH_KEY');
  expect(unset).toMatchObject({
    exitCode: 2,
    stderr: 'NO_SUCH_KEY is not set, and has to hold the data decryption key.\n',
  });
  expect(calls).toEqual([]);
});

test('--edge-cases without an event sends those of every event, each with its name, and keeps 20 digits', async () => {
  const { url, calls } = await plainHandler();
  vi.stubEnv('DATA_DECRYPTION_KEY', '');
  const fired = await fire('--edge-cases', '--to', url);
  const lines = linesOf(fired);
  expect(fired.exitCode).toBe(0);
  expect(lines).toHaveLength(triggerEvents.flatMap((event) => edgeCases(event)).length);
  expect(lines.length).toBeGreaterThanOrEqual(47);
  expect(lines).toEqual(
    expect.arrayContaining([
      'NEW_TRANSACTIONS, 100 transactions: 200',
      'BANK_LOGIN_ERROR, errorCode is absent: 200',
      'NEW_TERMS_AND_CONDITIONS, an unknown extra field: 200',
    ]),
  );
  expect(new Set(calls.map(({ message }) => message['triggerEvent']))).toEqual(new Set(triggerEvents));
  const sent = (line: string) => calls[lines.indexOf(line)];
  expect(sent('LOW_ACCOUNT_BALANCE, balances of 20 digits: 200')?.text).toContain(
    '"balanceThreshold":123456789012345678.91,',
  );
  for (const item of itemsOf(sent('NEW_TRANSACTIONS, amounts of 20 digits: 200')?.message))
    expect(decrypted(item['details'])).toContain('"amount":-123456789012345678.91,');
});

test('--edge-cases with an event sends those of the event', async () => {
  const { url, calls } = await plainHandler();
  await fire('BANK_LOGIN_ERROR', '--edge-cases', '--to', url);
  expect(calls.map(({ message }) => message['triggerEvent'])).toEqual(Array(4).fill('BANK_LOGIN_ERROR'));
});

test('a wrong call is exit 64, and nothing is sent', async () => {
  const { url, calls } = await plainHandler();
  const wrong: [args: string[], words: string][] = [
    [['low-account-balance', '--to', url], '; did you mean LOW_ACCOUNT_BALANCE?'],
    [['NEW_TRANSACTION', '--to', url], '; did you mean NEW_TRANSACTIONS?'],
    [['PAYMENT', '--to', url], `they are ${triggerEvents.join(', ')}.`],
    [['--to', url], 'Name a trigger event'],
    [['NEW_TRANSACTIONS'], "required option '--to <url>'"],
    [['NEW_TRANSACTIONS', 'LOW_ACCOUNT_BALANCE', '--to', url], 'too many arguments'],
    [['NEW_TRANSACTIONS', '--to', url, '--count', '0'], 'It is no whole number from 1 to 999999.'],
    [['NEW_TRANSACTIONS', '--to', url, '--seed', '1.5'], 'It is no whole number from 1 to 999999.'],
    ...['0', '2.5', ''].map((times): [string[], string] => [
      ['NEW_TRANSACTIONS', '--to', url, '--repeat', times],
      "option '--repeat <number>' argument '" +
        times +
        "' is invalid. It is no whole number from 1 to 999999.",
    ]),
    [['NEW_TRANSACTIONS', '--to', url, '--repeat'], "option '--repeat <number>' argument missing"],
    [['NEW_TRANSACTIONS', '--to', url, '--edge-cases', '--data', 'a.json'], 'cannot be used with'],
    [['NEW_TRANSACTIONS', '--to', url, '--edge-cases', '--include-details'], 'cannot be used with'],
    [['NEW_TRANSACTIONS', '--to', url, '--detail'], 'unknown option'],
    [['NEW_TRANSACTIONS', '--to', 'localhost:3000'], 'it is no http or https address'],
    [['NEW_TRANSACTIONS', '--to', 'file:///etc/passwd'], 'it is no http or https address'],
    [['NEW_TRANSACTIONS', '--to', 'http://metadata.google.internal/'], 'link-local or metadata address'],
  ];
  for (const [args, words] of wrong) {
    const { exitCode, stdout, stderr } = await fire(...args);
    expect({ args, exitCode, stdout }).toEqual({ args, exitCode: 64, stdout: '' });
    expect(stderr).toContain(words);
  }
  expect(calls).toEqual([]);
});

// `fire` against handlers that answer, fail, hang, redirect or are absent.

test('another answer is exit 1, and the other messages are sent all the same', async () => {
  let call = 0;
  const { url } = await plainHandler((response) => void response.writeHead(++call === 2 ? 500 : 204).end());
  const { exitCode, stdout, stderr } = await fire('NEW_ACCOUNT_BALANCE', '--to', url, '--count', '3');
  expect(exitCode).toBe(1);
  expect(stdout).toBe(
    'NEW_ACCOUNT_BALANCE, seed 1: 204\nNEW_ACCOUNT_BALANCE, seed 2: 500\nNEW_ACCOUNT_BALANCE, seed 3: 204\n',
  );
  expect(stderr).toContain('2 of 3 messages');
});

test('a redirect is another answer, and is not followed', async () => {
  const elsewhere = await plainHandler();
  const { url } = await plainHandler(
    (response) => void response.writeHead(307, { location: elsewhere.url }).end(),
  );
  expect(await fire('NEW_ACCOUNT_BALANCE', '--to', url)).toMatchObject({
    exitCode: 1,
    stdout: 'NEW_ACCOUNT_BALANCE: 307\n',
  });
  expect(elsewhere.calls).toEqual([]);
});

test('a handler that hangs is exit 2, and the next message is tried', async () => {
  const { url, calls } = await plainHandler(() => {});
  const args = ['NEW_ACCOUNT_BALANCE', '--to', url, '--count', '2'];
  expect(await callVerb(fireCommand(200), args)).toMatchObject({
    exitCode: 2,
    stdout:
      'NEW_ACCOUNT_BALANCE, seed 1: no answer within 0.2 s\nNEW_ACCOUNT_BALANCE, seed 2: no answer within 0.2 s\n',
  });
  expect(calls).toHaveLength(2);
});

test('a handler that gives a status and no end of its body has answered', async () => {
  const { url } = await plainHandler((response) => void response.writeHead(202).write('more follows'));
  expect(await fire('NEW_ACCOUNT_BALANCE', '--to', url)).toMatchObject({ exitCode: 0 });
});

test('a handler that breaks the connection off is exit 2, but another answer beats it', async () => {
  const { url } = await plainHandler((_, { socket }) => void socket.destroy());
  expect(await fire('NEW_ACCOUNT_BALANCE', '--to', url)).toMatchObject({
    exitCode: 2,
    stdout: 'NEW_ACCOUNT_BALANCE: the receiver closed the connection\n',
  });
  let isFirst = true;
  const changing = await plainHandler((response, { socket }) => {
    if (!isFirst) socket.destroy();
    else response.writeHead(500).end();
    isFirst = false;
  });
  expect(await fire('NEW_ACCOUNT_BALANCE', '--to', changing.url, '--count', '2')).toMatchObject({
    exitCode: 1,
  });
});

test('where the connection is refused, one message is tried and no other', async () => {
  expect(await fire('--edge-cases', '--to', 'http://127.0.0.1:1/')).toMatchObject({
    exitCode: 2,
    stdout: 'NEW_ACCOUNT_BALANCE, no details: the connection is refused\n',
  });
});

test('a receiver that speaks no HTTP is exit 2', async () => {
  const { url } = await plainHandler((_, { socket }) => void socket.end('no HTTP\r\n'));
  expect(await fire('NEW_ACCOUNT_BALANCE', '--to', url)).toMatchObject({ exitCode: 2 });
});
