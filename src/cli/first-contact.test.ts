// The first runs against a provider that is not ours: few calls, no more than it bears, and only what is new.
import diagnostics from 'node:diagnostics_channel';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Fault, FaultyHooks } from '../faults/fault.ts';
import { providerFaults } from '../faults/row-hooks.ts';
import { turns } from '../runner/sender.ts';
import { type FaultHooks, noHooks } from '../sandbox/fault-hooks.ts';
import { callVerbIn } from '../test-support/call-verb.ts';
import { listeningSandbox, targetFolder } from '../test-support/target-file-of-sandbox.ts';
import { verifyCommand } from './verify.ts';

const NO_CONTROL = { controlUrl: undefined, callback: undefined };

/** Runs verify on a sandbox behind a target file; `breaks` are ends of paths that it answers with 299, or without a URL. */
async function verified(
  args: readonly string[],
  { breaks = [] as string[], lacksUrl = false, hooks = {} as FaultyHooks, keys = {}, files = {} } = {},
) {
  const answer: FaultHooks['answer'] = (answer, { request }) => {
    if (lacksUrl && request.url.includes('/webForms/'))
      return { ...answer, body: { ...(answer.body as object), url: undefined } };
    return breaks.some((end) => request.url.endsWith(end)) ? { ...answer, status: 299 } : answer;
  };
  const { urls } = await listeningSandbox({ hooks: { ...noHooks, answer, ...hooks } });
  const path = targetFolder().file({ ...urls, ...keys });
  const calls: string[] = [];
  const count = (message: unknown) => {
    const { request } = message as { request: { path: string } };
    calls.push(request.path);
  };
  diagnostics.subscribe('http.client.request.start', count);
  onTestFinished(() => void diagnostics.unsubscribe('http.client.request.start', count));
  const all = ['--target', path, '--out', 'reports', ...args];
  const called = await callVerbIn(verifyCommand(), all, files);
  const file = join(called.folder, 'reports/run.json');
  const run = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).targets[0] : undefined;
  const verdictOf = (clause: string) =>
    run?.clauses.find((it: { clause: string }) => it.clause === clause) ?? { verdict: undefined };
  // Messages are sent within this process too.
  return { ...called, run, verdictOf, calls: calls.filter((to) => !to.startsWith('/notifications')), path };
}

test.each([
  ['with a control plane', {}],
  ['without one', NO_CONTROL],
])('a smoke run %s makes one call of each kind, under 40 in all', async (_, keys) => {
  const { exitCode, stdout, run, calls } = await verified(['--smoke'], { keys });
  expect(exitCode).toBe(0);
  expect(calls.length).toBeLessThan(40);
  for (const end of [
    'token',
    'users',
    'clientConfiguration',
    'import',
    'moneyTransfers',
    'submit',
    'notificationRules',
  ])
    expect(calls).toContainEqual(expect.stringMatching(new RegExp(`/${end}$`)));
  for (const end of ['bankConnectionImport', 'standalonePayment'])
    expect(calls).toContain(`/api/webForms/${end}`);
  expect(run.tally).toMatchObject({ violated: 0, unproven: 0, 'out of reach': 0 });
  expect(run.tally.upheld).toBeGreaterThan(140);
  expect(beyondPlan(stdout, run, calls)).toEqual([]);
});

/** What a run did more than it announced. */
function beyondPlan(stdout: string, run: { leftBehind: Record<string, number> }, calls: readonly string[]) {
  const most = (what: string) => Number(new RegExp(`(\\d+) ${what}`).exec(stdout)?.[1] ?? 0);
  const reserve = most('more where');
  const ofControl = calls.filter((to) => /^\/(world|clock|reset|batch-updates|deliveries)/.test(to)).length;
  const { users, payments, webForms, rules } = run.leftBehind;
  const done = {
    'calls? at most': calls.length - ofControl - reserve,
    users: (users ?? 0) - most('more users?'),
    payments,
    'web forms': webForms,
    rules,
  };
  return Object.entries(done).filter(([what, n = 0]) => n > most(what.replace(/s$/, 's?')));
}

const seeded = Array.from({ length: 20 }, (_, at) => at * 7919);
const providers = providerFaults().filter(({ clause }) => /^(V1|V2|AUTH|USER)-/.test(clause));

test.each(seeded)('no more calls are made and no more is created than announced, seed %i', async (seed) => {
  const { id, hooks } = providers[seed % providers.length] as Fault;
  const { stdout, run, calls } = await verified(['--only', 'v2'], { hooks: hooks(), keys: NO_CONTROL });
  if (run) expect(beyondPlan(stdout, run, calls), id).toEqual([]);
});

test('the time that a run waits for messages at least is announced', async () => {
  const { urls } = await listeningSandbox();
  const path = targetFolder().file({ ...urls, waitingTime: 90 });
  const args = ['--target', path, '--dry-run', '--only', 'MESSAGE-EMITTED'];
  const { stdout } = await callVerbIn(verifyCommand(), args, {});
  const [, minutes, scenarios] = /waits +(\d+) minutes at least [^:]+: (\d+) scenarios/.exec(stdout) ?? [];
  expect(Number(scenarios)).toBeGreaterThan(0);
  expect(Number(minutes)).toBe(Math.round(Number(scenarios) * 1.5));
});

test('a smoke run sees what is broken', async () => {
  const { exitCode, verdictOf } = await verified(['--smoke'], { breaks: ['/bankConnectionImport'] });
  expect(exitCode).toBe(1);
  expect(verdictOf('V2-IMPORT-201').verdict).toBe('violated');
});

test('--bail leaves the rest unproven, with that reason, and admits what a deviation admits', async () => {
  const breaks = ['/bankConnectionImport'];
  const only = ['--only', 'V2-IMPORT-201', 'V2-PAYMENT-201', '--bail'];
  const { exitCode, verdictOf, calls } = await verified(only, { breaks, keys: NO_CONTROL });
  expect(exitCode).toBe(1);
  expect(verdictOf('V2-IMPORT-201').verdict).toBe('violated');
  expect(verdictOf('V2-PAYMENT-201')).toMatchObject({
    verdict: 'unproven',
    reason: 'the run ended at the first violation, as --bail asks',
  });
  const deviations = [{ clause: 'V2-IMPORT-201', reason: 'ticket 7', until: '9999-12-31' }];
  const admitted = await verified(only, { breaks, keys: { ...NO_CONTROL, deviations } });
  expect([admitted.exitCode, admitted.verdictOf('V2-PAYMENT-201').verdict]).toEqual([0, 'upheld']);
  expect(admitted.calls.length).toBeGreaterThan(calls.length);
});

test('--new admits what was violated earlier, and fails for what was not', async () => {
  const only = ['--only', 'V2-IMPORT-201', 'V2-PAYMENT-201'];
  const first = await verified(only, { breaks: ['/bankConnectionImport'], keys: NO_CONTROL });
  expect(first.exitCode).toBe(1);
  const files = { 'earlier.json': readFileSync(join(first.folder, 'reports/run.json'), 'utf8') };
  const since = [...only, '--since', 'earlier.json'];
  const same = { breaks: ['/bankConnectionImport'], keys: NO_CONTROL, files };
  const second = await verified([...since, '--new'], same);
  expect(second.exitCode).toBe(0);
  expect(second.verdictOf('V2-IMPORT-201')).toMatchObject({
    verdict: 'admitted',
    reason: 'known: violated in earlier.json too',
  });
  expect(second.stdout).toContain('known: violated in earlier.json too');
  // A further run knows it from the second one.
  const later = { 'earlier.json': readFileSync(join(second.folder, 'reports/run.json'), 'utf8') };
  expect((await verified([...since, '--new'], { ...same, files: later })).exitCode).toBe(0);
  const both = { ...same, breaks: ['/bankConnectionImport', '/standalonePayment'] };
  const third = await verified([...since, '--new'], both);
  expect([third.exitCode, third.verdictOf('V2-PAYMENT-201').verdict]).toEqual([1, 'violated']);
  expect(third.verdictOf('V2-IMPORT-201').verdict).toBe('admitted');
  // Without it the page says what changed, and nothing is admitted.
  const plain = await verified(since, both);
  expect(plain.exitCode).toBe(1);
  const page = readFileSync(join(plain.folder, 'reports/index.html'), 'utf8');
  expect(page).toContain('1 verdict changed since earlier.json');
  // A deviation that has ended decides alone.
  const deviations = [{ clause: 'V2-IMPORT-201', reason: 'ticket 7', until: '2020-01-01' }];
  const ended = await verified([...since, '--new'], { ...same, keys: { ...NO_CONTROL, deviations } });
  expect(ended.exitCode).toBe(1);
  // It ends the run as any other violation does.
  const bailed = await verified([...only, '--bail'], { ...same, keys: { ...NO_CONTROL, deviations } });
  expect(bailed.verdictOf('V2-PAYMENT-201').verdict).toBe('unproven');
});

test('what follows from an admitted clause is admitted with it, and is no violation that was known', async () => {
  const lacking = { lacksUrl: true, keys: NO_CONTROL };
  const first = await verified(['--only', 'v2'], lacking);
  const follows = first.run.clauses.filter(({ needs }: { needs?: string[] }) => needs);
  expect([first.exitCode, follows.length > 0]).toEqual([1, true]);
  const files = { 'earlier.json': readFileSync(join(first.folder, 'reports/run.json'), 'utf8') };
  const since = ['--only', 'v2', '--since', 'earlier.json', '--new'];
  const deviations = [{ clause: 'V2-FORM-URL', reason: 'ticket 7', until: '9999-12-31' }];
  const known = await verified(since, { ...lacking, files });
  const listed = await verified(['--only', 'v2'], { ...lacking, keys: { ...NO_CONTROL, deviations } });
  for (const { exitCode, stdout, verdictOf } of [known, listed]) {
    expect(exitCode).toBe(0);
    expect(stdout).toContain('follows from V2-FORM-URL');
    for (const { clause } of follows)
      expect(verdictOf(clause)).toMatchObject({ verdict: 'admitted', reason: 'follows from V2-FORM-URL' });
  }
  const [{ clause }] = follows;
  known.verdictOf('V2-IMPORT-201').verdict = 'admitted';
  known.verdictOf('V2-IMPORT-201').needs = [clause];
  const later = { 'earlier.json': JSON.stringify({ exitCode: 0, targets: [known.run] }) };
  const broken = { breaks: ['/bankConnectionImport'], keys: NO_CONTROL, files: later };
  expect((await verified(since, broken)).verdictOf('V2-IMPORT-201').verdict).toBe('violated');
});

test('calls wait for their turn, so many in a second, and no longer than they must', async () => {
  let time = 1000;
  const waits: number[] = [];
  const pause = async (milliseconds: number) => {
    waits.push(milliseconds);
  };
  const turn = turns(4, () => time, pause);
  // Three at once, one after 100 ms, and one when all of them have long passed.
  for (const passed of [0, 0, 0, 100, 5000]) {
    time += passed;
    await turn();
  }
  expect(waits).toEqual([250, 500, 650]);
});
