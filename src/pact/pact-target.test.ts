// A target that the pacts cannot be verified against is refused before anything is run or written.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { stringify } from 'yaml';
import { PROJECT } from '../generate/project.ts';
import { refusePactTarget } from './pact-target.ts';

const BANK = {
  name: 'bank',
  environment: 'sandbox',
  writes: 'allowed',
  accessUrl: 'http://127.0.0.1:59999',
  webFormUrl: 'http://127.0.0.1:59999',
  credentials: { clientId: { env: 'PACT_BANK_ID' }, clientSecret: { env: 'PACT_BANK_SECRET' } },
};
const CONTROL = { controlUrl: 'http://127.0.0.1:59999' };

/** What becomes of a target file with these keys and these credentials. */
async function refused(keys: object, credentials = 'made-up'): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'pact-target-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  vi.stubEnv('PACT_BANK_ID', credentials).stubEnv('PACT_BANK_SECRET', credentials);
  onTestFinished(() => void vi.unstubAllEnvs());
  const path = join(folder, 'bank.yaml');
  writeFileSync(path, stringify({ ...BANK, ...keys }));
  return refusePactTarget('bank.yaml', path).then(
    () => 'taken',
    ({ exitCode, message }) => [exitCode, message],
  );
}

test('the sandbox and a target file with a control plane are taken', async () => {
  await expect(refusePactTarget('sandbox', 'sandbox')).resolves.toBeUndefined();
  expect(await refused(CONTROL)).toBe('taken');
});

const NO_CONTROL =
  'has no control plane, and the states of a pact need one: pass sandbox, or a target file with a controlUrl.';

test('a target without states, without credentials or that is not to be written to is refused with 2', async () => {
  expect(await refused({})).toEqual([2, `bank.yaml ${NO_CONTROL}`]);
  expect(await refused(CONTROL, '')).toEqual([
    2,
    'bank.yaml: set PACT_BANK_ID and PACT_BANK_SECRET in the environment.',
  ]);
  expect(await refused({ ...CONTROL, writes: 'forbidden' })).toEqual([
    2,
    expect.stringContaining('they need environment: sandbox and writes: allowed'),
  ]);
  await expect(refusePactTarget('mock', 'mock')).rejects.toMatchObject({
    exitCode: 2,
    message: `mock ${NO_CONTROL}`,
  });
});

test('the verb reads its target before it runs a consumer test, and names what it takes', () => {
  const args = [join(PROJECT, 'scripts/pact.ts'), '--target', 'none.yaml'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: tmpdir(), encoding: 'utf8' });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^There is no file .*none\.yaml, nor is it sandbox\.\n$/);
});
