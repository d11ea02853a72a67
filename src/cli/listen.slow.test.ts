// `listen` as a user starts it: judges each message as it arrives, survives whatever else does, and reports at its end.
import { expect, test } from 'vitest';
import exampleMessages from '../../contracts/generated/example-messages.json' with { type: 'json' };
import { outputFaults } from '../test-support/output-faults.ts';
import { listening } from '../test-support/started-verb.ts';

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
  const printed: object[] = [];
  for (const body of [
    low,
    { ...low, balanceThreshold: 300 },
    { ...low, callbackHandle: 'another', notificationRuleId: 1 },
    { triggerEvent: 'PAYMENT_DONE', callbackHandle: 'below-threshold' },
    'GARBAGE',
    '{"triggerEvent":"NEW_TRANSACTIONS","callbackHandle":"a","callbackHandle":"b"}',
    '[]',
    '',
    low,
  ]) {
    expect(await post(body, '/any/path?of=it')).toBe(200);
    printed.push(JSON.parse(await line()));
  }
  expect(await post('x'.repeat(10 * 1024 * 1024 + 1))).toBe(413);
  printed.push(JSON.parse(await line()));
  const upheld = {
    triggerEvent: 'LOW_ACCOUNT_BALANCE',
    callbackHandle: 'below-threshold',
    verdict: 'upheld',
    findings: [],
  };
  const unjudged = { triggerEvent: null, callbackHandle: null, verdict: 'not-judged', findings: [] };
  const violated = (clause: string, pointer: string, message: string) => ({
    ...upheld,
    verdict: 'violated',
    findings: [{ clause, about: 'provider', pointer, message }],
  });
  expect(printed).toEqual([
    upheld,
    violated(
      'MESSAGE-LOW-THRESHOLD',
      '/balanceThreshold',
      'balanceThreshold is 300, not 250.5, that of the rule',
    ),
    {
      ...violated(
        'MESSAGE-CALLBACK-HANDLE',
        '/callbackHandle',
        'callbackHandle is text of 7 characters, not that of a known rule',
      ),
      callbackHandle: 'another',
    },
    { ...unjudged, callbackHandle: 'below-threshold' },
    ...Array(4).fill(unjudged),
    upheld,
    unjudged,
  ]);
  expect(printed.flatMap((each) => outputFaults('listen', each))).toEqual([]);
  const { code, err: stderr } = await end('SIGTERM');
  expect(stderr).toMatch(/^ {2}notifications +\d+ +2 +\d+$/m);
  expect(
    stderr.replace(/\nClauses\n.*?\n(?=\n\d+ messages:)/s, ''),
  ).toBe(`DATA_DECRYPTION_KEY is not set, so the published test key is used: 00112233445566778899aabbccddeeff
not judged: its triggerEvent is none of the documented ones
not judged: the body cannot be read as JSON: unexpected character
not judged: the body cannot be read as JSON: key "callbackHandle" is repeated
not judged: the body is a list, not an object
not judged: the body is empty
not judged: the body is longer than 10485760 bytes

10 messages: 2 upheld, 2 violated, 6 not judged.
  MESSAGE-LOW-THRESHOLD: 1 finding
  MESSAGE-CALLBACK-HANDLE: 1 finding
`);
  expect(code).toBe(0);
});

test('people read one line a message, on which no handle steers the terminal', async () => {
  const key = { BANK_KEY: '00112233445566778899aabbccddeeff' };
  const { line, post, end } = await listening(['--status', '204', '--key-env', 'BANK_KEY'], { env: key });
  expect(await post({ ...low, callbackHandle: 'a\u001b[31m\u009b2J\u202e\nb' })).toBe(204);
  expect(await line()).toBe('upheld      LOW_ACCOUNT_BALANCE  a\ufffd[31m\ufffd2J\ufffd\ufffdb');
  const { accountName: _, ...item } = low.balanceChanges[0] ?? {};
  await post({ ...low, callbackHandle: 7, balanceChanges: [item] });
  expect(await line()).toBe(
    'violated    LOW_ACCOUNT_BALANCE  MESSAGE-CALLBACK-HANDLE at /callbackHandle: callbackHandle is a number, not text (and 1 more)',
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

test('a target file gives the place, the cipher, the key and the settings', async () => {
  const files = {
    'cipher.mjs': `export default async (key) => ({
      encrypt: async (plain) => key + plain,
      decrypt: async (text) => {
        if (!text.startsWith(key)) throw new Error('not with ' + key);
        return text.slice(key.length);
      },
    });`,
    'bank.yaml': {
      callback: { host: '127.0.0.1', port: 0 },
      credentials: { dataDecryptionKey: { env: 'BANK_KEY' } },
      settings: { cipher: './cipher.mjs', bigDecimalForm: 'string' },
    },
  };
  const { line, post, end } = await listening(['--json', '--target', 'bank.yaml'], {
    files,
    env: { BANK_KEY: 'sesame-' },
  });
  const [change] = low.balanceChanges;
  const encrypted = { accountName: 'sesame-Girokonto', accountNumber: 'sesame-5320' };
  const bare = { accountIban: null, bankConnectionName: null };
  const { details: _, ...item } = { ...change, ...encrypted, ...bare };
  const message = { ...low, balanceThreshold: '250.50', balanceChanges: [item] };
  await post(message);
  expect(JSON.parse(await line())).toMatchObject({ verdict: 'upheld', findings: [] });
  await post({ ...message, balanceChanges: [{ ...item, accountName: 'Girokonto' }] });
  expect(JSON.parse(await line())).toMatchObject({
    verdict: 'violated',
    findings: [{ clause: 'MESSAGE-ENCRYPTION', pointer: '/balanceChanges/0/accountName' }],
  });
  expect(await end('SIGINT')).toMatchObject({
    code: 0,
    err: expect.not.stringMatching(/sesame|test key/),
  });
});
