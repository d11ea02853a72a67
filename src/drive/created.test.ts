// What a run leaves behind is counted from the answers, over the real calls of a run.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { stringify } from 'yaml';
import { catalogue } from '../../suites/catalogue.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import { createdBy, Traces } from './created.ts';
import { dryRun } from './dry-run.ts';
import { runTarget } from './run-target.ts';
import { selection } from './selection.ts';
import { plannedTarget } from './targets/planned-target.ts';
import { startTarget } from './targets/start-target.ts';

test('each call that creates something is counted by what it creates', () => {
  expect(
    createdBy([
      ...(['createToken', 'createUser', 'createNotificationRule', 'createNotificationRule'] as const),
      ...(['getClientConfiguration', 'importBankConnectionV1', 'createMoneyTransferV1'] as const),
      ...(['submitPaymentV1', 'createBankConnectionImport', 'createStandalonePayment'] as const),
    ]),
  ).toEqual({ users: 1, rules: 2, payments: 1, webForms: 4 });
});

test('a call that is refused creates nothing, and a 451 a web form', () => {
  const traces = new Traces('contracts-1');
  traces.hear('createUser', 409);
  traces.hear('createNotificationRule', 500);
  traces.hear('importBankConnectionV1', 451);
  const none = { users: 0, rules: 0, payments: 0, webForms: 0 };
  expect(traces.leftBehind()).toEqual({ ...none, prefix: 'contracts-1', isPutBack: false, webForms: 1 });
  traces.clear();
  expect(traces.leftBehind()).toEqual({ ...none, prefix: 'contracts-1', isPutBack: true });
});

/** The run of a selection against a sandbox behind a target file, and what the sandbox holds after it. */
async function run(only: string, keys: { control: boolean }) {
  const sandbox = createSandbox({ seed: 1 });
  onTestFinished(() => sandbox.close());
  const { controlUrl, ...urls } = await sandbox.listen();
  vi.stubEnv('LEFT_ID', sandbox.client.id).stubEnv('LEFT_SECRET', sandbox.client.secret);
  vi.stubEnv('LEFT_KEY', sandbox.dataDecryptionKey);
  onTestFinished(() => void vi.unstubAllEnvs());
  const folder = mkdtempSync(join(tmpdir(), 'created-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [clientId, clientSecret, dataDecryptionKey] = ['LEFT_ID', 'LEFT_SECRET', 'LEFT_KEY'].map((env) => ({
    env,
  }));
  const file = {
    ...{ name: 'bank', environment: 'sandbox', writes: 'allowed', ...urls },
    ...(keys.control && { controlUrl, callback: { host: '127.0.0.1', port: 0 } }),
    credentials: { clientId, clientSecret, dataDecryptionKey },
  };
  const path = join(folder, 'bank.yaml');
  writeFileSync(path, stringify(file));
  const foretold = dryRun(await plannedTarget(path), catalogue, selection(only)).creates;
  const { target, stop } = await startTarget(path);
  const { leftBehind } = await runTarget(target, catalogue, { only: selection(only) });
  await stop();
  const { requests } = await (await fetch(`${controlUrl}/requests`)).json();
  return {
    foretold,
    leftBehind,
    requests: requests as { operationId: string; status: number; body?: string }[],
  };
}

test('the users of a run are counted with those that prepare a case, and carry its prefix', async () => {
  const { leftBehind, requests } = await run('users', { control: false });
  const created = requests.filter(
    ({ operationId, status }) => operationId === 'createUser' && status === 201,
  );
  expect(created.length).toBeGreaterThan(5);
  expect(leftBehind).toMatchObject({
    users: created.length,
    rules: 0,
    payments: 0,
    webForms: 0,
    isPutBack: false,
  });
  expect(leftBehind?.prefix).toMatch(/^contracts-[0-9a-f]{8}$/);
  const names = created.map(({ body = '' }) => JSON.parse(body).id);
  expect(names.filter((name) => !name.startsWith(`${leftBehind?.prefix}-`))).toEqual([]);
});

test('the flows are run, and foretold, only where a chosen case is about them', async () => {
  const ofUsers = await run('users', { control: false });
  expect(ofUsers.leftBehind).toMatchObject(ofUsers.foretold);
  // Two forms of each flow, and one of each of the two cases.
  const ofImport = await run('V2-IMPORT-201', { control: false });
  expect(ofImport.leftBehind).toMatchObject(ofImport.foretold);
  expect(ofImport.foretold).toMatchObject({ payments: 1, webForms: 6 });
});

test('a run that plays scenarios puts the target back and leaves nothing', async () => {
  const { leftBehind } = await run('MESSAGE-LOW-FIRES', { control: true });
  expect(leftBehind).toMatchObject({ users: 0, rules: 0, payments: 0, webForms: 0, isPutBack: true });
});

test('a built-in target ends with the run and leaves nothing to tell', async () => {
  const { target, stop } = await startTarget('sandbox');
  const result = await runTarget(target, catalogue, { only: selection('V2-IMPORT-201') });
  await stop();
  expect(result).not.toHaveProperty('leftBehind');
});
