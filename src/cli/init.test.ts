// The verb `init`: from options to a target file that verify accepts, or that says what is to be filled in.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { callVerb, callVerbIn } from '../test-support/call-verb.ts';
import { initCommand } from './init.ts';
import { verifyCommand } from './verify.ts';

const ACCESS = ['--access-url', 'https://sandbox.example'];
const FORMS = ['--web-form-url', 'https://webform.sandbox.example'];
const ALL = [...ACCESS, ...FORMS, '--writes', 'allowed'];

async function init(...args: readonly string[]) {
  const called = await callVerbIn(initCommand(), ['My bank.yaml', ...args]);
  const path = join(called.folder, 'My bank.yaml');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  return { ...called, text, lines: text?.split('\n').filter((line) => !/^(#|$)/.test(line)) };
}

test('the smallest file has eight lines beside its comments, and a dry run accepts it', async () => {
  const { exitCode, stdout, stderr, text, lines } = await init(...ALL);
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
});

test('the control plane, the callback, settings and test data are commented lines', async () => {
  const { text = '' } = await init(...ALL);
  const files = {
    'bank.yaml': text
      .replace(/^# (?=(controlUrl|callback|settings|testData):| {2}\w+: \[)/gm, '')
      .replace('credentials:\n', 'credentials:\n  dataDecryptionKey: { env: DATA_DECRYPTION_KEY }\n'),
  };
  for (const name of ['CLIENT_ID', 'CLIENT_SECRET', 'DATA_DECRYPTION_KEY']) vi.stubEnv(name, 'f'.repeat(32));
  const dry = await callVerb(verifyCommand(), ['--dry-run', '--target', 'bank.yaml'], files);
  expect([dry.exitCode, dry.stderr]).toEqual([0, '']);
  expect(dry.stdout).toContain('https://control.sandbox.example');
});

test('what no option gives is a commented line to fill in, and the dry run names it until then', async () => {
  vi.stubEnv('CLIENT_ID', 'id').stubEnv('CLIENT_SECRET', 'secret');
  const { exitCode, stdout, stderr, text = '' } = await init(...ACCESS);
  expect([exitCode, stdout]).toEqual([0, 'My bank.yaml\n']);
  expect(stderr).toMatch(/^Fill in writes and webFormUrl in the file\. Set CLIENT_ID and CLIENT_SECRET in /);
  const dryRun = (bank: string) =>
    callVerb(verifyCommand(), ['--dry-run', '--target', 'bank.yaml'], { 'bank.yaml': bank });
  const refused = await dryRun(text);
  expect(refused.exitCode).toBe(2);
  for (const line of ['writes: allowed', 'webFormUrl: "https://webform.sandbox.example"']) {
    expect(text).toContain(`\n# ${line}\n`);
    expect(refused.stderr).toContain(`write ${line}`);
  }
  const filledIn = await dryRun(text.replace(/^# (?=(writes|webFormUrl): )/gm, ''));
  expect([filledIn.exitCode, filledIn.stderr]).toEqual([0, '']);
});

test('every flag with a wrong value is named in one line, which repeats no value', async () => {
  const { exitCode, stderr, text } = await init(...['--access-url', 'canary', ...FORMS, '--writes', 'allow']);
  expect([exitCode, text]).toEqual([64, undefined]);
  expect(stderr).toBe(
    'What the options say makes no target file: writes is none of allowed, forbidden; did you mean allowed?; accessUrl is no absolute address, such as "https://sandbox.example".\n',
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
