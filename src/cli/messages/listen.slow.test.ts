// `listen` as a user starts it: judges each message as it arrives, survives whatever else does, and reports at its end.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import exampleMessages from '../../../contracts/generated/example-messages.json' with { type: 'json' };
import { defaultCipher, TEST_KEY } from '../../../contracts/src/messages/cipher.ts';
import { callVerb } from '../../test-support/call-verb.ts';
import { outputFaults } from '../../test-support/output-faults.ts';
import { fakeServer } from '../../test-support/served.ts';
import { listening } from '../../test-support/started-verb.ts';
import { checkCommand } from '../recordings/check.ts';
import { listenCommand } from './listen.ts';

const low = exampleMessages.messages.LOW_ACCOUNT_BALANCE.full;
const rule = {
  notificationRuleId: 81,
  triggerEvent: 'LOW_ACCOUNT_BALANCE',
  params: { balanceThreshold: 250.5 },
  callbackHandle: 'below-threshold',
  includeDetails: true,
};

test('--json prints one line a message with four keys, whatever arrives, and SIGTERM ends with a report', async () => {
  const { line, post, end } = await listening(['--json', '--rules', 'rules.json'], {
    files: { 'rules.json': [rule] },
  });
  const printed: { verdict: string; callbackHandle: unknown; findings: { clause: string }[] }[] = [];
  const TOO_LONG = 'x'.repeat(10 * 1024 * 1024 + 1);
  for (const body of [
    low,
    { ...low, balanceThreshold: 300 },
    { ...low, callbackHandle: 'another', notificationRuleId: 1 },
    { triggerEvent: 'PAYMENT_DONE', callbackHandle: 'below-threshold' },
    'GARBAGE',
    '{"triggerEvent":"NEW_TRANSACTIONS","callbackHandle":"a","callbackHandle":"b"}',
    '[]',
    '',
    TOO_LONG,
    low,
  ]) {
    expect(await post(body, '/any/path?of=it')).toBe(body === TOO_LONG ? 413 : 200);
    printed.push(JSON.parse(await line()));
  }
  expect(printed.flatMap((each) => outputFaults('listen', each))).toEqual([]);
  expect(
    printed.map(({ verdict, callbackHandle, findings }) =>
      [verdict, callbackHandle, ...findings.map(({ clause }) => clause)].join(' '),
    ),
  ).toEqual([
    'upheld below-threshold',
    'violated below-threshold MESSAGE-LOW-THRESHOLD',
    'violated another MESSAGE-CALLBACK-HANDLE',
    'not-judged below-threshold',
    ...Array(5).fill('not-judged '),
    'upheld below-threshold',
  ]);
  const { code, err: stderr } = await end('SIGTERM');
  expect(stderr).toMatch(/^ {2}notifications +\d+ +2 +\d+$/m);
  const words = stderr.replace(/\nClauses\n.*?\n(?=\n\d+ messages:)/s, '');
  await expect(words).toMatchFileSnapshot('screens/listen/every-kind-of-message.txt');
  expect(code).toBe(0);
});

test('people read one line a message, on which no handle steers the terminal', async () => {
  const env = { BANK_KEY: TEST_KEY };
  const { line, post, end } = await listening(['--status', '204', '--key-env', 'BANK_KEY'], { env });
  expect(await post({ ...low, callbackHandle: 'a\u001b[31m\u009b2J\u202e\nb' })).toBe(204);
  expect(await line()).toBe('upheld      LOW_ACCOUNT_BALANCE  a\ufffd[31m\ufffd2J\ufffd\ufffdb');
  const { accountName: _, ...item } = low.balanceChanges[0] ?? {};
  await post({ ...low, callbackHandle: 7, balanceChanges: [item] });
  expect(await line()).toBe(
    'violated    LOW_ACCOUNT_BALANCE  MESSAGE-CALLBACK-HANDLE: callbackHandle: expected text, got a number (and 1 more)',
  );
  await post('nonsense');
  expect(await line()).toBe('not judged  a callback  the body cannot be read as JSON: unexpected character');
  const { code, err: stderr } = await end('SIGINT');
  expect(stderr).toMatch(/\n\n3 messages: 1 upheld, 1 violated, 1 not judged\.\n/);
  expect(code).toBe(0);
});

test('in JSON a handle is escaped and still itself', async () => {
  const { line, post } = await listening(['--json']);
  const callbackHandle = 'a\u001b[31m\u009b2J\u202e\u{e0001}\u{1f4b6}';
  await post({ ...low, callbackHandle });
  const written = await line();
  expect(written).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
  expect(JSON.parse(written)).toMatchObject({ callbackHandle, verdict: 'upheld' });
});

test('a target file gives the key and the settings', async () => {
  const credentials = { dataDecryptionKey: { env: 'BANK_KEY' } };
  const { line, post, end } = await listening(['--json', '--target', 'bank.yaml'], {
    files: { 'bank.yaml': { credentials, settings: { bigDecimalForm: 'string' } } },
    env: { BANK_KEY: TEST_KEY },
  });
  await post({ ...low, balanceThreshold: '250.50' });
  expect(JSON.parse(await line())).toMatchObject({ verdict: 'upheld', findings: [] });
  expect(await end('SIGINT')).toMatchObject({ code: 0, err: expect.not.stringContaining('test key') });
});

test('another key opens nothing: the listener says once that it may be the wrong one, and goes on', async () => {
  const { line, post, end } = await listening(['--json'], {
    env: { DATA_DECRYPTION_KEY: 'ffeeddccbbaa99887766554433221100' },
  });
  for (const sent of [low, { ...low, callbackHandle: 'another' }]) {
    await post(sent);
    const { verdict, findings } = JSON.parse(await line());
    expect(verdict).toBe('violated');
    expect(findings).toMatchObject([{ clause: 'MESSAGE-ENCRYPTION', pointer: '' }]);
  }
  const { err: stderr } = await end('SIGINT');
  expect(stderr.split('\n')[0]).toBe(
    'No encrypted field could be decrypted: the key in DATA_DECRYPTION_KEY may not be the key of the service.',
  );
  expect(stderr.split('No encrypted field')).toHaveLength(2);
});

test('--forward-to passes each call on unchanged, prints both verdicts, and records what check reads', async () => {
  const { url: handler, calls } = await fakeServer((response, { text }) => {
    if (text === 'reset') response.destroy();
    else response.writeHead(text.includes('below') ? 202 : 422, { 'x-from': 'handler' }).end('{"ok":true}');
  });
  const target = ['--forward-to', `${handler}/hook?token=canary-token`];
  const { line, url, post, end, folder } = await listening([...target, '--out', 'out.ndjson']);
  const response = await fetch(url, {
    method: 'PUT',
    body: JSON.stringify(low),
    headers: { 'x-own': 'kept' },
  });
  expect([response.status, response.headers.get('x-from'), await response.json()]).toEqual([
    202,
    'handler',
    { ok: true },
  ]);
  expect(await line()).toBe('upheld      LOW_ACCOUNT_BALANCE  below-threshold  handler 202');
  expect(calls[0]).toMatchObject({
    method: 'PUT',
    path: '/hook?token=canary-token',
    text: JSON.stringify(low),
  });
  expect(calls[0]?.headers).toMatchObject({ 'x-own': 'kept', host: new URL(handler).host });
  expect(await post({ ...low, callbackHandle: 7 }, '/more?of=it')).toBe(422);
  expect(await line()).toMatch(
    /^violated {4}LOW_ACCOUNT_BALANCE {2}handler 422 {2}MESSAGE-CALLBACK-HANDLE: /,
  );
  expect(calls[1]?.path).toBe('/hook/more?of=it');
  expect(await post('reset')).toBe(502);
  expect(await line()).toMatch(
    /^not judged {2}a callback {2}handler without a response {2}the body cannot be read/,
  );
  const { code, err } = await end('SIGTERM');
  expect(err).toMatch(
    /^3 messages: 1 upheld, 1 violated, 1 not judged\.\n1 of 3 messages got a 2xx response of the handler\.$/m,
  );
  expect(code).toBe(0);
  const recorded = readFileSync(join(folder, 'out.ndjson'), 'utf8');
  expect(recorded).not.toContain('canary-token');
  const checked = await callVerb(checkCommand(), ['in.ndjson'], { 'in.ndjson': recorded });
  expect(checked.stdout).toMatch(/^3 records: 1 upheld, 1 violated, 0 refused, 1 not judged/m);
});

test('--json has the status of the handler; --out alone is refused, a handler that is down is said', async () => {
  const { line, post, end } = await listening(['--json', '--forward-to', 'http://127.0.0.1:1/']);
  expect(await post(low)).toBe(502);
  const printed = JSON.parse(await line());
  expect(outputFaults('listen', printed)).toEqual([]);
  expect(printed).toMatchObject({ verdict: 'upheld', handlerStatus: 0 });
  expect((await end('SIGINT')).err).toContain(
    'http://127.0.0.1:1 gave no response: the connection is refused\n',
  );
  for (const args of ['--out out.ndjson', '--forward-to http://127.0.0.1:1/ --status 204'])
    expect((await callVerb(listenCommand(), args.split(' '))).exitCode).toBe(64);
});

const NEW = { notificationRuleId: 1, triggerEvent: 'NEW_TRANSACTIONS', callbackHandle: 'x' };

test('of very many findings a hundred are printed, with the number of the others; of more places none', async () => {
  const { line, post, end } = await listening(['--json']);
  await post({ ...NEW, newTransactions: Array(1000).fill(1) });
  const { verdict, findings, moreFindings } = JSON.parse(await line());
  expect([verdict, findings.length, moreFindings]).toEqual(['violated', 100, 900]);
  const entries = Array(30_000).fill({});
  const cipher = await defaultCipher(TEST_KEY);
  const details = await cipher.encrypt(JSON.stringify({ transactionDetails: entries }));
  for (const newTransactions of [entries, [{ accountId: 1, details }]]) {
    await post({ ...NEW, newTransactions });
    expect(JSON.parse(await line())).toMatchObject({ verdict: 'not-judged', findings: [] });
  }
  const printed = 'not judged: the message has more than 50000 values';
  expect((await end('SIGINT')).err.split(printed)).toHaveLength(3);
});

test('2,000 slow connections shut nobody out; beyond 5,000, the listener says so', async () => {
  const { line, url, post, end } = await listening(['--json']);
  const open = async (count: number) => {
    for (let at = 0; at < count; at += 100)
      await Promise.all(
        Array.from({ length: 100 }, async () => {
          const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
          await once(socket, 'connect');
          socket.write('P');
        }),
      );
  };
  await open(2000);
  const start = performance.now();
  expect(await post(low)).toBe(200);
  expect(performance.now() - start).toBeLessThan(5000);
  await open(3100);
  await line();
  expect(JSON.parse(await line())).toMatchObject({ verdict: 'not-judged' });
  expect((await end('SIGINT')).err).toMatch(/^not judged: more than 5000 connections were open$/m);
});
