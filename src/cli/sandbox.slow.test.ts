// `npm run -s sandbox` as a user starts it: one line when it is ready, one line when it cannot be, a clean stop.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';

const ANY = ['--port', '0', '--web-form-port', '0', '--control-port', '0'];

function start(args: string[], env: Record<string, string> = {}) {
  const child = spawn('npm', ['run', '-s', 'sandbox', '--', ...args], {
    cwd: new URL('../../', import.meta.url),
    env: { ...process.env, DATA_DECRYPTION_KEY: '', ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { out: '', err: '' };
  child.stdout.on('data', (data) => {
    said.out += data;
  });
  child.stderr.on('data', (data) => {
    said.err += data;
  });
  return { child, said };
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  return child.exitCode ?? ((await once(child, 'close'))[0] as number | null);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`says on one line where it is, serves, and stops with 0 on ${signal}`, async () => {
    const { child, said } = start([...ANY, '--prefix', '/bank'], { DATA_DECRYPTION_KEY: 'AB'.repeat(16) });
    await once(child.stdout, 'data');
    const ready = JSON.parse(said.out);
    expect(ready).toEqual({
      accessUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      webFormUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      controlUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      client: { id: expect.any(String), secret: expect.any(String) },
      dataDecryptionKey: 'AB'.repeat(16),
    });
    expect((await fetch(`${ready.accessUrl}/bank/api/v2/clientConfiguration`)).status).toBe(401);
    child.kill(signal);
    expect(await exitCode(child)).toBe(0);
    expect(said.out.trim().split('\n').length).toBe(1);
  });
}

test('a fault that is on is named, with the clause that it breaks', async () => {
  const { child, said } = start([...ANY, '--fault', 'STATUS-V1-IMPORT-200']);
  await once(child.stdout, 'data');
  expect(said.err).toBe(
    'Faults are on: STATUS-V1-IMPORT-200 answers an import that needs a web form with 200 (breaks V1-IMPORT-451).\n',
  );
  child.kill('SIGTERM');
  expect(await exitCode(child)).toBe(0);
});

test('a port in use is one line and exit 2', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const { child, said } = start(['--port', '0', '--web-form-port', '0', '--control-port', String(port)]);
  expect(await exitCode(child)).toBe(2);
  expect([said.out, said.err]).toEqual([
    '',
    expect.stringMatching(new RegExp(`^port ${port} .*--control-port.*\n$`)),
  ]);
});

for (const [says, args, env, code, line] of [
  [
    'a key that is none',
    ANY,
    { DATA_DECRYPTION_KEY: 'abc' },
    2,
    /^DATA_DECRYPTION_KEY is not a key of 32 hex digits\n$/,
  ],
  ['a port that is none', ['--port', '65536'], {}, 64, /It is not a port \(0 to 65535\)\./],
  ['a prefix that is no path', ['--prefix', 'bank'], {}, 64, /It is not a path like \/bank\./],
  ['an unknown flag', ['--prot', '1'], {}, 64, /unknown option '--prot'/],
] as const) {
  test(`${says} ends with ${code}, a clear line and no stack trace`, async () => {
    const { child, said } = start([...args], env);
    expect(await exitCode(child)).toBe(code);
    expect([said.out, said.err]).toEqual(['', expect.stringMatching(line)]);
    expect(said.err).not.toMatch(/\n\s+at /);
  });
}
