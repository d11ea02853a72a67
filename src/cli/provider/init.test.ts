// The verb `init`: the target file that it writes, which verify accepts once it is filled in.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { callVerb, callVerbIn } from '../../test-support/call-verb.ts';
import { screens } from '../../test-support/screens.ts';
import { initCommand } from './init.ts';
import { verifyCommand } from './verify.ts';

const URLS = '--access-url https://sandbox.example --web-form-url https://webform.sandbox.example';

screens(initCommand, {
  'what is to be filled in': {
    calls: { 'My-bank.yaml --access-url https://sandbox.example': 0 },
    writes: ['My-bank.yaml'],
  },
  'a file that is there': {
    files: { 'bank.yaml': 'mine\n' },
    calls: { [`bank.yaml ${URLS} --writes allowed`]: 2, [`bank.yaml ${URLS} --writes allowed --force`]: 0 },
  },
  'a place that cannot be written to': {
    files: { file: '' },
    calls: { 'file/bank.yaml': 2, '. --force': 2 },
    codes: { 'none/bank.yaml': 0, 'file/below/bank.yaml': 2 },
  },
  'wrong usage': {
    calls: { 'bank.yaml --access-url canary --writes allow': 64 },
    codes: { '': 64, 'bank.yaml --acess-url x': 64 },
  },
});

test('a dry run accepts the file once the # of every commented key is taken away, and names what is missing until then', async () => {
  for (const name of ['CLIENT_ID', 'CLIENT_SECRET', 'DATA_DECRYPTION_KEY']) vi.stubEnv(name, 'f'.repeat(32));
  const args = ['bank.yaml', '--access-url', 'https://sandbox.example'];
  const { folder } = await callVerbIn(initCommand(), args);
  const text = readFileSync(join(folder, 'bank.yaml'), 'utf8');
  const dryRun = (bank: string) =>
    callVerb(verifyCommand(), ['--dry-run', '--target', 'bank.yaml'], { 'bank.yaml': bank });
  const refused = await dryRun(text);
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringMatching(/writes[\s\S]*webFormUrl/)]);
  const whole = text.replace(
    /^( *)#(?=(writes|webFormUrl|controlUrl|callback|host|port|publicUrl|dataDecryptionKey|waitingTime):)/gm,
    '$1',
  );
  expect(await dryRun(whole)).toMatchObject({ exitCode: 0, stderr: '' });
});
