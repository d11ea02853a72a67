// A bug of ours, in whatever part of a verb, ends with exit 70 and says so, and looks like no verdict.
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { TEST_KEY } from '../../contracts/src/messages/cipher.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import { documentedRecords } from '../test-support/documented-records.ts';
import { fullMessages } from '../test-support/fixtures.ts';
import { ndjson } from '../test-support/recorded-calls.ts';
import { startedVerb } from '../test-support/started-verb.ts';

const INJECTION = fileURLToPath(new URL('../test-support/inject-error.ts', import.meta.url));
const { importBankConnectionV1, createMoneyTransferV1, createStandalonePayment } = documentedRecords();
const { message } = fullMessages.LOW_ACCOUNT_BALANCE;
const POST = { method: 'POST', body: JSON.stringify(message) };

const files: Record<string, unknown> = {
  'traffic.ndjson': ndjson([
    ...[importBankConnectionV1, createMoneyTransferV1, createStandalonePayment],
    { message },
  ]),
  'v1.json': createMoneyTransferV1.request.body,
  'v2.json': createStandalonePayment.request.body,
  'rules.json': [{ triggerEvent: 'NEW_ACCOUNT_BALANCE', callbackHandle: 'all' }],
};
let upstream = '';
let env: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  const { client, listen, close } = createSandbox({ seed: 1 });
  const { accessUrl, webFormUrl } = await listen();
  upstream = accessUrl;
  const credentials = { clientId: { env: 'TARGET_ID' }, clientSecret: { env: 'TARGET_SECRET' } };
  const target = { name: 'bank', environment: 'sandbox', writes: 'allowed', credentials };
  files['bank.yaml'] = { ...target, accessUrl, webFormUrl };
  env = { TARGET_ID: client.id, TARGET_SECRET: client.secret, DATA_DECRYPTION_KEY: TEST_KEY };
  return close;
});

function started(injected: string, args: readonly string[]) {
  return startedVerb(args, { files, env: { ...env, INJECT: injected }, before: [INJECTION] });
}

const V2 = ['--target', 'bank.yaml', '--only', 'V2-IMPORT-201', '--out', 'reports'];
const INIT = '--access-url https://a.example --web-form-url https://w.example --writes allowed'.split(' ');
const MESSAGES = ['--target', 'sandbox', '--only', 'MESSAGE-BALANCE-FIRES', '--out', 'reports'];

test.each<[verb: string, injected: string, ...args: string[]]>([
  // While it loads.
  ['verify', 'migration/converters.ts converterOf', ...V2],
  ['verify', 'provider/verify.ts verifyCommand', ...V2],
  ['explain', 'cli/explain.ts explainCommand', 'V2-FORM-URL'],
  ['explain', 'cli/exit-codes.ts run', 'V2-FORM-URL'],
  ['explain', 'cli/exit-codes.ts ready', 'V2-FORM-URL'],
  ['report', 'cli/options.ts helpText', 'v1.json'],
  ['verify', 'targets/target-file.ts readTargetFile', ...V2],
  ['verify', 'http/http-sender.ts sent', ...V2],
  ['verify', 'http/http-sender.ts streamText', ...V2],
  ['verify', 'runner/sender.ts countValues', ...V2],
  ['verify', 'runner/send.ts responseBody', ...V2],
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
  ['verify', 'operations/authorization.ts authorize', ...MESSAGES, '--fault', 'FORM-URL-MISSING'],
  ['verify', 'batch-update/batch-updates.ts composeMessage', ...MESSAGES, '--fault', 'FORM-URL-MISSING'],
  ['check', 'base/exact-json.ts readJson', 'traffic.ndjson'],
  ['check', 'recordings/recorded-parts.ts recordedHeaders', 'traffic.ndjson'],
  ['check', 'recordings/read-evidence.ts readEvidence', 'traffic.ndjson'],
  ['check', 'judge/judge.ts judge', 'traffic.ndjson'],
  ['check', 'judge/judge-message.ts judgeMessage', 'traffic.ndjson'],
  ['check', 'terminal/clause-lists.ts countedText', 'traffic.ndjson'],
  ['assess', 'evidence/recorded-flows.ts recordedFlowCall', 'traffic.ndjson'],
  ['assess', 'recordings/recorded-parts.ts recordedBody', 'traffic.ndjson'],
  ['assess', 'assess/assess-text.ts assessText', 'traffic.ndjson'],
  ['assess', 'assess/assess-guide.ts assessGuide', 'traffic.ndjson', '--guide', 'GUIDE.md'],
  ['migrate', 'cli/options.ts callerPath', 'v1.json', '--currency', 'EUR'],
  ['migrate', 'migration/migrate-request.ts migrateFlow', 'v1.json', '--currency', 'EUR'],
  ['compare', 'base/exact-json.ts readJson', 'v1.json', 'v2.json'],
  ['compare', 'migration/compare-requests.ts comparedFields', 'v1.json', 'v2.json'],
  ['report', 'page/read-results.ts readResults', 'v1.json'],
  ['listen', 'evidence/recording.ts recordedRules', '--port', '0', '--rules', 'rules.json'],
  ['fire', 'messages/build-message.ts buildMessage', 'NEW_TRANSACTIONS', '--to', 'http://127.0.0.1:1'],
  ['fire', 'http/http-sender.ts sent', 'NEW_TRANSACTIONS', '--to', 'http://127.0.0.1:1'],
  ['explain', 'cli/explain.ts explained', 'V2-FORM-URL'],
  ['mock', 'session/prism-mock.ts served', '--port', '0', '--web-form-port', '0'],
  ['record', 'record/recording-proxy.ts recordingProxy', '--to', 'http://127.0.0.1:1', '--port', '0'],
  ['init', 'provider/init.ts targetFileText', 'new.yaml', ...INIT],
])('%s ends with 70 after an error in %s', async (verb, injected, ...args) => {
  const { ended, said } = started(injected, [verb, ...args]);
  expect(await ended).toBe(70);
  expect(said.err + said.out).toMatch(
    /^internal error in version \S+ at \S+: TypeError: Cannot read properties of null \(reading 'injected'\)$/m,
  );
  expect(said.err + said.out).not.toMatch(/is broken|does not respond|not UTF-8|no response|ready/);
});

const ANY = ['--port', '0'];

test.each<[verb: string, injected: string, status: number, call: RequestInit, ...args: string[]]>([
  [
    ...(['sandbox', 'operations/authorization.ts authorize', 500, {}] as const),
    ...[...ANY, '--web-form-port', '0', '--control-port', '0'],
  ],
  ['listen', 'judge/judge-message.ts judgeMessage', 500, POST, ...ANY],
  ['record', 'record/recording-proxy.ts passOn', 502, {}, '--to', 'UPSTREAM', ...ANY],
  ['record', 'record/recorded-line.ts decodedBody', 401, {}, '--to', 'UPSTREAM', ...ANY],
])('%s says once what failed in %s, responds with %i, serves on, and ends with 70', async (...row) => {
  const [verb, injected, status, call, ...args] = row;
  const { child, end } = started(injected, [
    verb,
    ...args.map((arg) => (arg === 'UPSTREAM' ? upstream : arg)),
  ]);
  const said = verb === 'record' ? child.stderr : child.stdout;
  const [ready] = await once(said as NodeJS.ReadableStream, 'data');
  const [url] = /http:[^", ]+/.exec(String(ready)) ?? [];
  for (let at = 0; at < 2; at++)
    expect((await fetch(`${url}/clientConfiguration`, call)).status).toBe(status);
  const { code, err } = await end('SIGTERM');
  expect(err.match(/internal error in version \S+ at \S+: TypeError: Cannot read properties/g)).toHaveLength(
    1,
  );
  expect(code).toBe(70);
});
