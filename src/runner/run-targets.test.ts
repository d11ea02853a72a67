// Whoever runs against a target of somebody else reads where the run goes and what it creates there before anything is sent.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { stringify } from 'yaml';
import { TEST_KEY } from '../../contracts/src/messages/cipher.ts';
import { catalogue as catalogueFromCatalogue } from '../../suites/catalogue.ts';
import { outcomeOf } from '../report/run-outcome.ts';
import { plain } from '../report/terminal/screen.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import type { Case } from './case.ts';
import { selection } from './chosen-cases.ts';
import { showRun, showRuns } from './run-targets.ts';

const ROW: Case = {
  clause: 'V2-IMPORT-201',
  says: 'answers with 201',
  given: 'an import',
  when: 'createBankConnectionImport',
  send: { bank: { id: 1 } },
  then: 201,
};
const catalogue = { exchanges: [{ file: 'a.ts', cases: [ROW] }], migrations: [], scenarios: [] };

test('hosts and creations stand on the screen before the first call', async () => {
  let screen = '';
  const say = (text: string) => {
    screen += text;
  };
  const seenAtCall: string[] = [];
  const server = createServer((_, answer) => {
    seenAtCall.push(screen);
    answer.writeHead(503).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = mkdtempSync(join(tmpdir(), 'show-run-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'bank.yaml');
  const credentials = { clientId: { env: 'SHOWN_ID' }, clientSecret: { env: 'SHOWN_SECRET' } };
  const keys = { name: 'bank', environment: 'sandbox', writes: 'allowed', accessUrl: url, webFormUrl: url };
  writeFileSync(path, stringify({ ...keys, credentials }));
  vi.stubEnv('SHOWN_ID', 'canary-id').stubEnv('SHOWN_SECRET', 'canary-secret');
  onTestFinished(() => void vi.unstubAllEnvs());

  const only = () => true;
  const { signal } = new AbortController();
  await showRun({ chosenBy: path, path, catalogue, only, signal, look: plain, say, isFirst: true });

  expect(seenAtCall.length).toBeGreaterThan(0);
  expect(seenAtCall[0]).toBe(`The migration from V1 to Web Form V2, verified against ${path}
  access API   ${url}
  Web Form V2  ${url}
  creates      at most 3 users, 1 payment and 5 web forms

`);
  expect(screen).toContain('Left behind on bank\n\n  Nothing: no user was created.\n');
  expect(screen).not.toContain('canary');
});

// Several targets in one run: nothing is sent before each was looked at, and what is over is told whatever comes after.

const ENVS = { clientId: 'RUNS_ID', clientSecret: 'RUNS_SECRET', dataDecryptionKey: 'RUNS_KEY' };
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'show-runs-'));
  return () => rmSync(folder, { recursive: true });
});

/** A sandbox that outlives the runs; `file` writes a file of it as a target, `keys` go before. */
async function bank() {
  const sandbox = createSandbox({ seed: 1 });
  onTestFinished(() => sandbox.close());
  const urls = await sandbox.listen();
  vi.stubEnv('RUNS_ID', sandbox.client.id).stubEnv('RUNS_SECRET', sandbox.client.secret);
  vi.stubEnv('RUNS_KEY', sandbox.dataDecryptionKey);
  onTestFinished(() => void vi.unstubAllEnvs());
  const credentials = Object.fromEntries(Object.entries(ENVS).map(([name, env]) => [name, { env }]));
  const common = { environment: 'sandbox', writes: 'allowed', ...urls, credentials };
  const file = (name: string, keys: object = {}): string => {
    const path = join(folder, `${name}.yaml`);
    const callback = { host: '127.0.0.1', port: 0 };
    writeFileSync(path, stringify({ name, ...common, callback, ...keys }));
    return path;
  };
  const calls = async (): Promise<number> =>
    (await (await fetch(`${urls.controlUrl}/requests`)).json()).requests.length;
  return { file, calls };
}

function shown(paths: readonly string[], only: string, onSaid: (text: string) => void = () => {}) {
  const shared = { catalogue: catalogueFromCatalogue, only: selection(only), look: plain, say: onSaid };
  return showRuns(
    paths.map((path) => ({ chosenBy: path, path, ...shared })),
    new AbortController().signal,
  );
}

test.each([
  ['no target by its schema', { writes: 'perhaps' }, /second\.yaml is no target: \/writes /],
  ['not to be written to', { writes: 'forbidden' }, /second\.yaml: .* writes: allowed\.$/],
  [
    'without its credentials',
    { credentials: { clientId: { env: 'RUNS_NO_ID' }, clientSecret: { env: 'RUNS_SECRET' } } },
    /second\.yaml: set RUNS_NO_ID in the environment\.$/,
  ],
  [
    'without its cipher',
    { settings: { cipher: './none.js' } },
    /second\.yaml: the cipher \.\/none\.js cannot be loaded/,
  ],
])('a second target that is %s stops the run before the first is called', async (_, keys, line) => {
  const { file, calls } = await bank();
  const paths = [file('first'), file('second', keys)];
  await expect(shown(paths, 'V2-IMPORT-201')).rejects.toMatchObject({
    message: expect.stringMatching(line),
    name: 'InputError',
  });
  expect(await calls()).toBe(0);
});

test('a later target that can no longer be started is unproven, and the runs before and after it are told', async () => {
  const { file, calls } = await bank();
  const paths = [file('first'), file('second'), file('third')];
  let screen = '';
  const runs = await shown(paths, 'V2-IMPORT-201', (text) => {
    screen += text;
    // The first run is over once its traces are told.
    if (text.includes('Left behind on first')) file('second', { writes: 'forbidden' });
  });
  expect(runs.map(({ target, clauses }) => [target, ...clauses])).toEqual([
    ['first', { clause: 'V2-IMPORT-201', verdict: 'upheld' }],
    [
      'second',
      { clause: 'V2-IMPORT-201', verdict: 'unproven', reason: expect.stringMatching(/writes: allowed\.$/) },
    ],
    ['third', { clause: 'V2-IMPORT-201', verdict: 'upheld' }],
  ]);
  expect(runs[0]?.leftBehind?.users).toBeGreaterThan(0);
  expect(screen).toMatch(/\nUnproven\n\n {2}1 clause: .*second\.yaml: cases create users/);
  expect(outcomeOf(runs)).toBe('unproven');
  expect(await calls()).toBeGreaterThan(0);
});

test('a key that opens no message is told once, on the screen', async () => {
  const { file } = await bank();
  const path = file('bank');
  vi.stubEnv('RUNS_KEY', [...TEST_KEY].reverse().join(''));
  const told: string[] = [];
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    told.push(String(text));
    return true;
  });
  onTestFinished(() => stderr.mockRestore());
  await shown([path], 'MESSAGE-LOW-FIRES', (text) => told.push(text));
  expect(told.join('').split('Nothing that is encrypted')).toHaveLength(2);
});
