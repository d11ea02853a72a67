// `VERB -- COMMAND`: what the command finds in its environment, whose stdout it is, and how the verb ends.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import exampleMessages from '../../contracts/generated/example-messages.json' with { type: 'json' };
import { TEST_KEY } from '../../contracts/src/messages/cipher.ts';
import { startedVerb } from '../test-support/started-verb.ts';

const ANY = ['--port', '0', '--web-form-port', '0'];
const SANDBOX = ['sandbox', ...ANY, '--control-port', '0'];
const RECORD = ['record', '--to', 'http://127.0.0.1:1', '--port', '0', '--out', 'calls.ndjson'];

/** Of the command: some call to what the verb serves, and the variables that say where. */
const COMMAND = `const { ACCESS_URL, WEB_FORM_URL, CONTROL_URL, CALLBACK_URL, ...env } = process.env;
  const urls = { ACCESS_URL, WEB_FORM_URL, CONTROL_URL, CALLBACK_URL };
  const status = async (url) => (await fetch(url, { method: 'POST', body: env.BODY ?? '' })).status;
  const found = {};
  for (const [name, url] of Object.entries(urls)) if (url) found[name] = await status(url);
  for (const name of ['CLIENT_ID', 'CLIENT_SECRET', 'DATA_DECRYPTION_KEY']) found[name] = env[name];
  console.log(JSON.stringify(found));
  process.exitCode = 7;`;
const NODE = ['--', process.execPath, '--input-type=module', '-e', COMMAND];
const OUTER = { CLIENT_ID: 'outer', WEB_FORM_URL: 'http://127.0.0.1:2' };

test.each<[string, string[], object]>([
  [
    'sandbox',
    SANDBOX,
    {
      ...{ ACCESS_URL: 404, WEB_FORM_URL: 404, CONTROL_URL: 405 },
      ...{ CLIENT_ID: 'example-client', CLIENT_SECRET: 'example-secret', DATA_DECRYPTION_KEY: TEST_KEY },
    },
  ],
  ['mock', ['mock', ...ANY], { ACCESS_URL: 404, WEB_FORM_URL: 404, CLIENT_ID: 'outer' }],
  // No call passes it by.
  ['record', RECORD, { ACCESS_URL: 502, CLIENT_ID: 'outer' }],
])(
  'beside %s, the command finds where it is, has stdout for itself, and ends it with its own exit code',
  async (_, args, found) => {
    const { ended, said, folder } = startedVerb([...args, ...NODE], { env: OUTER });
    expect([await ended, said.out], said.err).toEqual([7, `${JSON.stringify(found)}\n`]);
    if (args === RECORD)
      expect(JSON.parse(readFileSync(join(folder, 'calls.ndjson'), 'utf8'))).toMatchObject({
        response: { status: 0 },
      });
  },
);

test('beside listen, verdicts go to stderr', async () => {
  const env = { BODY: JSON.stringify(exampleMessages.messages.LOW_ACCOUNT_BALANCE.minimal) };
  const { ended, said } = startedVerb(['listen', '--port', '0', ...NODE], { env });
  expect([await ended, said.out]).toEqual([7, '{"CALLBACK_URL":200}\n']);
  expect(said.err).toMatch(/^upheld {6}LOW_ACCOUNT_BALANCE /m);
});

test.each([
  [0, ['true'], ''],
  [127, ['no-such-command'], 'The command no-such-command cannot be started: there is no such command.\n'],
  [127, ['/'], 'The command / cannot be started: EACCES.\n'],
  [128 + 9, ['sh', '-c', 'kill -9 $$'], ''],
])('exit %i after %j', async (code, command, line) => {
  const { ended, said } = startedVerb([...SANDBOX, '--', ...command]);
  expect([await ended, said.err]).toEqual([code, line]);
});

test('options behind the command are its own, without -- too', async () => {
  const { ended, said } = startedVerb([...SANDBOX, process.execPath, '--version']);
  expect([await ended, said.out]).toEqual([0, `${process.version}\n`]);
});

test.each(['SIGINT', 'SIGTERM'] as const)('every %s is passed on to the command', async (signal) => {
  const counts = `let n = 0; process.on('${signal}', () => { console.log(++n); if (n === 2) process.exit(5); });
    setInterval(() => {}, 1000); console.log('ready');`;
  const { child, said, ended } = startedVerb([...SANDBOX, '--', process.execPath, '-e', counts]);
  for (const printed of ['ready\n', 'ready\n1\n']) {
    while (said.out !== printed) await once(child.stdout as NodeJS.ReadableStream, 'data');
    child.kill(signal);
  }
  expect([await ended, said.out]).toEqual([5, 'ready\n1\n2\n']);
});

test('a signal before the command runs ends the verb, and the command is not started', async () => {
  const atOnce = `data:text/javascript,process.on('newListener', (name) => {
    if (name === 'SIGTERM') process.nextTick(() => process.emit(name, name)); })`;
  const { ended, said } = startedVerb([...SANDBOX, '--', 'echo', 'ran'], { before: [encodeURI(atOnce)] });
  expect([await ended, said.out]).toEqual([143, '']);
});

test('an error of ours is not hidden by a command that ends well', async () => {
  const bug = `data:text/javascript,process.once('exit', () => {}); setTimeout(() => { process.exitCode = 70; })`;
  const { ended } = startedVerb([...SANDBOX, '--', 'true'], { before: [encodeURI(bug)] });
  expect(await ended).toBe(70);
});
