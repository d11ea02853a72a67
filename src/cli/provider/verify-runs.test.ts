// A run shows where it goes and what it creates before anything is sent, and its results whatever becomes of the next target.
// The sandbox stands for the provider.

import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import manifest from '../../../contracts/package.json' with { type: 'json' };
import { TEST_KEY } from '../../../contracts/src/messages/cipher.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { InputError } from '../../base/errors.ts';
import { runOutcome } from '../../report/run-outcome.ts';
import { selection } from '../../runner/choose-cases.ts';
import { runTargets } from '../../runner/run.ts';
import { openTarget } from '../../runner/session/open-target.ts';
import { describeTarget } from '../../runner/targets/describe-target.ts';
import type { TargetRun } from '../../runner/verdict.ts';
import { callVerb } from '../../test-support/call-verb.ts';
import { served } from '../../test-support/served.ts';
import { listeningSandbox, targetFolder } from '../../test-support/target-file-of-sandbox.ts';
import { exitCode, resultOfRun } from '../exit-codes.ts';
import { verifyCommand } from './verify.ts';

/** Files of one sandbox as targets; `calls` counts what it was asked. */
async function banks(keys: Readonly<Record<string, object>>) {
  const { urls } = await listeningSandbox({ seed: 1 });
  const files = Object.entries(keys).map(([name, own]) => {
    return [`${name}.yaml`, readFileSync(targetFolder().file({ ...urls, name, ...own }), 'utf8')];
  });
  const calls = async (): Promise<number> =>
    (await (await fetch(`${urls.controlUrl}/requests`)).json()).requests.length;
  return { files: Object.fromEntries(files) as Record<string, string>, calls };
}

test('hosts and what is created are on the screen before the first call', async () => {
  const seenAtCall: string[] = [];
  const write = vi.spyOn(process.stdout, 'write');
  const url = await served((_, answer) => {
    seenAtCall.push(write.mock.calls.map(([text]) => text).join(''));
    answer.writeHead(503).end();
  });
  vi.stubEnv('TARGET_ID', 'canary-id')
    .stubEnv('TARGET_SECRET', 'canary-secret')
    .stubEnv('TARGET_KEY', TEST_KEY);
  const file = readFileSync(targetFolder().file({ accessUrl: url, webFormUrl: url }), 'utf8');
  const args = ['--target', 'bank.yaml', '--only', 'V2-IMPORT-201'];
  const { exitCode, stdout, stderr } = await callVerb(verifyCommand(), args, { 'bank.yaml': file });
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('is busy')]);
  expect(seenAtCall[0]).toMatch(
    new RegExp(
      `^Verifying bank.yaml\n  access API   ${url}\n  Web Form V2  ${url}\n  calls        \\d+ calls: createToken `,
    ),
  );
  expect(seenAtCall[0]).toMatch(/^ {2}creates {6}up to \d+ users?, \d+ payments? and \d+ web forms/m);
  expect(stdout + stderr).not.toContain('canary');
});

test.each([
  ['no target by its schema', { writes: 'perhaps' }, /second\.yaml is not a target file: line 1: writes /],
  ['not to be written to', { writes: 'forbidden' }, /second\.yaml: .* writes: allowed\.$/],
  [
    'without its credentials',
    { credentials: { clientId: { env: 'NOT_SET' }, clientSecret: { env: 'TARGET_SECRET' } } },
    /second\.yaml: set NOT_SET in the environment\.$/,
  ],
  [
    'without its cipher',
    { settings: { cipher: './none.js' } },
    /second\.yaml: the cipher \.\/none\.js cannot be loaded/,
  ],
])('a second target that is %s stops the run before the first is called', async (_, keys, line) => {
  const { files, calls } = await banks({ first: {}, second: keys });
  const args = ['--target', 'first.yaml', 'second.yaml', '--only', 'V2-IMPORT-201'];
  const { exitCode, stderr } = await callVerb(verifyCommand(), args, files);
  expect([exitCode, stderr.trim()]).toEqual([2, expect.stringMatching(line)]);
  expect(await calls()).toBe(0);
});

test('a later target that cannot be started is unproven, and the runs before and after it keep their results', async () => {
  const { urls } = await listeningSandbox({ seed: 1 });
  const [first, second, third] = await Promise.all(
    ['first', 'second', 'third'].map(async (name) => {
      const described = await describeTarget(targetFolder().file({ ...urls, name }));
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
  expect(exitCode(resultOfRun(runOutcome(runs)))).toBe(2);
});

test('a run has its date, its duration, the version of the program and what is checked out', async () => {
  const { files } = await banks({ bank: {} });
  const args = ['--target', 'bank.yaml', '--only', 'V2-IMPORT-201', '--json'];
  const { stdout } = await callVerb(verifyCommand(), args, files);
  const [{ ran }] = JSON.parse(stdout).targets;
  // The folder of the caller is no repository.
  expect(ran).toEqual({ at: expect.any(String), seconds: expect.any(Number), version: manifest.version });
  expect(Math.abs(Date.parse(ran.at) + ran.seconds * 1000 - Date.now())).toBeLessThan(10_000);
});

test('a fault of the sandbox breaks its clause, and is part of the command that repeats it', async () => {
  const args = ['--target', 'sandbox', '--fault', 'FORM-URL-MISSING', '--only', 'V2-FORM-URL'];
  const { exitCode, stdout } = await callVerb(verifyCommand(), args);
  expect(exitCode).toBe(1);
  expect(stdout).toContain(
    'npm run -s verify -- --target sandbox --fault FORM-URL-MISSING --only V2-FORM-URL.1\n',
  );
});

test('the word of a list that is refused is named, among the six that are accepted', async () => {
  const fault = 'V1-IMPORT-ACCOUNT-TYPES-BAUSPAREN-REFUSED';
  const args = ['--target', 'sandbox', '--fault', fault, '--only', 'V1-IMPORT-ACCOUNT-TYPES', '--json'];
  const { stdout } = await callVerb(verifyCommand(), args);
  const [{ cases }] = JSON.parse(stdout).targets;
  const subjects = cases.flatMap(({ findings }: { findings: { subject?: string }[] }) =>
    findings.map(({ subject }) => subject),
  );
  expect(subjects).toEqual(['accountTypes "Bausparen"', 'accountTypes']);
});
