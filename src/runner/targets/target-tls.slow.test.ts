// A provider and a handler that want a client certificate. openssl makes the certificates, and the servers are Node's own.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { beforeEach, expect, test } from 'vitest';
import { fireCommand } from '../../cli/messages/fire.ts';
import { verifyCommand } from '../../cli/provider/verify.ts';
import type { Api } from '../../sandbox/request-and-response.ts';
import { callVerb } from '../../test-support/call-verb.ts';
import { servedBy } from '../../test-support/served.ts';
import { startedVerb } from '../../test-support/started-verb.ts';
import { listeningSandbox, targetFolder } from '../../test-support/target-file-of-sandbox.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';

const PASSPHRASE = 'canary-passphrase';
let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  const made = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -days 36500'.split(' ');
  const make = (name: string, ...more: string[]) =>
    execFileSync(
      'openssl',
      [...made, '-keyout', `${name}.key`, '-out', `${name}.pem`, '-subj', `/CN=${name}`, ...more],
      { cwd: folder, stdio: 'ignore' },
    );
  const byCa = ['-CA', 'ca.pem', '-CAkey', 'ca.key'];
  for (const authority of ['ca', 'other-ca']) make(authority, '-nodes');
  make('server', '-nodes', ...byCa, '-addext', 'subjectAltName=DNS:localhost');
  make('client', '-passout', `pass:${PASSPHRASE}`, ...byCa);
  make('plain', '-nodes', ...byCa);
  make('stranger', '-nodes', '-CA', 'other-ca.pem', '-CAkey', 'other-ca.key');
});

const pem = (name: string) => readFileSync(join(folder, name));

/** A server that takes only certificates of its own authority, on localhost. */
async function guarded(
  listener: RequestListener,
  maxVersion: 'TLSv1.2' | 'TLSv1.3' = 'TLSv1.3',
): Promise<string> {
  const [key, cert, ca] = [pem('server.key'), pem('server.pem'), pem('ca.pem')];
  const server = createServer(
    { key, cert, ca, requestCert: true, rejectUnauthorized: true, maxVersion },
    listener,
  );
  return (await servedBy(server)).replace('http://127.0.0.1', 'https://localhost');
}

async function provider(maxVersion?: 'TLSv1.2' | 'TLSv1.3') {
  const { sandbox } = await listeningSandbox();
  const at = (api: Api) =>
    guarded(async (request, response) => {
      const { method = '', url = '' } = request;
      const headers = request.headers as Record<string, string>;
      const answer = await sandbox.call(api, { method, url, headers, body: await text(request) });
      response.writeHead(answer.status, answer.headers).end(answer.body);
    }, maxVersion);
  return { accessUrl: await at('access'), webFormUrl: await at('webForm') };
}

const CLIENT = { cert: { file: 'client.pem' }, key: { file: 'client.key', passphrase: { env: 'KEY_PASS' } } };
const PLAIN = { cert: { file: 'plain.pem' }, key: { file: 'plain.key' } };
const CA = { ca: { file: 'ca.pem' } };

/** The path of a target file in the folder of the certificates. */
function targetWith(keys: object): string {
  const path = join(folder, 'bank.yaml');
  writeFileSync(path, readFileSync(targetFolder().file({ callback: undefined, ...keys })));
  return path;
}

async function called(verb: Command, args: readonly string[], passphrase = PASSPHRASE) {
  process.env['KEY_PASS'] = passphrase;
  const { stdout, stderr, exitCode } = await callVerb(verb, args);
  const said = stdout + stderr;
  expect(said).not.toContain('canary');
  expect(said).not.toContain(pem('plain.key').toString().split('\n')[1]);
  return { said, exitCode };
}

test('a run passes with the certificate of the target file, its encrypted key and its authority', async () => {
  const target = targetWith({ ...(await provider()), tls: { ...CLIENT, ...CA } });
  const args = ['--target', target, '--only', 'auth', '--out', join(folder, 'reports')];
  const { said, exitCode } = await called(verifyCommand(), args);
  expect([exitCode, said]).toEqual([0, expect.not.stringMatching(/unproven [1-9]/)]);
});

test.each<[what: string, tls: object, says: RegExp, passphrase?: string]>([
  ['no certificate', CA, /it wants a client certificate: name it under tls in the target file/],
  [
    'another authority for the provider',
    { ...CLIENT, ca: { file: 'other-ca.pem' } },
    /is not trusted;.* tls\.ca/,
  ],
  ['no authority for the provider', CLIENT, /is not trusted;.* tls\.ca/],
  [
    'a certificate of another authority',
    { cert: { file: 'stranger.pem' }, key: { file: 'stranger.key' }, ...CA },
    /closed the connection at \S+ \(ECONNRESET\); it may refuse the certificate under tls\./,
  ],
  [
    'a key that is not there',
    { cert: CLIENT.cert, key: { file: 'no.key' } },
    /tls\.key\.file no\.key cannot be read: there is no such file/,
  ],
  ['a certificate that is a folder', { ...PLAIN, cert: { file: '.' } }, /tls\.cert\.file \. cannot be read/],
  ['a certificate without a key', { cert: CLIENT.cert }, /tls has cert without key/],
  [
    'a key that is encrypted and names no passphrase',
    { cert: CLIENT.cert, key: { file: 'client.key' } },
    /client\.key needs its passphrase/,
  ],
  ['a wrong passphrase', CLIENT, /client\.key is not opened by the passphrase in KEY_PASS/, 'canary-wrong'],
  ['a passphrase that is not set', CLIENT, /set KEY_PASS in the environment/, ''],
  [
    'the key of another certificate',
    { ...PLAIN, cert: CLIENT.cert },
    /plain\.key is not the key of tls\.cert/,
  ],
  [
    'a key for a certificate',
    { ...PLAIN, cert: PLAIN.key },
    /tls\.cert\.file plain\.key holds nothing in PEM/,
  ],
  [
    'a certificate for a key',
    { ...PLAIN, key: PLAIN.cert },
    /tls\.key\.file plain\.pem holds nothing in PEM/,
  ],
  [
    'a target file as authority',
    { ...PLAIN, ca: { file: 'bank.yaml' } },
    /tls\.ca\.file bank\.yaml holds nothing in PEM/,
  ],
])('%s ends a run with one line and exit 2', async (_, tls, says, passphrase) => {
  const target = targetWith({ ...(await provider()), tls });
  const args = ['--target', target, '--smoke', '--out', join(folder, 'reports')];
  const { said, exitCode } = await called(verifyCommand(), args, passphrase);
  expect([exitCode, said.match(says)?.length]).toEqual([2, 1]);
  expect(said).not.toContain('is the URL http');
});

/** A listener that closes each connection over TLS without a response, and asks for no certificate. */
async function closer(): Promise<string> {
  const server = createServer({ key: pem('server.key'), cert: pem('server.pem') }, (request) => {
    request.socket.destroy();
  });
  return (await servedBy(server)).replace('http://127.0.0.1', 'https://localhost');
}

test.each([
  [CA, 'it may want a client certificate: see tls in the target file'],
  [{ ...PLAIN, ...CA }, 'it may refuse the certificate under tls'],
])('a connection over TLS that is closed: verify, fire and record say that with %o %s', async (tls, hint) => {
  const url = await closer();
  const target = targetWith({ ...(await provider()), accessUrl: url, webFormUrl: url, tls });
  const run = ['--target', target, '--smoke', '--out', join(folder, 'reports')];
  expect((await called(verifyCommand(), run)).said).toContain(`(ECONNRESET); ${hint}`);
  const fired = await called(fireCommand(), ['NEW_TERMS_AND_CONDITIONS', '--to', url, '--target', target]);
  expect(fired.said).toContain(`the other side closed the connection; ${hint}`);
  const args = ['--to', url, '--port', '0', '--out', 'x.ndjson', '--target', target, '--'];
  const script = 'fetch(process.env.ACCESS_URL)';
  const verb = startedVerb(['record', ...args, process.execPath, '-e', script], { folder });
  await verb.ended;
  expect(verb.said.err).toContain(`gave no response: the other side closed the connection; ${hint}\n`);
});

test('with TLS 1.2, too, a provider that wants a certificate is told so', async () => {
  const target = targetWith({ ...(await provider('TLSv1.2')), tls: CA });
  const { said, exitCode } = await called(verifyCommand(), ['--target', target, '--smoke', '--out', folder]);
  expect([exitCode, said]).toEqual([2, expect.stringContaining('client certificate')]);
});

test('fire and record show the certificate of --target, and say where one is wanted', async () => {
  const url = await guarded(async (request, response) => response.end(await text(request)));
  const target = targetWith({ credentials: undefined, tls: { ...CLIENT, ...CA } });
  const fired = ['NEW_TERMS_AND_CONDITIONS', '--to', url, '--target'];
  expect(await called(fireCommand(), [...fired, target])).toEqual({
    exitCode: 0,
    said: expect.stringContaining('got a 2xx'),
  });
  const without = targetWith({ credentials: undefined, tls: CA });
  const refused = await called(fireCommand(), [...fired, without]);
  expect([refused.exitCode, refused.said]).toEqual([
    2,
    expect.stringContaining('wants a client certificate'),
  ]);
  const script =
    'fetch(process.env.ACCESS_URL+"/users",{method:"POST",body:"{}"}).then(r=>console.log(r.status))';
  for (const [tls, status] of [
    [{ ...CLIENT, ...CA }, '200'],
    [CA, '502'],
  ] as const) {
    const args = ['--to', url, '--port', '0', '--out', 'x.ndjson', '--target', targetWith({ tls })];
    const verb = startedVerb(['record', ...args, '--', process.execPath, '-e', script], {
      folder,
      env: { KEY_PASS: PASSPHRASE },
    });
    await verb.ended;
    expect([verb.said.out.trim(), verb.said.err]).toEqual([
      status,
      expect.stringContaining(status === '502' ? 'wants a client certificate' : '1 call recorded'),
    ]);
  }
});
