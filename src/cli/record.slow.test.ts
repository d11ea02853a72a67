// `record` as a user starts it: HTTPS upstreams, two addresses, a summary on SIGINT, a closed pipe, a full disk.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { HistoryFinding } from '../../contracts/src/evidence/user-history.ts';
import { ClauseCount } from '../../contracts/src/judge/clause-count.ts';
import { judge } from '../../contracts/src/judge/judge.ts';
import { operationOf } from '../../contracts/src/judge/operation.ts';
import { defaultSettings } from '../../contracts/src/judge/settings.ts';
import { composeHooks } from '../faults/fault.ts';
import { providerFaults } from '../faults/row-hooks.ts';
import type { TargetReport } from '../report/run-json.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import { type FaultHooks, noHooks } from '../sandbox/fault-hooks.ts';
import { callVerb } from '../test-support/call-verb.ts';
import { PROGRAM } from '../test-support/program.ts';
import { servedBy } from '../test-support/served.ts';
import { startedVerb } from '../test-support/started-verb.ts';
import { temporaryFolder } from '../test-support/temporary-folder.ts';
import { checkCommand } from './check.ts';
import { compareCommand } from './compare.ts';
import { migrateCommand } from './migrate.ts';

const answerAll: RequestListener = (request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ path: request.url }));
};

async function upstream(server = createServer(answerAll)): Promise<number> {
  return Number(new URL(await servedBy(server)).port);
}

/** The verb, once it says where it listens. */
async function started(args: readonly string[], how: Parameters<typeof startedVerb>[1] = {}) {
  const verb = startedVerb(['record', ...args], how);
  const hosts = args.filter((each) => each.startsWith('http')).length;
  const urls = () => verb.said.err.match(/(?<=^Recording )\S+(?=, which)/gm) ?? [];
  while (verb.child.exitCode === null && urls().length < hosts && verb.child.stderr)
    await Promise.race([once(verb.child.stderr, 'data'), verb.ended]);
  return { ...verb, urls: urls() };
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
  const made = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2'.split(' ');
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', [...made, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const server = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, answerAll);
  const to = `https://localhost:${await upstream(server)}`;
  const { child, said, ended, urls } = await started(['--to', to, '--port', '0'], {
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
  const stranger = await started(['--to', to, '--port', '0']);
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
  const { child, said, ended, urls } = await started(['--to', ...to, '--port', '0', '0']);
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

test('what is recorded of both flows of the sandbox is upheld, migrates, and is compared as equivalent, redacted too', async () => {
  const client = { id: 'canary-client', secret: 'canary-secret' };
  const sandbox = createSandbox({ client });
  const { accessUrl, webFormUrl } = await sandbox.listen();
  onTestFinished(() => sandbox.close());
  const args = ['--redact', '--to', accessUrl, webFormUrl, '--port', '0', '0'];
  const { child, said, ended, urls } = await started(args);
  const [access = '', webForm = ''] = urls;
  const post = async (url: string, body: object, token?: string) => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    };
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const tokenOf = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({ ...fields, client_id: client.id, client_secret: client.secret });
    return (await (await fetch(`${access}/oauth/token`, { method: 'POST', body })).json()).access_token;
  };
  const user = {
    id: 'canary-user',
    password: 'canary-pass',
    email: 'canary@bank.example',
    phone: '+49 30 1',
    isAutoUpdateEnabled: true,
  };
  await post(`${access}/users`, user, await tokenOf({ grant_type: 'client_credentials' }));
  const token = await tokenOf({ grant_type: 'password', username: user.id, password: user.password });
  const bank = { bankId: 280001, name: 'Canary bank', interface: 'XS2A' };
  const order = {
    counterpartName: 'Canary',
    counterpartIban: 'AT611904300234573201',
    amount: 12.5,
    purpose: 'Canary rent',
  };
  const iban = 'DE89370400440532013000';
  await post(`${access}/api/v1/bankConnections/import`, bank, token);
  const { id } = await post(
    `${access}/api/v1/payments/moneyTransfers`,
    { iban, moneyTransfers: [order] },
    token,
  );
  await post(`${access}/api/v1/payments/submit`, { paymentId: id, interface: 'XS2A' }, token);
  const v2Order = {
    recipient: { name: order.counterpartName, iban: order.counterpartIban },
    amount: { value: 12.5, currency: 'EUR' },
    purpose: order.purpose,
  };
  await post(`${webForm}/api/webForms/standalonePayment`, { sender: { iban }, orders: [v2Order] }, token);
  const v2Bank = { bank: { id: 280001 }, bankConnectionName: 'Canary bank', allowedInterfaces: ['XS2A'] };
  await post(`${webForm}/api/webForms/bankConnectionImport`, v2Bank, token);
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(said.out).not.toMatch(/canary/i);
  expect(said.out).not.toMatch(new RegExp(`${iban}|${order.counterpartIban}|${token}`));
  const files = { 'r.ndjson': said.out };
  expect((await callVerb(checkCommand(), ['r.ndjson'], files)).stdout).toContain(
    '8 records: 8 upheld, 0 violated',
  );
  const migrated = await callVerb(migrateCommand(), ['r.ndjson', '--currency', 'EUR'], files);
  expect([migrated.exitCode, migrated.stderr]).toEqual([
    0,
    '2 V1 flows migrated: 1 import, 1 payment (1 with a submission); 2 V2 requests already there.\n',
  ]);
  const compared = ['--recorded', 'r.ndjson', '--currency', 'EUR'];
  const sentence = '2 pairs: 2 equivalent, 0 not; 0 V1 flows and 0 V2 requests without a counterpart.\n';
  expect((await callVerb(compareCommand(), compared, files)).stdout).toContain(sentence);
  // What migrate wrote is a recording too.
  const v1Only = { 'v1.ndjson': said.out.replace(/.*webForms.*\n/g, ''), 'v2.ndjson': migrated.stdout };
  const proof = await callVerb(compareCommand(), ['--recorded', ...Object.keys(v1Only)], v1Only);
  expect([proof.exitCode, proof.stdout]).toEqual([0, expect.stringContaining(sentence)]);
});

/** What verify finds on a sandbox behind `record`, and what check finds in the recording: clauses by verdict. */
async function recordedRun(hooks: FaultHooks = noHooks) {
  const sandbox = createSandbox({ hooks });
  const { accessUrl, webFormUrl, controlUrl } = await sandbox.listen();
  onTestFinished(() => sandbox.close());
  const args = ['--to', accessUrl, webFormUrl, '--port', '0', '0'];
  const { child, said, ended, urls } = await started(args);
  const judging = {
    webFormHosts: [new URL(webFormUrl).host],
    apiVersionSelectors: { v1: '/api/v1', v2: '/api/v2' },
  };
  const env = { CLIENT_ID: 'sandbox-client', CLIENT_SECRET: 'sandbox-secret' };
  const target = {
    ...{ name: 'recorded', environment: 'sandbox', writes: 'allowed', controlUrl },
    ...{ accessUrl: urls[0], webFormUrl: urls[1] },
    credentials: { clientId: { env: 'CLIENT_ID' }, clientSecret: { env: 'CLIENT_SECRET' } },
    settings: { ...judging, serviceVersion: '1.30.0' },
  };
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'target.json'), JSON.stringify(target));
  const run = spawn(process.execPath, [PROGRAM, 'verify', '--target', 'target.json', '--json'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...env },
  });
  let text = '';
  run.stdout.on('data', (data) => {
    text += data;
  });
  await once(run, 'close');
  child.kill('SIGINT');
  await ended;
  const files = { 'r.ndjson': said.out, 'target.json': target };
  const checked = await callVerb(checkCommand(), ['r.ndjson', '--target', 'target.json', '--json'], files);
  const lines = checked.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const found = lines.flatMap(({ findings = [] }) => findings as HistoryFinding[]);
  return {
    settings: { ...defaultSettings, ...judging },
    run: JSON.parse(text).targets[0] as TargetReport,
    violated: new Set(found.filter(({ about }) => about === 'provider').map(({ clause }) => clause)),
    compared: new Set(found.flatMap((each) => ('earlier' in each ? [each.clause] : []))),
    shown: new Set(Object.keys(lines.at(-1).totals.shown)),
  };
}

test('a recording of a whole run shows in check what the calls of the run show in verify', async () => {
  const { run, settings, violated, shown } = await recordedRun();
  expect([...violated]).toEqual([]);
  const counted = new ClauseCount();
  for (const { request, response } of run.cases.flatMap(({ exchanges }) => exchanges)) {
    const operation = operationOf(request);
    if (operation) counted.show(judge(operation, { request, response }, settings).shows);
  }
  expect([...shown].sort()).toEqual([...counted.shown.keys()].sort());
  const verdictOf = new Map<string, string>(run.clauses.map(({ clause, verdict }) => [clause, verdict]));
  // What verify sets on the client itself is out of reach without a callback, though a field of it was seen.
  const others = [...shown].sort().filter((clause) => verdictOf.get(clause) !== 'upheld');
  expect(others).toEqual(['CONFIG-AUTO-CATEGORIZATION', 'CONFIG-CALLBACK-URL']);
  for (const clause of others) expect(verdictOf.get(clause)).toBe('out of reach');
  expect(shown.size).toBeGreaterThan(150);
});

test('what check finds in calls beside each other, verify finds in the run under the same clause', async () => {
  const [fault] = providerFaults().filter(({ id }) => id === 'FORM-ID-CONSTANT');
  const { run, compared } = await recordedRun(composeHooks(fault ? [fault.hooks()] : []));
  expect([...compared]).toContain('V2-FORM-ID-UNIQUE');
  const broken = run.clauses.filter(({ verdict }) => verdict === 'violated').map(({ clause }) => clause);
  expect(broken).toEqual(expect.arrayContaining([...compared]));
});

test('a reader that closes the pipe ends it', async () => {
  const { child, said, ended, urls } = await started([
    '--to',
    `http://127.0.0.1:${await upstream()}`,
    '--port',
    '0',
  ]);
  child.stdout?.destroy();
  await fetch(String(urls[0]));
  expect(await ended).toBe(0);
  expect(said.err).not.toContain('EPIPE');
});

test('a full disk is one line and exit 2', async () => {
  const args = ['--to', `http://127.0.0.1:${await upstream()}`, '--port', '0'];
  const { said, ended, urls } = await started(args, { stdout: openSync('/dev/full', 'w') });
  expect((await fetch(String(urls[0]))).status).toBe(200);
  expect(await ended).toBe(2);
  expect(said.err.split('\n').slice(1)).toEqual([
    '0 calls recorded.',
    'The recording cannot be written: there is no space left. Its last line is whole.',
    '',
  ]);
});
