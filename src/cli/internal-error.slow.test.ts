// A bug of ours, in whatever part of a verb, ends with exit 70 and says so, and looks like no verdict.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import create from '../../contracts/generated/fixtures/createMoneyTransferV1/full.json' with { type: 'json' };
import form from '../../contracts/generated/fixtures/createStandalonePayment/full.json' with { type: 'json' };
import v1 from '../../contracts/generated/fixtures/importBankConnectionV1/full.json' with { type: 'json' };
import low from '../../contracts/generated/fixtures/LOW_ACCOUNT_BALANCE/full.json' with { type: 'json' };
import { createSandbox } from '../sandbox/create-sandbox.ts';
import { PROGRAM } from '../test-support/program.ts';

const INJECTION = fileURLToPath(new URL('../test-support/inject-error.ts', import.meta.url));
const line = ({ request, response }: { request: object; response: object }) =>
  JSON.stringify({ request, response });

const POST = { method: 'POST', body: JSON.stringify(low.message) };

let folder = '';
let upstream = '';
let env: NodeJS.ProcessEnv = {};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'internal-error-'));
  const write = (name: string, content: string) => writeFileSync(join(folder, name), `${content}\n`);
  write(
    'traffic.ndjson',
    [line(v1), line(create), line(form), JSON.stringify({ message: low.message })].join('\n'),
  );
  write('v1.json', JSON.stringify(create.request.body));
  write('v2.json', JSON.stringify(form.request.body));
  write('rules.json', JSON.stringify([{ triggerEvent: 'NEW_ACCOUNT_BALANCE', callbackHandle: 'all' }]));
  const sandbox = createSandbox({ seed: 1 });
  const urls = await sandbox.listen();
  const credentials = { clientId: { env: 'TARGET_ID' }, clientSecret: { env: 'TARGET_SECRET' } };
  const target = { name: 'bank', environment: 'sandbox', writes: 'allowed', credentials };
  const { accessUrl, webFormUrl } = urls;
  upstream = accessUrl;
  write('bank.yaml', JSON.stringify({ ...target, accessUrl, webFormUrl }));
  env = { TARGET_ID: sandbox.client.id, TARGET_SECRET: sandbox.client.secret, DATA_DECRYPTION_KEY: low.key };
  return async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true });
  };
});

function started(injected: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, ['--import', INJECTION, PROGRAM, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], INIT_CWD: folder, ...env, INJECT: injected },
  });
}

async function outcomeOf(child: ChildProcess) {
  const [stdout, stderr] = await Promise.all([child.stdout, child.stderr].map((out) => text(out as never)));
  if (child.exitCode === null) await once(child, 'exit');
  return { exitCode: child.exitCode, stdout: stdout ?? '', stderr: stderr ?? '' };
}

const V2 = ['--target', 'bank.yaml', '--only', 'V2-IMPORT-201', '--out', 'reports'];
const INIT = [
  '--access-url',
  'https://a.example',
  '--web-form-url',
  'https://w.example',
  '--writes',
  'allowed',
];
const MESSAGES = ['--target', 'sandbox', '--only', 'MESSAGE-BALANCE-FIRES', '--out', 'reports'];

test.each<[verb: string, injected: string, ...args: string[]]>([
  ['verify', 'targets/target-file.ts readTargetFile', ...V2],
  ['verify', 'node/http-sender.ts sent', ...V2],
  ['verify', 'node/http-sender.ts textOf', ...V2],
  ['verify', 'runner/sender.ts valuesIn', ...V2],
  ['verify', 'runner/send.ts readBody', ...V2],
  ['verify', 'judge/judge.ts judge', ...V2],
  ['verify', 'runner/plan.ts planOf', ...V2],
  ['verify', 'runner/clause-results.ts clauseResults', ...V2],
  ['verify', 'ci/junit.ts junit', ...V2],
  ['verify', 'page/page.ts runPage', ...V2],
  ['verify', 'report/run-json.ts runJson', ...V2],
  ['verify', 'report/write-files.ts writeWholeFile', ...V2],
  ['verify', 'operations/authorization.ts authorize', ...MESSAGES],
  ['verify', 'batch-update/match-rules.ts matchRules', ...MESSAGES],
  ['verify', 'batch-update/batch-updates.ts composeMessage', ...MESSAGES],
  ['verify', 'judge/judge-message.ts judgeMessage', ...MESSAGES],
  ['verify', 'scenarios/message-difference.ts differences', ...MESSAGES],
  ['check', 'base/exact-json.ts readJson', 'traffic.ndjson'],
  ['check', 'evidence/read-evidence.ts recordedHeaders', 'traffic.ndjson'],
  ['check', 'evidence/read-evidence.ts readEvidence', 'traffic.ndjson'],
  ['check', 'judge/judge.ts judge', 'traffic.ndjson'],
  ['check', 'judge/judge-message.ts judgeMessage', 'traffic.ndjson'],
  ['check', 'terminal/clause-lists.ts countedText', 'traffic.ndjson'],
  ['assess', 'evidence/recorded-flows.ts recordedFlowCall', 'traffic.ndjson'],
  ['assess', 'evidence/read-evidence.ts recordedBody', 'traffic.ndjson'],
  ['assess', 'assess/assess-text.ts assessText', 'traffic.ndjson'],
  ['assess', 'assess/assess-guide.ts assessGuide', 'traffic.ndjson', '--guide', 'GUIDE.md'],
  ['migrate', 'cli/options.ts callerPath', 'v1.json', '--currency', 'EUR'],
  ['migrate', 'migration/migrate-request.ts migratePayment', 'v1.json', '--currency', 'EUR'],
  ['compare', 'base/exact-json.ts readJson', 'v1.json', 'v2.json'],
  ['compare', 'migration/compare-requests.ts comparedFields', 'v1.json', 'v2.json'],
  ['report', 'page/read-results.ts readResults', 'v1.json'],
  ['listen', 'cli/listen.ts rulesOfFile', '--port', '0', '--rules', 'rules.json'],
  ['fire', 'messages/build-message.ts buildMessage', 'NEW_TRANSACTIONS', '--to', 'http://127.0.0.1:1'],
  ['fire', 'node/http-sender.ts sent', 'NEW_TRANSACTIONS', '--to', 'http://127.0.0.1:1'],
  ['explain', 'cli/explain.ts explained', 'V2-FORM-URL'],
  ['export', 'cli/export.ts exportCalls', '--postman', 'calls.json'],
  ['mock', 'targets/prism-mock.ts served', '--port', '0', '--web-form-port', '0'],
  ['record', 'record/recording-proxy.ts recordingProxy', '--to', 'http://127.0.0.1:1', '--port', '0'],
  ['init', 'cli/init.ts targetFileText', 'new.yaml', ...INIT],
])('%s ends with 70 after an error in %s', async (verb, injected, ...args) => {
  const { exitCode, stdout, stderr } = await outcomeOf(started(injected, [verb, ...args]));
  expect(stderr + stdout).toMatch(
    /^internal error in version \S+ at \S+: TypeError: Cannot read properties of null \(reading 'injected'\)$/m,
  );
  expect(stderr + stdout).not.toMatch(/is broken|does not answer|not UTF-8|no answer|ready/);
  expect(exitCode).toBe(70);
});

const ANY = ['--port', '0'];

test.each<[verb: string, injected: string, status: number, call: RequestInit, ...args: string[]]>([
  [
    ...(['sandbox', 'operations/authorization.ts authorize', 500, {}] as const),
    ...[...ANY, '--web-form-port', '0', '--control-port', '0'],
  ],
  ['listen', 'judge/judge-message.ts judgeMessage', 500, POST, ...ANY],
  ['record', 'record/recording-proxy.ts passOn', 502, {}, '--to', 'UPSTREAM', ...ANY],
  ['record', 'record/recorded-line.ts decoded', 401, {}, '--to', 'UPSTREAM', ...ANY],
])('%s says once what failed in %s, answers %i, serves on, and ends with 70', async (...row) => {
  const [verb, injected, status, call, ...args] = row;
  const child = started(injected, [verb, ...args.map((arg) => (arg === 'UPSTREAM' ? upstream : arg))]);
  const ended = outcomeOf(child);
  const said = verb === 'record' ? child.stderr : child.stdout;
  const [ready] = await once(said as NodeJS.ReadableStream, 'data');
  const [url] = /http:[^", ]+/.exec(String(ready)) ?? [];
  for (let at = 0; at < 2; at++)
    expect((await fetch(`${url}/clientConfiguration`, call)).status).toBe(status);
  child.kill('SIGTERM');
  const { exitCode, stderr } = await ended;
  expect(
    stderr.match(/internal error in version \S+ at \S+: TypeError: Cannot read properties/g),
  ).toHaveLength(1);
  expect(exitCode).toBe(70);
});
