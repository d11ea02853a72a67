// One real run against a sandbox with a fault, which stands for a provider: every format has one result a clause, and the exit code is that of the clauses.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { type FaultHooks, noHooks } from '../../sandbox/fault-hooks.ts';
import { callVerbIn } from '../../test-support/call-verb.ts';
import { listeningSandbox, targetFolder } from '../../test-support/target-file-of-sandbox.ts';
import { verifyCommand } from './verify.ts';

type AnswerHook = FaultHooks['answer'];

/** Changes what one operation answers. */
const answering =
  (path: string, changed: (answer: Parameters<AnswerHook>[0]) => ReturnType<AnswerHook>): AnswerHook =>
  (answer, context) =>
    context.request.url.endsWith(path) ? changed(answer) : answer;

async function verified(answer: AnswerHook, only: readonly string[], keys: object = {}) {
  const { urls } = await listeningSandbox({ hooks: { ...noHooks, answer } });
  const path = targetFolder().file({ ...urls, ...keys });
  vi.stubEnv('GITHUB_ACTIONS', 'true');
  const called = await callVerbIn(verifyCommand(), ['--target', path, '--out', 'reports', '--only', ...only]);
  const report = (name: string) => readFileSync(join(called.folder, 'reports', name), 'utf8');
  return { ...called, report, path };
}

/** Breaks V2-IMPORT-201 in several cases, and leaves V1-IMPORT-451 as it is. */
const withStatus200 = answering('/bankConnectionImport', (answer) => ({ ...answer, status: 200 }));
const ONLY = ['V2-IMPORT-201', 'V1-IMPORT-451'];
const deviation = (clause: string) => ({ clause, reason: 'ticket 7', until: '9999-12-31' });

test.each([
  ['violated', [], 1, { failures: 1, skipped: 0 }],
  ['admitted', [deviation('V2-IMPORT-201')], 0, { failures: 0, skipped: 1 }],
  ['admitted beside a stale deviation', ONLY.map(deviation), 1, { failures: 1, skipped: 1 }],
] as const)(
  'a clause that many cases break is %s once in every format',
  async (_, deviations, code, { failures, skipped }) => {
    const { exitCode, stdout, stderr, report } = await verified(withStatus200, ONLY, { deviations });
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
  const refusing = answering('/bankConnectionImport', (answer) => ({
    ...answer,
    status: 400,
    body: { errors: [{ code: 'BANK_UNKNOWN', message: words(process.env['TARGET_SECRET']) }] },
  }));
  const { report } = await verified(refusing, ['V2-IMPORT-201', 'AUTH-CLIENT-GRANT']);
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

test('--failed runs what was violated in an earlier run, and nothing else', async () => {
  const { folder, path } = await verified(withStatus200, ONLY);
  const args = ['--target', path, '--failed', join(folder, 'reports/run.json')];
  const { exitCode, stdout } = await callVerbIn(verifyCommand(), [...args, '--json']);
  const [{ clauses }] = JSON.parse(stdout).targets;
  // A case of AUTH-WEB-FORM-SAME shows it first.
  expect([exitCode, clauses.map(({ clause }: { clause: string }) => clause)]).toEqual([
    1,
    ['AUTH-WEB-FORM-SAME', 'V2-IMPORT-201'],
  ]);
});

test('a lone surrogate in a secret and a personal field ends no run', async () => {
  const odd = answering('/users', (answer) => ({
    ...answer,
    body: { ...(answer.body as object), password: 'pass\ud800word', email: '\udc00x@bank.example' },
  }));
  const { exitCode, report } = await verified(odd, ['users']);
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
  const { exitCode, stderr } = await verify('--target', file({ ...urls, accessUrl: 'http://127.0.0.1:1' }));
  expect([exitCode, names()]).toEqual([2, ['index.html', 'junit.xml']]);
  const said = stderr.trim();
  expect(said).toMatch(/^\S+ does not respond at http:\/\/127.0.0.1:1 \(ECONNREFUSED\)\.$/);
  const [xml = '', page = ''] = ['junit.xml', 'index.html'].map((name) =>
    readFileSync(join(folder, name), 'utf8'),
  );
  expect(xml).toContain('<testsuites name="verify" tests="1" failures="0" errors="1">');
  expect(xml).toContain(`message="${said}">${said}</error>`);
  expect(page).toContain('No verdict: nothing was judged.');
  expect(page).toContain(said);
});
