// The verb `init`: from flags or from a terminal to a target file that verify accepts.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { callVerb, callVerbIn } from '../test-support/call-verb.ts';
import { initCommand } from './init.ts';
import { verifyCommand } from './verify.ts';

const scripted = vi.hoisted(() => ({ answers: [] as string[], questions: [] as string[], close: () => {} }));

vi.mock('node:readline/promises', () => ({
  createInterface: () => ({
    on: () => {},
    once: (_: 'close', close: () => void) => {
      scripted.close = close;
    },
    question: async (question: string) => {
      scripted.questions.push(question);
      const answer = scripted.answers.shift();
      if (answer !== undefined) return answer;
      scripted.close();
      return new Promise(() => {});
    },
    close: () => {},
  }),
}));

beforeEach(() => {
  scripted.questions = [];
});

const ACCESS = ['--access-url', 'https://sandbox.example'];
const FORMS = ['--web-form-url', 'https://webform.sandbox.example'];
const ALL = [...ACCESS, ...FORMS, '--writes', 'allowed'];

async function init(args: readonly string[], answers?: readonly string[]) {
  const isTerminal = answers !== undefined;
  scripted.answers = [...(answers ?? [])];
  const before = process.stdin.isTTY;
  process.stdin.isTTY = isTerminal;
  const called = await callVerbIn(initCommand(), args);
  process.stdin.isTTY = before;
  const path = join(called.folder, 'My bank.yaml');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  return { ...called, text, lines: text?.split('\n').filter((line) => !/^(#|$)/.test(line)) };
}

test('the smallest file has eight lines beside its comments, and a dry run accepts it', async () => {
  const { exitCode, stdout, stderr, text, lines } = await init(['My bank.yaml', ...ALL]);
  expect([exitCode, stdout]).toEqual([0, 'My bank.yaml\n']);
  expect(stderr).toContain('Set CLIENT_ID and CLIENT_SECRET in the environment, and then:');
  expect(lines).toEqual([
    'name: my-bank',
    'environment: sandbox',
    'writes: allowed',
    'accessUrl: "https://sandbox.example"',
    'webFormUrl: "https://webform.sandbox.example"',
    'credentials:',
    '  clientId: { env: CLIENT_ID }',
    '  clientSecret: { env: CLIENT_SECRET }',
  ]);
  vi.stubEnv('CLIENT_ID', 'id').stubEnv('CLIENT_SECRET', 'secret');
  const dry = await callVerb(verifyCommand(), ['--dry-run', '--target', 'bank.yaml'], { 'bank.yaml': text });
  expect([dry.exitCode, dry.stderr]).toEqual([0, '']);
  // The test data that it shows in comments is some.
  const shown = { 'bank.yaml': text?.replace(/^# (?=testData:| {2})/gm, '') };
  expect(shown['bank.yaml']).toContain('\n  banks: [');
  expect((await callVerb(verifyCommand(), ['--dry-run', '--target', 'bank.yaml'], shown)).stderr).toBe('');
});

test('a prefix is a setting, and a control plane brings callback and key', async () => {
  const more = ['--prefix', '/bank', '--control-url', 'https://control.sandbox.example', '--name', 'other'];
  const { lines } = await init(['My bank.yaml', ...ALL, ...more, '--client-id', 'BANK_ID']);
  expect(lines).toEqual(
    expect.arrayContaining([
      'name: other',
      'controlUrl: "https://control.sandbox.example"',
      '  clientId: { env: BANK_ID }',
      '  dataDecryptionKey: { env: DATA_DECRYPTION_KEY }',
      'callback:',
      '  accessPrefix: /bank',
    ]),
  );
});

test('without a terminal the missing flags are named', async () => {
  const { exitCode, stderr, text } = await init(['My bank.yaml', ...ACCESS]);
  expect([exitCode, text]).toEqual([64, undefined]);
  expect(stderr).toBe(
    'init needs --web-form-url <url> and --writes <word>: there is no terminal to ask for them.\n',
  );
});

test('every flag with a wrong value is named in one line, which repeats no value', async () => {
  const { exitCode, stderr, text } = await init([
    ...['My bank.yaml', '--access-url', 'canary', ...FORMS, '--writes', 'allow', '--client-id', 'canary!'],
  ]);
  expect([exitCode, text]).toEqual([64, undefined]);
  expect(stderr).toBe(
    'What the flags say makes no target file: writes is none of allowed, forbidden; did you mean allowed?; accessUrl is no absolute address, such as "https://sandbox.example"; credentials.clientId.env is not of the form ^[A-Z_][A-Z0-9_]*$, such as CLIENT_ID.\n',
  );
});

test('a file that is there is replaced only with --force', async () => {
  const files = { 'bank.yaml': 'mine' };
  const args = ['bank.yaml', ...ALL];
  const refused = await callVerbIn(initCommand(), args, files);
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toMatch(/^bank\.yaml is there already: .* --force\.\n$/);
  expect(readFileSync(join(refused.folder, 'bank.yaml'), 'utf8')).toBe('mine');
  const forced = await callVerbIn(initCommand(), [...args, '--force'], files);
  expect(forced.exitCode).toBe(0);
  expect(readFileSync(join(forced.folder, 'bank.yaml'), 'utf8')).toContain('name: bank\n');
});

test('a terminal is asked for what no flag gives, again after a wrong answer, and an empty one takes the default', async () => {
  const answers = ['bank', 'https://webform.sandbox.example', '', 'allowed', '', '', '', 'BANK_SECRET'];
  const { exitCode, stderr, lines } = await init(['My bank.yaml', ...ACCESS], answers);
  expect(exitCode).toBe(0);
  expect(scripted.questions.map((question) => question.split(' ').slice(0, 4).join(' '))).toEqual([
    ...['address of Web Form', 'address of Web Form', 'whether it is a', 'whether it is a'],
    ...['path in front of', 'address of its control', 'environment variable that holds'],
    'environment variable that holds',
  ]);
  expect(stderr).toMatch(/^ {2}webFormUrl is no absolute address, such as .*\n {2}an answer is needed\n/);
  expect(lines?.slice(-2)).toEqual([
    '  clientId: { env: CLIENT_ID }',
    '  clientSecret: { env: BANK_SECRET }',
  ]);
});

test('a terminal that ends before the last answer leaves no file', async () => {
  const { exitCode, stderr, text } = await init(['My bank.yaml', ...ACCESS], ['https://form.example']);
  expect([exitCode, text]).toEqual([2, undefined]);
  expect(stderr).toBe('init ended before every question was answered.\n');
});
