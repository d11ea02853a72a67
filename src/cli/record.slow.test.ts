// `record` as a user starts it: HTTPS upstreams, two addresses, a summary on SIGINT, a closed pipe, a full disk.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PROGRAM } from '../test-support/program.ts';
import { temporaryFolder } from '../test-support/temporary-folder.ts';

const answerAll: RequestListener = (request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ path: request.url }));
};

async function upstream(server = createServer(answerAll)): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return (server.address() as AddressInfo).port;
}

interface Start {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A file descriptor in the place of the pipe. */
  readonly stdout?: number;
}

/** The verb, once it says where it listens. */
async function started({ args, env = {}, stdout }: Start) {
  const child = spawn(process.execPath, [PROGRAM, 'record', ...args], {
    stdio: ['ignore', stdout ?? 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { out: '', err: '' };
  child.stdout?.on('data', (data) => {
    said.out += data;
  });
  child.stderr?.on('data', (data) => {
    said.err += data;
  });
  const ended = once(child, 'close').then(([code]) => code as number);
  const hosts = args.filter((each) => each.startsWith('http')).length;
  const urls = () => said.err.match(/(?<=^Recording )\S+(?=, which)/gm) ?? [];
  while (child.exitCode === null && urls().length < hosts && child.stderr)
    await Promise.race([once(child.stderr, 'data'), ended]);
  return { child, said, ended, urls: urls() };
}

function recorded(said: { readonly out: string }) {
  return said.out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

test('an HTTPS upstream is recorded; one with a certificate of its own is trusted when it is named', async () => {
  const folder = temporaryFolder();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
  ];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', [...made, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const server = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, answerAll);
  const to = `https://localhost:${await upstream(server)}`;
  const { child, said, ended, urls } = await started({
    args: ['--to', to, '--port', '0'],
    env: { NODE_EXTRA_CA_CERTS: cert },
  });
  expect(await (await fetch(`${urls[0]}/users?token=canary`)).json()).toEqual({
    path: '/users?token=canary',
  });
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(recorded(said)).toMatchObject([
    {
      request: { method: 'GET', url: expect.stringContaining(`${to}/users?token=struck-`) },
      response: { status: 200 },
    },
  ]);
  expect(said.err.split('\n').at(-2)).toBe('1 call recorded.');
  const stranger = await started({ args: ['--to', to, '--port', '0'] });
  const refused = await fetch(`${stranger.urls[0]}/users`);
  const line = `${to} gave no answer: its certificate is self-signed; NODE_EXTRA_CA_CERTS names one to trust`;
  expect([refused.status, await refused.text()]).toEqual([502, `${line}\n`]);
  stranger.child.kill('SIGTERM');
  expect(await stranger.ended).toBe(0);
  expect(stranger.said.err).toMatch(
    new RegExp(`${line}\n1 call recorded, 1 of them without an answer\\.\n$`),
  );
});

test('two addresses have a port each, and both are in the recording, a line a call as it happens', async () => {
  const [one, other] = [await upstream(), await upstream()];
  const to = [`http://127.0.0.1:${one}/bank`, `http://127.0.0.1:${other}`] as const;
  const { child, said, ended, urls } = await started({ args: ['--to', ...to, '--port', '0', '0'] });
  for (const [at, url] of urls.entries()) {
    expect((await fetch(`${url}/a`, { method: 'POST', body: '{"b":1}' })).status).toBe(200);
    if (recorded(said).length === at && child.stdout) await once(child.stdout, 'data');
    expect(recorded(said).length).toBe(at + 1);
  }
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(recorded(said).map(({ request }) => [request.url, request.body])).toEqual([
    [`${to[0]}/a`, { b: 1 }],
    [`${to[1]}/a`, { b: 1 }],
  ]);
});

test('a reader that closes the pipe ends it', async () => {
  const { child, said, ended, urls } = await started({
    args: ['--to', `http://127.0.0.1:${await upstream()}`, '--port', '0'],
  });
  child.stdout?.destroy();
  await fetch(String(urls[0]));
  expect(await ended).toBe(0);
  expect(said.err).not.toContain('EPIPE');
});

test('a full disk is one line and exit 2', async () => {
  const args = ['--to', `http://127.0.0.1:${await upstream()}`, '--port', '0'];
  const { said, ended, urls } = await started({ args, stdout: openSync('/dev/full', 'w') });
  expect((await fetch(String(urls[0]))).status).toBe(200);
  expect(await ended).toBe(2);
  expect(said.err.split('\n').slice(1)).toEqual([
    '0 calls recorded.',
    'The recording cannot be written: the disk is full. Its last line is whole.',
    '',
  ]);
});

for (const [says, args, code, line] of [
  ['no address', [], 64, /required option '--to <addresses...>' not specified/],
  ['no address of HTTP', ['--to', 'ftp://a'], 64, /It is not an address like https:\/\/sandbox\.example\./],
  ['a password in the address', ['--to', 'http://a:b@c'], 64, /It holds a user or password/],
  [
    'a port too many',
    ['--to', 'http://127.0.0.1:1', '--port', '0', '0'],
    64,
    /^--to has 1 address and --port 2 ports: pass one port an address\.\n$/,
  ],
] as const) {
  test(`${says} is wrong usage, in one line`, async () => {
    const { said, ended } = await started({ args });
    expect([await ended, said.out, said.err]).toEqual([code, '', expect.stringMatching(line)]);
    expect(said.err).not.toContain('canary');
  });
}

test('a port in use is one line and exit 2', async () => {
  const port = await upstream();
  const { said, ended } = await started({ args: ['--to', 'http://127.0.0.1:1', '--port', String(port)] });
  expect([await ended, said.out]).toEqual([2, '']);
  expect(said.err).toMatch(new RegExp(`^port ${port} of 127\\.0\\.0\\.1 is in use; .*--port.*\n$`));
});
