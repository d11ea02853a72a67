// GitHub gets annotations and a summary only where GitHub runs the verb; situations.test.ts shows them as a whole.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { situations } from '../../test-support/sample-results.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import type { TargetReport } from '../run-json.ts';
import { annotations, stepSummary, tellGitHub } from './github.ts';
import { tellGitHubStopped } from './github-log.ts';

const { green, unproven, unreached, violated } = situations;

/** What is said on stderr, and what is in the files that GitHub names. */
type News =
  | { readonly targets: readonly TargetReport[]; readonly ending: object }
  | { readonly stopped: string };

function told(news: News, env: NodeJS.ProcessEnv = { GITHUB_ACTIONS: 'true' }) {
  const folder = temporaryFolder();
  const [summary, outputs] = [join(folder, 'summary.md'), join(folder, 'output')];
  writeFileSync(summary, 'earlier\n');
  let said = '';
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
  const all = { GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: outputs, ...env };
  if ('stopped' in news) tellGitHubStopped('verify', news.stopped, all);
  else tellGitHub(news.targets, news.ending, undefined, all);
  write.mockRestore();
  const [added, output] = [summary, outputs].map((file) =>
    existsSync(file) ? readFileSync(file, 'utf8') : '',
  );
  return { said, added: added?.replace('earlier\n', ''), output };
}

const both = { targets: [violated, green], ending: {} };

test('annotations go to stderr, the summary is added to what earlier steps wrote, and outputs say the verdict', () => {
  expect(told(both)).toEqual({
    said: annotations(both.targets),
    added: stepSummary(both.targets),
    output: 'verdict=violated\nviolated=2\n',
  });
  expect(told(both, {})).toEqual({ said: '', added: '', output: '' });
});

test('a verb that stops without a verdict is one error with its reason, and a summary', () => {
  expect(told({ stopped: 'bank.yaml: set A, <b> in the environment.' })).toEqual({
    said: '::error title=verify gives no verdict::bank.yaml: set A, <b> in the environment.\n',
    added: '### verify gives no verdict\n\nbank.yaml: set A, &lt;b> in the environment.\n\n',
    output: '',
  });
});

test('a summary that cannot be written is one line', () => {
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: '/nowhere/summary.md' };
  const { said } = told({ targets: [green], ending: {} }, env);
  expect(said).toBe('/nowhere/summary.md cannot be written (ENOENT).\n');
});

test.each([
  ['none for a good run', green, {}, 0],
  ['one where all is unproven', unproven, {}, 1],
  ['one where nothing is reached', unreached, {}, 1],
  ['one where not all that is required is reached', green, { requireAll: true }, 1],
  ['one for an interrupted run', green, { interrupted: 'SIGINT' }, 1],
] as const)('the errors of a run that violates nothing are %s', (_, report, ending, count) => {
  const title = '::error title=verify on mock::';
  expect(
    annotations([report], ending)
      .split('\n')
      .filter((line) => line.startsWith(title)),
  ).toHaveLength(count);
});

test('signs that end a property or the line are escaped as its toolkit does', () => {
  const nasty = '50% :: , \r\n::error file=x::y';
  const [first = ''] = annotations([{ ...violated, target: nasty }]).split('\n');
  expect(first).toContain(
    'title=V1-IMPORT-451 violated on 50%25 %3A%3A %2C %0D%0A%3A%3Aerror file=x%3A%3Ay::',
  );
});

test.each([
  ['the target file', '/home/app/ci/bank.yaml', 'file=ci/bank.yaml,title='],
  ['one whose name begins like the way up', '/home/app/..bank.yaml', 'file=..bank.yaml,title='],
  ['no file for one of somewhere else', '/home/secret/bank.yaml', 'title='],
  ['no file for a target of ours', undefined, 'title='],
])('an error is at %s', (_, path, begins) => {
  const ending = path === undefined ? {} : { targetFiles: { 'bank.yaml': path } };
  const errors = annotations([situations['of a target file']], ending, '/home/app').trim().split('\n');
  expect(errors.filter((line) => !line.startsWith(`::error ${begins}`))).toEqual([]);
});

test('GitHub shows ten errors: nine and a line that counts the others', () => {
  const lines = annotations([situations['twelve violated']]).trim().split('\n');
  expect([lines.length, lines.at(-1)]).toEqual([10, '::error::3 more: see the reports']);
});
