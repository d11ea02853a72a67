// Real runs against a sandbox with a fault, which stands for a provider: the formats and the exit code say the same, a smoke run
// makes few calls, and --new and --failed look at an earlier run.
import diagnostics from 'node:diagnostics_channel';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type FaultHooks, noHooks } from '../../sandbox/fault-hooks.ts';
import { callVerbIn } from '../../test-support/call-verb.ts';
import { listeningSandbox, targetFolder } from '../../test-support/target-file-of-sandbox.ts';
import { verifyCommand } from './verify.ts';

type AnswerHook = FaultHooks['answer'];

/** Changes what the operations whose paths end so answer. */
const answering =
  (
    ends: readonly string[],
    changed: (answer: Parameters<AnswerHook>[0]) => ReturnType<AnswerHook>,
  ): AnswerHook =>
  (answer, { request }) =>
    ends.some((end) => request.url.endsWith(end)) ? changed(answer) : answer;

/** With a status that is no success of the operations. */
const breaking = (...ends: string[]) => answering(ends, (answer) => ({ ...answer, status: 299 }));
const asDocumented = breaking();

/** Runs verify on a sandbox behind a target file with these keys. */
async function verified(args: readonly string[], answer = asDocumented, keys: object = {}, files = {}) {
  const { urls } = await listeningSandbox({ hooks: { ...noHooks, answer } });
  const path = targetFolder().file({ ...urls, ...keys });
  vi.stubEnv('GITHUB_ACTIONS', 'true');
  const calls: string[] = [];
  const count = (message: unknown) => {
    calls.push((message as { request: { path: string } }).request.path);
  };
  diagnostics.subscribe('http.client.request.start', count);
  onTestFinished(() => void diagnostics.unsubscribe('http.client.request.start', count));
  const called = await callVerbIn(verifyCommand(), ['--target', path, '--out', 'reports', ...args], files);
  const report = (name: string) => readFileSync(join(called.folder, 'reports', name), 'utf8');
  const text = existsSync(join(called.folder, 'reports')) ? report('run.json') : '{}';
  const [run] = JSON.parse(text).targets ?? [];
  const verdictOf = (clause: string) =>
    run?.clauses.find((it: { clause: string }) => it.clause === clause) ?? { verdict: undefined };
  // Messages are sent within this process too.
  const own = calls.filter((to) => !to.startsWith('/notifications'));
  return { ...called, report, path, text, run, verdictOf, calls: own };
}

/** Breaks V2-IMPORT-201 in several cases, and leaves V1-IMPORT-451 as it is. */
const withStatus200 = answering(['/bankConnectionImport'], (answer) => ({ ...answer, status: 200 }));
const CLAUSES = ['V2-IMPORT-201', 'V1-IMPORT-451'];
const ONLY = ['--only', ...CLAUSES];
const deviation = (clause: string) => ({ clause, reason: 'ticket 7', until: '9999-12-31' });

test.each([
  ['violated', [], 1, { failures: 1, skipped: 0 }],
  ['admitted', [deviation('V2-IMPORT-201')], 0, { failures: 0, skipped: 1 }],
  ['admitted beside a stale deviation', CLAUSES.map(deviation), 1, { failures: 1, skipped: 1 }],
] as const)(
  'a clause that many cases break is %s once in every format',
  async (_, deviations, code, { failures, skipped }) => {
    const { exitCode, stdout, stderr, report } = await verified(ONLY, withStatus200, { deviations });
    expect(exitCode).toBe(code);
    expect(report('junit.xml')).toContain(`tests="2" failures="${failures}" errors="0" time=`);
    expect(report('junit.xml').match(/<skipped /g) ?? []).toHaveLength(skipped);
    expect(stderr.match(/^::error /gm) ?? []).toHaveLength(failures);
    expect(JSON.parse(report('run.json'))).toMatchObject({
      exitCode: code,
      targets: [{ tally: { violated: failures, admitted: skipped, upheld: 2 - failures - skipped } }],
    });
    const broken = failures > 0 && deviations.length === 0;
    for (const text of [stdout, report('index.html')])
      expect(text.includes('bank fails: 1 of ')).toBe(broken);
    expect(stdout.includes('\nAdmitted\n')).toBe(skipped > 0);
    expect(stdout.includes('bank fails: 1 stale deviation')).toBe(deviations.length === 2);
  },
);

test('a refusal is quoted in the words of the provider, without secrets, and the curl has the variables of the target file', async () => {
  const words = (secret?: string) => `bank 280001 is not served for ${secret}, ask help@bank.example`;
  const refusing = answering(['/bankConnectionImport'], (answer) => ({
    ...answer,
    status: 400,
    body: { errors: [{ code: 'BANK_UNKNOWN', message: words(process.env['TARGET_SECRET']) }] },
  }));
  const { report } = await verified(['--only', 'V2-IMPORT-201', 'AUTH-CLIENT-GRANT'], refusing);
  const quoted = `"${words('[secret]').replace('help@bank.example', '[personal]')}; BANK_UNKNOWN"`;
  expect(JSON.parse(report('run.json')).targets[0].clauses).toContainEqual(
    expect.objectContaining({
      clause: 'V2-IMPORT-201',
      message: expect.stringContaining(`expected 201, got 400: ${quoted}`),
    }),
  );
  expect(report('run.json')).toContain('client_secret=$TARGET_SECRET');
  expect(report('junit.xml')).toContain('is not served for [secret]');
});

test('--failed runs what was violated in an earlier run, by the clause where a case has another id or sentence now', async () => {
  const { folder, path, text } = await verified(ONLY, withStatus200);
  const file = join(folder, 'reports/run.json');
  // A case of V2-IMPORT-CALL shows it first.
  const both = ['V2-IMPORT-201', 'V2-IMPORT-CALL'];
  for (const [before, due] of [
    [text, both],
    [text.replaceAll(/V2-IMPORT-(201|CALL)\.1/g, 'V2-IMPORT-$1.99'), expect.arrayContaining(both)],
    [text.replaceAll('takes each request', 'takes something else'), expect.arrayContaining(both)],
  ]) {
    writeFileSync(file, before);
    const args = ['--target', path, '--failed', file, '--json'];
    const { exitCode, stdout } = await callVerbIn(verifyCommand(), args);
    const [{ clauses }] = JSON.parse(stdout).targets;
    expect([exitCode, clauses.map(({ clause }: { clause: string }) => clause)]).toEqual([1, due]);
  }
});

test('a lone surrogate in a secret and a personal field ends no run', async () => {
  const odd = answering(['/users'], (answer) => ({
    ...answer,
    body: { ...(answer.body as object), password: 'pass\ud800word', email: '\udc00x@bank.example' },
  }));
  const { exitCode, report } = await verified(['--only', 'users'], odd);
  expect(exitCode).toBe(1);
  expect(report('run.json')).not.toMatch(/pass.{1,6}word|x@bank/);
});

test('two runs of one seed write the same run.json, but for times', async () => {
  const run = async () => {
    const args = ['--target', 'sandbox', '--only', 'v2', 'auth', 'notifications', '--out', 'reports'];
    const { exitCode, folder } = await callVerbIn(verifyCommand(), args);
    expect(exitCode).toBe(0);
    const written = JSON.parse(readFileSync(join(folder, 'reports/run.json'), 'utf8'));
    for (const { ran } of written.targets) ran.at = ran.seconds = 0;
    return written;
  };
  expect(await run()).toEqual(await run());
});

test('a run without a verdict leaves no report of an earlier one, and says why in junit.xml and on the page', async () => {
  const { urls } = await listeningSandbox();
  const { folder, file } = targetFolder();
  const out = ['--out', folder, '--only', 'V2-IMPORT-201'];
  const verify = (...args: string[]) => callVerbIn(verifyCommand(), [...args, ...out]);
  expect(await verify('--target', file({ ...urls }))).toMatchObject({ exitCode: 0 });
  const names = () => readdirSync(folder).filter((name) => /\.(json|xml|html)$/.test(name));
  expect(names()).toContain('run.json');
  // Nothing of ours is called wrongly: the reports stay.
  expect(await verify('--target', file({ ...urls }), '--new')).toMatchObject({ exitCode: 64 });
  expect(names()).toContain('run.json');
  const unreachable = file({ ...urls, accessUrl: 'http://127.0.0.1:1' });
  // What it was asked to compare with or to run again stays, so that the next try reads it.
  expect(await verify('--target', unreachable, '--since', join(folder, 'run.json'))).toMatchObject({
    exitCode: 2,
  });
  expect(names()).toContain('run.json');
  const { exitCode, stderr } = await verify('--target', unreachable);
  expect([exitCode, names()]).toEqual([2, ['index.html', 'junit.xml']]);
  const said = stderr.trim();
  expect(said).toMatch(/^\S+ does not respond at http:\/\/127.0.0.1:1 \(ECONNREFUSED\); check accessUrl\.$/);
  const [xml = '', page = ''] = ['junit.xml', 'index.html'].map((name) =>
    readFileSync(join(folder, name), 'utf8'),
  );
  expect(xml).toContain('<testsuites name="verify" tests="1" failures="0" errors="1">');
  expect(xml).toContain(`message="${said}">${said}</error>`);
  expect(page).toContain('No verdict: nothing was judged.');
  expect(page).toContain(said);
});

const NO_CONTROL = { controlUrl: undefined, callback: undefined };

test.each([
  ['with a control plane', {}],
  ['without one', NO_CONTROL],
])('a smoke run %s makes one call of each kind, 40 in all at most', async (_, keys) => {
  const { exitCode, stdout, run, calls } = await verified(['--smoke'], asDocumented, keys);
  expect(exitCode).toBe(0);
  expect(stdout.split('\n').at(-2)).toMatch(/passes: \d+ of 3\d\d clauses touched once, \d+ upheld\.$/);
  expect(calls.filter((to) => !CONTROL.test(to)).length).toBeLessThanOrEqual(40);
  const ends = 'token users clientConfiguration import moneyTransfers submit notificationRules';
  for (const end of ends.split(' '))
    expect(calls).toContainEqual(expect.stringMatching(new RegExp(`/${end}$`)));
  for (const end of ['bankConnectionImport', 'standalonePayment'])
    expect(calls).toContain(`/api/webForms/${end}`);
  expect(run.tally).toMatchObject({ violated: 0, unproven: 0, 'out of reach': 0 });
  expect(run.tally.upheld).toBeGreaterThan(140);
  expect(beyondPlan(stdout, run, calls)).toEqual([]);
});

const CONTROL = /^\/(world|clock|reset|batch-updates|deliveries)/;

/** What a run did more than it announced. */
function beyondPlan(stdout: string, run: { leftBehind: Record<string, number> }, calls: readonly string[]) {
  const most = (what: string) => Number(new RegExp(`(\\d+) ${what}`).exec(stdout)?.[1] ?? 0);
  const ofControl = calls.filter((to) => CONTROL.test(to)).length;
  const { users, payments, webForms, rules } = run.leftBehind;
  const done = {
    calls: calls.length - ofControl,
    users,
    payments,
    'web forms': webForms,
    rules,
  };
  return Object.entries(done).filter(([what, n = 0]) => n > most(what.replace(/s$/, 's?')));
}

test('a smoke run sees what is broken', async () => {
  const { exitCode, verdictOf } = await verified(['--smoke'], breaking('/bankConnectionImport'));
  expect([exitCode, verdictOf('V2-IMPORT-201').verdict]).toEqual([1, 'violated']);
});

const BOTH = ['--only', 'V2-IMPORT-201', 'V2-PAYMENT-201'];
const earlier = (text: string) => ({ 'earlier.json': text });

test('--new admits what was violated earlier, and fails for what was not', async () => {
  const one = breaking('/bankConnectionImport');
  const both = breaking('/bankConnectionImport', '/standalonePayment');
  const first = await verified(BOTH, one, NO_CONTROL);
  expect(first.exitCode).toBe(1);
  const since = [...BOTH, '--since', 'earlier.json'];
  const second = await verified([...since, '--new'], one, NO_CONTROL, earlier(first.text));
  expect(second.exitCode).toBe(0);
  const known = { verdict: 'admitted', reason: 'known: violated in earlier.json too' };
  expect(second.verdictOf('V2-IMPORT-201')).toMatchObject(known);
  // A further run knows it from the second one.
  const third = await verified([...since, '--new'], both, NO_CONTROL, earlier(second.text));
  expect([third.exitCode, third.verdictOf('V2-PAYMENT-201').verdict]).toEqual([1, 'violated']);
  expect(third.verdictOf('V2-IMPORT-201')).toMatchObject(known);
  // Without it the page says what changed, and nothing is admitted.
  const plain = await verified(since, both, NO_CONTROL, earlier(first.text));
  expect(plain.exitCode).toBe(1);
  expect(plain.report('index.html')).toContain('1 verdict changed since earlier.json');
});

test('what follows from a known violation is admitted with it, and is itself no violation that is known', async () => {
  const lacking = answering(['/bankConnectionImport', '/standalonePayment'], (answer) => ({
    ...answer,
    body: { ...(answer.body as object), url: undefined },
  }));
  const first = await verified(['--only', 'v2'], lacking, NO_CONTROL);
  const [{ clause }] = first.run.clauses.filter(({ needs }: { needs?: string[] }) => needs);
  const since = ['--only', 'v2', '--since', 'earlier.json', '--new'];
  const second = await verified(since, lacking, NO_CONTROL, earlier(first.text));
  expect([second.exitCode, second.verdictOf(clause)]).toMatchObject([
    0,
    { verdict: 'admitted', reason: 'follows from V2-FORM-URL' },
  ]);
  const follows = JSON.parse(second.text);
  const own = follows.targets[0].clauses.find((it: { clause: string }) => it.clause === 'V2-IMPORT-201');
  Object.assign(own, { verdict: 'admitted', needs: [clause] });
  const broken = breaking('/bankConnectionImport');
  const third = await verified(since, broken, NO_CONTROL, earlier(JSON.stringify(follows)));
  expect(third.verdictOf('V2-IMPORT-201').verdict).toBe('violated');
});
