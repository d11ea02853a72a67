// `npm run -s sandbox` as a user starts it: one line when it is ready, a clean stop; and the line of `mock`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { outputFaults } from '../test-support/output-faults.ts';
import { startedVerb } from '../test-support/started-verb.ts';

const ANY = ['--port', '0', '--web-form-port', '0', '--control-port', '0'];

test.each(['SIGINT', 'SIGTERM'] as const)(
  'says on one line where it is, serves, and stops with 0 on %s, below npm too',
  async (signal) => {
    const args = ['run', '-s', 'sandbox', '--', ...ANY, '--prefix', '/bank'];
    const child = spawn('npm', args, {
      cwd: new URL('../../', import.meta.url),
      env: { ...process.env, DATA_DECRYPTION_KEY: 'AB'.repeat(16) },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = await once(child.stdout, 'data');
    const ready = JSON.parse(String(line));
    expect(outputFaults('sandbox', ready)).toEqual([]);
    expect(ready).toMatchObject({ accessUrl: expect.any(String), dataDecryptionKey: 'AB'.repeat(16) });
    expect((await fetch(`${ready.accessUrl}/bank/api/v2/clientConfiguration`)).status).toBe(401);
    child.kill(signal);
    expect(await once(child, 'close')).toEqual([0, null]);
  },
);

test('a fault that is on is named, with the clause that it breaks', async () => {
  const { child, end } = startedVerb(['sandbox', ...ANY, '--fault', 'STATUS-V1-IMPORT-200']);
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  expect(await end('SIGTERM')).toMatchObject({
    code: 0,
    err: 'Faults are on: STATUS-V1-IMPORT-200 answers an import that needs a web form with 200 (breaks V1-IMPORT-451).\n',
  });
});

test('the line of mock', async () => {
  const { child, end } = startedVerb(['mock', '--port', '0', '--web-form-port', '0']);
  const [line] = await once(child.stdout as NodeJS.ReadableStream, 'data');
  expect(outputFaults('mock', JSON.parse(String(line)))).toEqual([]);
  expect((await end('SIGINT')).code).toBe(0);
});
