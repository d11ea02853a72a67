// A dry run foretells a run: the same calls, the same clauses out of reach; and it sends nothing.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { type OperationId, operationOf } from '../contracts/src/judge/operation.ts';
import { type SendHttp, sendHttp } from '../contracts/src/node/http-sender.ts';
import type { World } from '../src/runner/control.ts';
import { dryRun } from '../src/runner/dry-run.ts';
import { selection } from '../src/runner/planned-cases.ts';
import { runTarget } from '../src/runner/run-target.ts';
import { plannedTarget, startTarget } from '../src/runner/targets/start-target.ts';
import { catalogue } from './catalogue.ts';

const PATIENCE = 60_000;

test.each(['mock', 'sandbox'])(
  'it foretells every call to the %s and every clause out of its reach',
  async (name) => {
    const foretold = dryRun(await plannedTarget(name), catalogue);
    const calls = new Map<OperationId, number>();
    let worlds = 0;
    const { target, stop } = await startTarget(name);
    const counting: SendHttp = (url, call) => {
      const operationId = operationOf({ method: call.method, url });
      if (operationId) calls.set(operationId, (calls.get(operationId) ?? 0) + 1);
      return sendHttp(url, call);
    };
    // In place: its sessions call the target itself.
    Object.assign(target, { sendHttp: counting });
    if (target.control) {
      const { replaceWorld } = target.control;
      Object.assign(target.control, {
        replaceWorld: (world: World) => {
          worlds++;
          return replaceWorld(world);
        },
      });
    }
    const { clauses } = await runTarget(target, catalogue);
    await stop();
    expect(Object.fromEntries(foretold.calls)).toEqual(Object.fromEntries(calls));
    expect(foretold.worlds).toBe(worlds);
    expect(foretold.clauses).toEqual(clauses);
  },
  PATIENCE,
);

test('it foretells the run of one clause', async () => {
  const { calls, creates, clauses } = dryRun(
    await plannedTarget('sandbox'),
    catalogue,
    selection('RULE-WAIT-V1-REFUSED'),
  );
  expect(clauses).toEqual([{ clause: 'RULE-WAIT-V1-REFUSED', verdict: 'upheld' }]);
  // On a target of our own both flows are always shown side by side, each with a user of its own.
  expect([calls.get('createUser'), calls.get('createMoneyTransferV1')]).toEqual([2 + rulesSent(calls), 1]);
  // A refused rule is not created.
  expect(creates).toEqual({ users: 2 + rulesSent(calls), rules: 0, payments: 1, webForms: 4 });
});

function rulesSent(calls: ReadonlyMap<OperationId, number>): number {
  return calls.get('createNotificationRule') ?? 0;
}

const KEYS = {
  name: 'bank',
  environment: 'sandbox',
  writes: 'allowed',
  credentials: {
    clientId: { env: 'DRY_ID' },
    clientSecret: { env: 'DRY_SECRET' },
    dataDecryptionKey: { env: 'DRY_KEY' },
  },
  callback: { host: '127.0.0.1', port: 0 },
};
const SET = { DRY_ID: 'canary-id', DRY_SECRET: 'canary-secret', DRY_KEY: '00112233445566778899aabbccddeeff' };

/** Runs the verb on a target file with these keys; the URLs lead to a port where every connection is counted. */
async function dry(keys: object, env: Record<string, string>, ...args: string[]) {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const folder = mkdtempSync(join(tmpdir(), 'dry-run-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'bank.yaml');
  writeFileSync(path, stringify({ ...KEYS, accessUrl: url, webFormUrl: url, controlUrl: url, ...keys }));
  const verb = ['run', '-s', 'verify', '--', '--dry-run', '--target', path, ...args];
  const child = spawn('npm', verb, {
    cwd: new URL('../', import.meta.url),
    env: { ...process.env, ...env },
  });
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  server.close();
  return { stdout, stderr, status, connections, path, url };
}

test('it sends nothing, and names hosts, calls, creations and what is replaced', async () => {
  const { stdout, status, connections, path, url } = await dry({}, SET);
  expect([status, connections]).toEqual([0, 0]);
  expect(stdout).toMatch(`What a run against ${path} would do; nothing is sent
  access API   ${url}
  Web Form V2  ${url}
  control      ${url}
  writes       allowed
  credentials  set
  creates      at most `);
  expect(stdout).toMatch(/^ {2}replaces {5}all that the target holds, \d+ times, over its control plane,/m);
  expect(stdout).toMatch(/^\d+ calls at most, beside those to the control plane\n\n {2}createToken +\d+\n/m);
  for (const secret of Object.values(SET)) expect(stdout).not.toContain(secret);
});

test('what the target cannot show is told with its reason', async () => {
  const { stdout, status } = await dry({ callback: undefined }, SET, '--only', 'notifications');
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^Out of reach of bank\n\n {2}\d+ clauses: the target file names no callback to receive/m,
  );
  expect(stdout).not.toContain('replaces');
  // Nothing of the flows is sent to a bank that was asked for messages.
  expect(stdout).not.toMatch(
    /importBankConnectionV1|MoneyTransfer|submitPaymentV1|WebForm\b|StandalonePayment/,
  );
});

test('missing credentials are named, and end it with 2, as they do a run', async () => {
  const { stdout, status } = await dry({}, { DRY_ID: 'canary-id', DRY_SECRET: '', DRY_KEY: '' });
  expect(status).toBe(2);
  expect(stdout).toContain('  credentials  missing: set DRY_SECRET and DRY_KEY in the environment\n');
});

test('a target that may not be written to is planned all the same, before somebody allows it', async () => {
  const { stdout, status } = await dry({ writes: 'forbidden' }, SET);
  expect(status).toBe(0);
  expect(stdout).toContain(
    '  writes       not allowed: a run needs environment: sandbox and writes: allowed\n',
  );
});

test.each([
  ['a file that is no target', { name: 'Bank' }, [], 2, /is no target: \/name must match pattern/],
  [
    'a cipher that cannot be loaded',
    { settings: { cipher: './none.js' } },
    [],
    2,
    /the cipher \.\/none\.js cannot be loaded/,
  ],
  [
    'reports of a run that never is',
    {},
    ['--out', 'x'],
    64,
    /'--dry-run' cannot be used with option '--out <folder>'/,
  ],
  [
    'a document of a run that never is',
    {},
    ['--json'],
    64,
    /'--dry-run' cannot be used with option '--json'/,
  ],
  ['an unknown clause', {}, ['--only', 'V9'], 64, /^--only "V9" is neither a clause/],
] as const)('%s is refused in one line', async (_, keys, args, code, line) => {
  const { stdout, stderr, status, connections } = await dry(keys, SET, ...args);
  expect([status, stdout, connections]).toEqual([code, '', 0]);
  expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(line)]);
});
