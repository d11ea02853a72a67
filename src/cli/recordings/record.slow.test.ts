// `record` as a user starts it: HTTPS upstreams, two URLs, a summary on SIGINT, a closed pipe, a full disk.

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Finding } from '../../../contracts/src/base/finding.ts';
import { judge } from '../../../contracts/src/judge/judge.ts';
import { type OperationId, operationOf } from '../../../contracts/src/judge/operation.ts';
import { defaultSettings } from '../../../contracts/src/judge/settings.ts';
import { ClauseCount } from '../../evidence/clause-count.ts';
import { composeHooks } from '../../faults/fault.ts';
import { providerFaults } from '../../faults/row-hooks.ts';
import type { TargetReport } from '../../report/run-json.ts';
import { createSandbox } from '../../sandbox/create-sandbox.ts';
import { type FaultHooks, noHooks } from '../../sandbox/fault-hooks.ts';
import { callVerb } from '../../test-support/call-verb.ts';
import { documentedRecords } from '../../test-support/documented-records.ts';
import { plainHandler } from '../../test-support/plain-handler.ts';
import { jsonLines } from '../../test-support/recorded-calls.ts';
import { servedBy } from '../../test-support/served.ts';
import { startedVerb } from '../../test-support/started-verb.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { compareCommand } from '../move/compare.ts';
import { migrateCommand } from '../move/migrate.ts';
import { checkCommand } from './check.ts';

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
  // A line a call, as it happens.
  if (said.out === '' && child.stdout) await once(child.stdout, 'data');
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(jsonLines(said.out)).toMatchObject([
    {
      request: { method: 'GET', url: expect.stringContaining(`${to}/users?token=struck-`) },
      response: { status: 200 },
    },
  ]);
  expect(said.err.split('\n').at(-2)).toBe('1 call recorded.');
  const stranger = await started(['--to', to, '--port', '0']);
  const refused = await fetch(`${stranger.urls[0]}/users`);
  const line = `${to} gave no response: its certificate is self-signed; NODE_EXTRA_CA_CERTS, or tls.ca in a target file, names one to trust`;
  expect([refused.status, await refused.text()]).toEqual([502, `${line}\n`]);
  stranger.child.kill('SIGTERM');
  expect(await stranger.ended).toBe(0);
  expect(stranger.said.err).toMatch(
    new RegExp(`${line}\n1 call recorded, 1 of them without a response\\.\n$`),
  );
});

test('a response that breaks off is counted as such, and one that is left out as a body', async () => {
  const port = await upstream(
    createServer((request, response) => {
      response.writeHead(200, { 'content-length': '4' });
      if (request.url === '/cut') response.write('{', () => response.destroy());
      else response.end('half');
    }),
  );
  const { child, said, ended, urls } = await started(['--to', `http://127.0.0.1:${port}`, '--port', '0']);
  await expect((await fetch(`${urls[0]}/cut`)).text()).rejects.toThrow();
  await (await fetch(`${urls[0]}/whole`)).text();
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(said.err.split('\n').at(-2)).toBe(
    '2 calls recorded, 1 of them with a response that broke off; 1 body left out.',
  );
});

const client = { id: 'canary-client', secret: 'canary-secret' };

/** A sandbox behind `record`. */
async function recordedSandbox(options: readonly string[] = [], hooks: FaultHooks = noHooks) {
  const sandbox = createSandbox({ client, hooks });
  const { accessUrl, webFormUrl, controlUrl } = await sandbox.listen();
  onTestFinished(() => sandbox.close());
  const args = [...options, '--to', accessUrl, webFormUrl, '--port', '0', '0'];
  const { urls, ...verb } = await started(args);
  return { ...verb, access: urls[0], webForm: urls[1], controlUrl, webFormUrl };
}

// Of fire, record and a handler each is the real one.
test.each([
  { options: [], verdicts: '2 upheld, 0 violated, 0 refused, 0 not judged.' },
  // What is encrypted is personal, and is made up: nothing can be decrypted, and all else is judged.
  {
    options: ['--redact'],
    verdicts: '0 upheld, 0 violated, 0 refused, 2 not judged (2× record --redact made up what was',
  },
])(
  'record $options in front of a handler makes records that check judges as messages',
  async ({ options, verdicts }) => {
    const { url, calls } = await plainHandler();
    const { urls, said, end } = await started([...options, '--to', new URL(url).origin, '--port', '0']);
    const events = ['LOW_ACCOUNT_BALANCE', 'NEW_TRANSACTIONS'];
    const fired = startedVerb(['fire', ...events, '--include-details', '--to', `${urls[0]}/hook`]);
    expect(await fired.ended).toBe(0);
    expect((await end('SIGINT')).code).toBe(0);
    expect(calls.map(({ message }) => message['triggerEvent'])).toEqual(events);
    const bodies = jsonLines(said.out).map(({ request }) => request.body);
    const plain = ['triggerEvent', 'callbackHandle', 'notificationRuleId'] as const;
    for (const name of plain)
      expect(bodies.map((body) => body[name])).toEqual(calls.map(({ message }) => message[name]));
    const { stdout } = await callVerb(checkCommand(), ['r.ndjson'], { 'r.ndjson': said.out });
    expect(stdout).toContain(verdicts);
    const broken = said.out.replace(/"callbackHandle":"[^"]*"/, '"callbackHandle":17');
    const judged = await callVerb(checkCommand(), ['r.ndjson'], { 'r.ndjson': broken });
    expect([judged.exitCode, judged.stdout]).toEqual([1, expect.stringContaining('MESSAGE-CALLBACK-HANDLE')]);
  },
);

test('what is recorded of both flows of the sandbox is upheld, migrates, and is compared as equivalent, redacted too', async () => {
  const { access, webForm, said, end } = await recordedSandbox(['--redact']);
  const records = documentedRecords();
  const send = async (id: OperationId, token?: string, more: object = {}) => {
    const { method, headers, url, body } = records[id].request;
    const { pathname } = new URL(url);
    const sent = { ...(body as object), ...more };
    const isForm = id === 'createToken';
    const response = await fetch((pathname.includes('webForms') ? webForm : access) + pathname, {
      method,
      headers: { ...(headers as object), ...(token && { authorization: `Bearer ${token}` }) },
      body: isForm ? new URLSearchParams(Object.entries(sent)) : JSON.stringify(sent),
    });
    return response.json();
  };
  const ofClient = { client_id: client.id, client_secret: client.secret };
  const user = { id: 'canary-user', password: 'canary-pass', email: 'canary@bank.example' };
  await send('createUser', (await send('createToken', undefined, ofClient)).access_token, user);
  const signIn = { ...ofClient, grant_type: 'password', username: user.id, password: user.password };
  const { access_token: token } = await send('createToken', undefined, signIn);
  await send('importBankConnectionV1', token);
  const { id: paymentId } = await send('createMoneyTransferV1', token);
  await send('submitPaymentV1', token, { paymentId });
  await send('createStandalonePayment', token);
  await send('createBankConnectionImport', token);
  expect((await end('SIGINT')).code).toBe(0);
  expect(said.out).not.toMatch(/canary|Mustermann|DE89370400440532013000|DE02120300000000202051/i);
  expect(said.out).not.toContain(token);
  const files = { 'r.ndjson': said.out };
  expect((await callVerb(checkCommand(), ['r.ndjson'], files)).stdout).toContain(
    '8 records: 8 upheld, 0 violated',
  );
  const decided = ['--currency', 'EUR', '--drop', 'submit /interface'];
  const migrated = await callVerb(migrateCommand(), ['r.ndjson', ...decided], files);
  expect([migrated.exitCode, migrated.stderr]).toEqual([
    0,
    expect.stringContaining(
      '2 V1 flows migrated: 1 import, 1 payment (1 with a submission); with a loss in 1 flow; 2 V2 requests already there.\n',
    ),
  ]);
  const compared = ['--recorded', 'r.ndjson', ...decided];
  const sentence = '2 pairs: 2 equivalent, 0 not; 0 V1 flows and 0 V2 requests without a counterpart.\n';
  expect((await callVerb(compareCommand(), compared, files)).stdout).toContain(sentence);
  // What migrate wrote is a recording too.
  const v1Only = { 'v1.ndjson': said.out.replace(/.*webForms.*\n/g, ''), 'v2.ndjson': migrated.stdout };
  const proof = await callVerb(
    compareCommand(),
    ['--recorded', ...Object.keys(v1Only), '--drop', 'submit /interface'],
    v1Only,
  );
  expect([proof.exitCode, proof.stdout]).toEqual([0, expect.stringContaining(sentence)]);
});

/** What verify finds on a sandbox behind `record`, and what check finds in the recording: clauses by verdict. */
async function recordedRun(hooks?: FaultHooks) {
  const { said, end, access, webForm, controlUrl, webFormUrl } = await recordedSandbox([], hooks);
  const judging = {
    webFormHosts: [new URL(webFormUrl).host],
    apiVersionSelectors: { v1: '/api/v1', v2: '/api/v2' },
  };
  const target = {
    name: 'recorded',
    environment: 'sandbox',
    writes: 'allowed',
    controlUrl,
    accessUrl: access,
    webFormUrl: webForm,
    credentials: { clientId: { env: 'CLIENT_ID' }, clientSecret: { env: 'CLIENT_SECRET' } },
    settings: { ...judging, serviceVersion: '1.30.0' },
  };
  const verify = startedVerb(['verify', '--target', 'target.json', '--json'], {
    files: { 'target.json': target },
    env: { CLIENT_ID: client.id, CLIENT_SECRET: client.secret },
  });
  await verify.ended;
  await end('SIGINT');
  const files = { 'r.ndjson': said.out, 'target.json': target };
  const checked = await callVerb(checkCommand(), ['r.ndjson', '--target', 'target.json', '--json'], files);
  const lines = jsonLines(checked.stdout);
  const found = lines.flatMap(({ findings = [] }) => findings as Finding[]);
  return {
    settings: { ...defaultSettings, ...judging },
    run: JSON.parse(verify.said.out).targets[0] as TargetReport,
    violated: new Set(found.filter(({ about }) => about === 'provider').map(({ clause }) => clause)),
    compared: new Set(
      found.flatMap((each) => ('earlier' in each && each.about === 'provider' ? [each.clause] : [])),
    ),
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
  const args = ['--to', `http://127.0.0.1:${await upstream()}`, '--port', '0'];
  const { child, said, ended, urls } = await started(args);
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
    'The recording cannot be written: there is no space left. Its last line may be cut off.',
    '',
  ]);
});
