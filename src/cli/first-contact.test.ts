// The first runs against a provider that is not ours: few calls, no more than it bears, and only what is new.
import diagnostics from 'node:diagnostics_channel';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { turns } from '../runner/sender.ts';
import { type FaultHooks, noHooks } from '../sandbox/fault-hooks.ts';
import { callVerbIn } from '../test-support/call-verb.ts';
import { listeningSandbox, targetFolder } from '../test-support/target-file-of-sandbox.ts';
import { verifyCommand } from './provider/verify.ts';

const NO_CONTROL = { controlUrl: undefined, callback: undefined };

/** Runs verify on a sandbox behind a target file; `breaks` are ends of paths that it answers with 299, or without a URL. */
async function verified(
  args: readonly string[],
  { breaks = [] as string[], lacksUrl = false, keys = {}, files = {} } = {},
) {
  const answer: FaultHooks['answer'] = (answer, { request }) => {
    if (lacksUrl && request.url.includes('/webForms/'))
      return { ...answer, body: { ...(answer.body as object), url: undefined } };
    return breaks.some((end) => request.url.endsWith(end)) ? { ...answer, status: 299 } : answer;
  };
  const { urls } = await listeningSandbox({ hooks: { ...noHooks, answer } });
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
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '{}';
  const [run] = JSON.parse(text).targets ?? [];
  const verdictOf = (clause: string) =>
    run?.clauses.find((it: { clause: string }) => it.clause === clause) ?? { verdict: undefined };
  // Messages are sent within this process too.
  return { ...called, text, run, verdictOf, calls: calls.filter((to) => !to.startsWith('/notifications')) };
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

test('a smoke run sees what is broken', async () => {
  const { exitCode, verdictOf } = await verified(['--smoke'], { breaks: ['/bankConnectionImport'] });
  expect([exitCode, verdictOf('V2-IMPORT-201').verdict]).toEqual([1, 'violated']);
});

const BOTH = ['--only', 'V2-IMPORT-201', 'V2-PAYMENT-201'];
const earlier = (text: string) => ({ 'earlier.json': text });

test('--new admits what was violated earlier, and fails for what was not', async () => {
  const one = { breaks: ['/bankConnectionImport'], keys: NO_CONTROL };
  const both = { ...one, breaks: [...one.breaks, '/standalonePayment'] };
  const first = await verified(BOTH, one);
  expect(first.exitCode).toBe(1);
  const since = [...BOTH, '--since', 'earlier.json'];
  const second = await verified([...since, '--new'], { ...one, files: earlier(first.text) });
  expect(second.exitCode).toBe(0);
  const known = { verdict: 'admitted', reason: 'known: violated in earlier.json too' };
  expect(second.verdictOf('V2-IMPORT-201')).toMatchObject(known);
  // A further run knows it from the second one.
  const third = await verified([...since, '--new'], { ...both, files: earlier(second.text) });
  expect([third.exitCode, third.verdictOf('V2-PAYMENT-201').verdict]).toEqual([1, 'violated']);
  expect(third.verdictOf('V2-IMPORT-201')).toMatchObject(known);
  // Without it the page says what changed, and nothing is admitted.
  const plain = await verified(since, { ...both, files: earlier(first.text) });
  expect(plain.exitCode).toBe(1);
  const page = readFileSync(join(plain.folder, 'reports/index.html'), 'utf8');
  expect(page).toContain('1 verdict changed since earlier.json');
});

test('what follows from a known violation is admitted with it, and is itself no violation that is known', async () => {
  const lacking = { lacksUrl: true, keys: NO_CONTROL };
  const first = await verified(['--only', 'v2'], lacking);
  const [{ clause }] = first.run.clauses.filter(({ needs }: { needs?: string[] }) => needs);
  const since = ['--only', 'v2', '--since', 'earlier.json', '--new'];
  const second = await verified(since, { ...lacking, files: earlier(first.text) });
  expect([second.exitCode, second.verdictOf(clause)]).toMatchObject([
    0,
    { verdict: 'admitted', reason: 'follows from V2-FORM-URL' },
  ]);
  const follows = JSON.parse(second.text);
  const own = follows.targets[0].clauses.find((it: { clause: string }) => it.clause === 'V2-IMPORT-201');
  Object.assign(own, { verdict: 'admitted', needs: [clause] });
  const broken = {
    breaks: ['/bankConnectionImport'],
    keys: NO_CONTROL,
    files: earlier(JSON.stringify(follows)),
  };
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
