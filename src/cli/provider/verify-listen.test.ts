// verify --listen: messages of a provider without a control plane, while its bank data change of themselves.
// Replaced: the provider, by the sandbox, whose control plane the target file does not name.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import world from '../../../suites/worlds/one-account.json' with { type: 'json' };
import type { FaultHooks } from '../../sandbox/fault-hooks.ts';
import { noHooks } from '../../sandbox/fault-hooks.ts';
import { type SandboxControl, sandboxControl } from '../../sandbox.entry.ts';
import { callVerbIn } from '../../test-support/call-verb.ts';
import { outputFaults } from '../../test-support/output-faults.ts';
import { BANK, listeningSandbox, targetFolder } from '../../test-support/target-file-of-sandbox.ts';
import { verifyCommand } from './verify.ts';

const env = (name: string) => ({ env: name });
const CREDENTIALS = BANK.credentials;
const USER = { username: 'bac-anna', password: env('TARGET_PASSWORD') };

/** Its client has the callback URL of the file. `rules` is where a run keeps those that it created. */
async function provider({ hooks = noHooks as FaultHooks, keys = {} } = {}) {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}/hook`;
  const client = { userNotificationCallbackUrl: publicUrl };
  const { urls } = await listeningSandbox({ hooks, world: { ...world, client } as never });
  vi.stubEnv('TARGET_PASSWORD', 'made-up-password-of-bac-anna');
  const { controlUrl, ...ofProvider } = urls;
  const { folder, file } = targetFolder();
  const callback = { host: '127.0.0.1', port, publicUrl };
  const path = file({ ...ofProvider, callback, credentials: { ...CREDENTIALS, user: USER }, ...keys });
  const only = ['--only', 'notifications', 'V2-IMPORT-201', '--out', 'r'];
  const verified = async (listen: string) => {
    const called = await callVerbIn(verifyCommand(), ['--target', path, ...only, '--listen', listen]);
    const report = `${called.folder}/r/run.json`;
    const output = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
    if (output) expect(outputFaults('run', output)).toEqual([]);
    const [run] = output?.targets ?? [];
    const clauses = new Map<string, { clause: string; verdict: string; reason?: string }>(
      run?.clauses.map((it: { clause: string }) => [it.clause, it]),
    );
    return { ...called, clauses };
  };
  return { sandbox: sandboxControl(controlUrl), verified, rules: `${folder}/bank.rules.json`, publicUrl };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Resolves once the file lists a rule of each event. */
async function rulesIn(path: string): Promise<void> {
  const count = () =>
    existsSync(path) ? readFileSync(path, 'utf8').split('"callbackHandle"').length - 1 : 0;
  while (count() < 8) await sleep(20);
}

/** What the bank reports of the account, once the rules are there. */
async function bankDay(sandbox: SandboxControl, rules: string, updates: readonly object[]): Promise<void> {
  await rulesIn(rules);
  for (const update of updates) await sandbox.update(update as never);
}

const transaction = {
  id: 1,
  bankBookingDate: '2026-03-02T10:00:00Z',
  amount: -12.5,
  counterpartName: 'Example AG',
  counterpartIban: 'CH4700999000000000777',
  purpose: 'Miete',
  categoryId: 7,
};
const BALANCE = { accounts: [{ accountId: 101, newBalance: 987.5, transactions: [transaction] }] };
const LOGIN = { failedLogins: [{ bankConnectionId: 11, errorMessage: 'denied' }] };
const TERMS = { unacceptedTerms: [11] };
const EVERY_EVENT = [BALANCE, LOGIN, TERMS];

type Clauses = Awaited<ReturnType<Awaited<ReturnType<typeof provider>>['verified']>>['clauses'];

function of(verdict: string, clauses: Clauses): string[] {
  return [...clauses.values()].filter((it) => it.verdict === verdict).map(({ clause }) => clause);
}

test('every event comes: what messages show is upheld, and the run ends before its time', async () => {
  const { sandbox, verified, rules } = await provider();
  const createdRules = () => JSON.parse(readFileSync(rules, 'utf8'));
  const [{ exitCode, stdout, clauses }] = await Promise.all([
    verified('2m'),
    bankDay(sandbox, rules, EVERY_EVENT),
  ]);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/listens +at http:\S+ for 120 s, for messages of 8 rules, see/);
  expect(of('violated', clauses)).toEqual([]);
  expect(of('upheld', clauses)).toEqual(
    expect.arrayContaining(['MESSAGE-LOW-THRESHOLD', 'MESSAGE-HIGH-THRESHOLD', 'MESSAGE-TRIGGER-EVENT']),
  );
  // That it fires whenever it should is shown by no message.
  const reason = 'the messages that came do not show it; a control plane would';
  expect(clauses.get('MESSAGE-LOW-FIRES')).toMatchObject({ verdict: 'out of reach', reason });
  const created = createdRules();
  expect(created.map(({ callbackHandle: _, ...rule }: { callbackHandle: string }) => rule)).toEqual([
    { triggerEvent: 'NEW_ACCOUNT_BALANCE', includeDetails: true },
    { triggerEvent: 'NEW_TRANSACTIONS', includeDetails: true },
    { triggerEvent: 'BANK_LOGIN_ERROR', includeDetails: true },
    { triggerEvent: 'FOREIGN_MONEY_TRANSFER', includeDetails: true },
    { triggerEvent: 'LOW_ACCOUNT_BALANCE', params: { balanceThreshold: 1e9 }, includeDetails: true },
    { triggerEvent: 'HIGH_TRANSACTION_AMOUNT', params: { absoluteAmountThreshold: 0 }, includeDetails: true },
    { triggerEvent: 'CATEGORY_CASH_FLOW', params: { categoryId: '7' }, includeDetails: true },
    { triggerEvent: 'NEW_TERMS_AND_CONDITIONS', includeDetails: false },
  ]);
  // A later run reads the file, and creates what it lacks.
  writeFileSync(rules, JSON.stringify(created.slice(0, -1)));
  const more = { accountId: 101, newBalance: 975, transactions: [{ ...transaction, id: 2 }] };
  const [later] = await Promise.all([
    verified('2m'),
    bankDay(sandbox, rules, [{ accounts: [more] }, LOGIN, TERMS]),
  ]);
  expect(createdRules().slice(0, -1)).toEqual(created.slice(0, -1));
  expect(createdRules()).toHaveLength(8);
  expect(of('upheld', later.clauses)).toEqual(of('upheld', clauses));
});

test('what a message breaks is violated, and nothing else', async () => {
  const hooks: FaultHooks = {
    ...noHooks,
    plainMessage: (message) =>
      message.triggerEvent === 'LOW_ACCOUNT_BALANCE' ? { ...message, balanceThreshold: 300 } : message,
  };
  const { sandbox, verified, rules } = await provider({ hooks });
  const [{ exitCode, stdout, clauses }] = await Promise.all([
    verified('2m'),
    bankDay(sandbox, rules, EVERY_EVENT),
  ]);
  expect([exitCode, of('violated', clauses)]).toEqual([1, ['MESSAGE-LOW-THRESHOLD']]);
  expect(stdout).toContain('✗ LOW_ACCOUNT_BALANCE: ');
});

test('without a message nothing is judged; without the file of its rules they are out of reach', async () => {
  const { verified, rules } = await provider();
  const { exitCode, stdout, clauses } = await verified('1s');
  expect(exitCode).toBe(0);
  expect(stdout).toContain('messages     none came; nothing follows from that');
  expect([of('upheld', clauses), of('violated', clauses)]).toEqual([['V2-IMPORT-201'], []]);
  expect(clauses.get('MESSAGE-LOW-THRESHOLD')?.reason).toBe(
    'no message of LOW_ACCOUNT_BALANCE came. LOW_ACCOUNT_BALANCE fires when the new balance of an account is below balanceThreshold.',
  );
  rmSync(rules);
  const without = await verified('1s');
  expect(without.exitCode).toBe(0);
  // Two rules of NEW_TERMS_AND_CONDITIONS do not duplicate each other.
  expect(without.stdout).toContain('for messages of 1 rule, see');
  expect(without.clauses.get('MESSAGE-LOW-FIRES')).toMatchObject({
    verdict: 'out of reach',
    reason: expect.stringMatching(
      /^the rule LOW_ACCOUNT_BALANCE: .*already exists.*; if it exists already, use another user, or delete this one's rules$/,
    ),
  });
});

test('messages of other rules and other callers are not judged', async () => {
  const { sandbox, verified, rules, publicUrl } = await provider();
  const post = async () => {
    await rulesIn(rules);
    const other = { triggerEvent: 'NEW_TRANSACTIONS', callbackHandle: 'of-another-user' };
    for (const body of ['GARBAGE', '[]', '', JSON.stringify(other)])
      expect((await fetch(publicUrl, { method: 'POST', body })).status).toBe(200);
    await sandbox.update(TERMS as never);
  };
  const [{ exitCode, stdout, clauses }] = await Promise.all([verified('2s'), post()]);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('messages     NEW_TERMS_AND_CONDITIONS');
  expect(of('violated', clauses)).toEqual([]);
  expect(clauses.get('MESSAGE-TERMS-BASE-ONLY')).toMatchObject({ verdict: 'upheld' });
});

test.each([
  ['password', 'TARGET_PASSWORD', 'another-password', /bank issues no token: it responds with 4\d\d/],
  ['key', 'TARGET_KEY', 'ff'.repeat(16), /can be decrypted; check credentials\.dataDec/],
])(
  'a wrong %s judges nothing, and is unproven',
  async (_, variable, value, words) => {
    const { sandbox, verified, rules } = await provider();
    vi.stubEnv(variable, value);
    const day = variable === 'TARGET_KEY' ? bankDay(sandbox, rules, EVERY_EVENT) : undefined;
    const [{ exitCode, stdout, stderr, clauses }] = await Promise.all([verified('2m'), day]);
    const unproven = { verdict: 'unproven', reason: expect.stringMatching(words) };
    expect([exitCode, of('violated', clauses)]).toEqual([2, []]);
    expect(clauses.get('MESSAGE-TRIGGER-EVENT')).toMatchObject(unproven);
    expect(stdout + stderr).not.toContain(value);
  },
  600_000,
);

const unset = { ...CREDENTIALS, user: { ...USER, password: env('NO_SUCH_PASSWORD') } };

test.each<[string, { keys?: object; file?: string; listen?: string }, exit: number, words: string]>([
  [
    'no publicUrl',
    { keys: { callback: BANK.callback } },
    2,
    'bank.yaml: --listen needs callback.publicUrl in it.',
  ],
  ['no user', { keys: { credentials: CREDENTIALS } }, 2, '--listen needs credentials.user in it.'],
  ['no password', { keys: { credentials: unset } }, 2, 'set NO_SUCH_PASSWORD in the environment'],
  ['no list of rules', { file: '{}' }, 2, 'bank.rules.json is an object, not a list of rules.'],
  ['no unit of time', { listen: '15' }, 64, '--listen'],
])(
  '--listen with %s ends before the first call',
  async (_, { keys = {}, file, listen = '1s' }, exit, words) => {
    const { verified, rules } = await provider({ keys });
    if (file) writeFileSync(rules, file);
    const { exitCode, stderr } = await verified(listen);
    expect([exitCode, stderr]).toEqual([exit, expect.stringContaining(words)]);
  },
);

test('a dry run says on its first screen what messages can show, and so do README and guide', async () => {
  const [remote, readme, guide] = ['src/cli/provider/remote.yaml', 'README.md', 'docs/verify-in-ci.md'].map(
    (path) => fileURLToPath(new URL(`../../../${path}`, import.meta.url)),
  ) as [string, string, string];
  const { stdout } = await callVerbIn(verifyCommand(), ['--target', remote, '--dry-run']);
  const [, reached, all, more] =
    /at most (\d+) of (\d+) clauses, and up to (\d+) more by messages that come during --listen/.exec(
      stdout.replace(/\s+/g, ' '),
    ) ?? [];
  for (const path of [readme, guide])
    expect(readFileSync(path, 'utf8').replace(/\s+/g, ' ')).toMatch(
      new RegExp(`${reached} of the ${all} clauses.* up to ${more} more`, 'i'),
    );
});
