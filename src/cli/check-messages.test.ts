/** The verb `check` on messages: judged beside exchanges, decrypted with the key of the environment. */
import { expect, test, vi } from 'vitest';
import exampleMessages from '../../contracts/generated/example-messages.json' with { type: 'json' };
import { callVerb } from '../test-support/call-verb.ts';
import { documentedRecords } from '../test-support/documented-records.ts';
import { checkCommand } from './check.ts';

/** Runs `check` on files with this key in the environment. */
async function check(files: Record<string, string>, options: string[] = [], key?: string) {
  vi.stubEnv('DATA_DECRYPTION_KEY', key);
  const called = await callVerb(checkCommand(), [...Object.keys(files), ...options], files);
  return { ...called, lines: called.stdout.trim().split('\n').slice(0, -1) };
}

const upheld = JSON.stringify(documentedRecords().createUser);
const message = exampleMessages.messages.LOW_ACCOUNT_BALANCE.full;
const good = JSON.stringify({ message });
const bad = JSON.stringify({
  message,
  rule: { triggerEvent: 'NEW_TRANSACTIONS', callbackHandle: 'below-threshold' },
});

test('messages are judged beside exchanges, and the test key is spoken of once', async () => {
  const { exitCode, lines, stderr } = await check(
    { 'm.ndjson': `${upheld}\n${good}\n`, 'n.json': `[${good}, ${bad}, {"message": 7}]` },
    ['--json'],
  );
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { index: 0, file: 'm.ndjson', operation: 'createUser', verdict: 'upheld' },
    { index: 1, file: 'm.ndjson', operation: 'LOW_ACCOUNT_BALANCE', verdict: 'upheld', findings: [] },
    { index: 0, file: 'n.json', operation: 'LOW_ACCOUNT_BALANCE', verdict: 'upheld' },
    {
      index: 1,
      operation: 'LOW_ACCOUNT_BALANCE',
      verdict: 'violated',
      findings: [{ clause: 'MESSAGE-TRIGGER-EVENT', pointer: '/triggerEvent' }],
    },
    { index: 2, operation: null, verdict: 'not-judged' },
  ]);
  expect(Object.keys(JSON.parse(lines[1] ?? '')).join(' ')).toBe('index file operation verdict findings');
  expect(stderr.match(/published test key/g)).toHaveLength(1);
  expect(stderr).toContain('n.json, record 2 is broken: the message is a number, not a JSON object.\n');
  expect(exitCode).toBe(1);
});

test('the report counts messages by trigger event', async () => {
  const { stdout } = await check({
    'o.ndjson': `${bad}\n${upheld}\n${good}\n{"message":{"triggerEvent":"OTHER"}}`,
  });
  expect(stdout).toContain('  o.ndjson, record 0, LOW_ACCOUNT_BALANCE\n    /triggerEvent\n');
  expect(stdout).toContain(`
operation            upheld  violated  refused  not judged
createUser           1       0         0        0
LOW_ACCOUNT_BALANCE  1       1         0        0
no documented call   0       0         0        1
`);
});

test('another key opens no message, and a key that is none ends with exit code 2', async () => {
  const other = 'ffeeddccbbaa99887766554433221100';
  const { exitCode, stdout, stderr } = await check({ 'p.ndjson': good }, [], other);
  expect(stdout).toContain('MESSAGE-ENCRYPTION: ');
  expect(stderr).toBe(
    'Nothing that is encrypted in a message could be decrypted: the key in DATA_DECRYPTION_KEY may be another one than the service has.\n',
  );
  expect(exitCode).toBe(1);
  const refused = await check({ 'p.ndjson': good }, [], 'abc');
  expect(refused.stderr).toBe(
    'DATA_DECRYPTION_KEY cannot be used: the data decryption key is not 32 hex digits.\n',
  );
  expect(refused.exitCode).toBe(2);
});

test('without a message no key is asked for', async () => {
  const { exitCode, stderr } = await check({ 'q.ndjson': upheld }, [], 'abc');
  expect(stderr).toBe('');
  expect(exitCode).toBe(0);
});
