// A run shows where it goes and what it creates before anything is sent, and its results whatever becomes of the next target.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import manifest from '../../contracts/package.json' with { type: 'json' };
import { InputError } from '../../contracts/src/base/errors.ts';
import { TEST_KEY } from '../../contracts/src/messages/cipher.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { outcomeOf } from '../report/run-outcome.ts';
import { plain } from '../report/terminal/screen.ts';
import type { Case } from '../runner/case.ts';
import { selection } from '../runner/choose-cases.ts';
import { runTargets } from '../runner/run.ts';
import { describeTarget, openTarget } from '../runner/targets/open-target.ts';
import type { TargetRun } from '../runner/verdict.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import { served } from '../test-support/served.ts';
import { temporaryFolder } from '../test-support/temporary-folder.ts';
import { exitCodeOfRun } from './exit-codes.ts';
import { showRuns } from './verify-run.ts';

const ROW: Case = {
  clause: 'V2-IMPORT-201',
  says: 'answers with 201',
  given: 'an import',
  when: 'createBankConnectionImport',
  send: { bank: { id: 1 } },
  then: 201,
};
const ONE_CASE = { exchanges: [{ file: 'a.ts', cases: [ROW] }], migrations: [], scenarios: [] };

test('hosts and what is created are on the screen before the first call', async () => {
  let screen = '';
  const say = (text: string) => {
    screen += text;
  };
  const seenAtCall: string[] = [];
  const url = await served((_, answer) => {
    seenAtCall.push(screen);
    answer.writeHead(503).end();
  });
  const path = join(temporaryFolder(), 'bank.yaml');
  const credentials = { clientId: { env: 'SHOWN_ID' }, clientSecret: { env: 'SHOWN_SECRET' } };
  const keys = { name: 'bank', environment: 'sandbox', writes: 'allowed', accessUrl: url, webFormUrl: url };
  writeFileSync(path, JSON.stringify({ ...keys, credentials }));
  vi.stubEnv('SHOWN_ID', 'canary-id').stubEnv('SHOWN_SECRET', 'canary-secret');
  onTestFinished(() => void vi.unstubAllEnvs());

  const shared = { catalogue: async () => ONE_CASE, choice: {}, look: plain, say };
  const run = showRuns([{ chosenBy: path, path }], shared, new AbortController().signal);
  await expect(run).rejects.toThrow('is busy');
  expect(seenAtCall.length).toBeGreaterThan(0);
  expect(seenAtCall[0]).toBe(`The migration from V1 to Web Form V2, verified against ${path}
  access API   ${url}
  Web Form V2  ${url}
  calls        22 calls at most: createToken 3, getClientConfiguration 1, createBankConnectionImport 4,
               createStandalonePayment 2, createUser 1, importBankConnectionV1 1, createMoneyTransferV1 1,
               submitPaymentV1 1, made again 8
  creates      at most 1 user, 9 payments and 16 web forms, up to 2 more users where a case is made again

`);
  expect(screen).not.toContain('canary');
});

const ENVS = { clientId: 'RUNS_ID', clientSecret: 'RUNS_SECRET', dataDecryptionKey: 'RUNS_KEY' };

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
  const folder = temporaryFolder();
  const file = (name: string, keys: object = {}): string => {
    const path = join(folder, `${name}.yaml`);
    const callback = { host: '127.0.0.1', port: 0 };
    writeFileSync(path, JSON.stringify({ name, ...common, callback, ...keys }));
    return path;
  };
  const calls = async (): Promise<number> =>
    (await (await fetch(`${urls.controlUrl}/requests`)).json()).requests.length;
  return { file, calls };
}

function shown(paths: readonly string[], only: string, say: (text: string) => void = () => {}) {
  const named = paths.map((path) => ({ chosenBy: path, path }));
  const shared = { catalogue: async () => catalogue, choice: { only: selection(only) }, look: plain, say };
  return showRuns(named, shared, new AbortController().signal);
}

test.each([
  ['no target by its schema', { writes: 'perhaps' }, /second\.yaml is not a target file: writes /],
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

test('a later target that cannot be started is unproven, and the runs before and after it keep their results', async () => {
  const { file, calls } = await bank();
  const [first, second, third] = await Promise.all(
    ['first', 'second', 'third'].map(async (name) => {
      const described = await describeTarget(file(name));
      return { described, open: () => openTarget(described) };
    }),
  );
  const broken = { ...second, open: () => Promise.reject(new InputError('second: no port is free')) };
  const ended: TargetRun[] = [];
  const { runs } = await runTargets([first, broken, third] as never, catalogue, {
    only: selection('V2-IMPORT-201'),
    onEnd: (run) => ended.push(run),
  });
  expect(runs.map(({ target, clauses }) => [target, ...clauses])).toEqual([
    ['first', { clause: 'V2-IMPORT-201', verdict: 'upheld' }],
    ['second', { clause: 'V2-IMPORT-201', verdict: 'unproven', reason: 'second: no port is free' }],
    ['third', { clause: 'V2-IMPORT-201', verdict: 'upheld' }],
  ]);
  expect(ended).toEqual(runs);
  expect(runs[0]?.leftBehind?.users).toBeGreaterThan(0);
  expect(exitCodeOfRun(outcomeOf(runs))).toBe(2);
  expect(await calls()).toBeGreaterThan(0);
});

test('a run has its date, its duration, the version of the program and what is checked out', async () => {
  const { file } = await bank();
  const began = '2026-11-20T09:15:00.000Z';
  const times = [began, began, '2026-11-20T09:15:01.240Z'];
  const now = () => new Date(times.shift() ?? 'none is left');
  const path = file('bank');
  const shared = {
    catalogue: async () => catalogue,
    choice: { only: selection('V2-IMPORT-201') },
    look: plain,
    say: () => {},
    now,
  };
  const {
    runs: [run],
  } = await showRuns([{ chosenBy: path, path }], shared, new AbortController().signal);
  const head = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  const commit = head.status === 0 && { commit: head.stdout.trim() };
  const { version } = manifest;
  expect(run?.ran).toEqual({ at: '2026-11-20T09:15:00.000Z', seconds: 1.2, version, ...commit });
});

test('a key that decrypts no message ends the run before anything is judged', async () => {
  const { file } = await bank();
  vi.stubEnv('RUNS_KEY', [...TEST_KEY].reverse().join(''));
  await expect(shown([file('bank')], 'MESSAGE-LOW-FIRES')).rejects.toMatchObject({
    message: expect.stringMatching(/^bank: the encrypted fields of its messages cannot be decrypted \(/),
    name: 'InputError',
  });
});
