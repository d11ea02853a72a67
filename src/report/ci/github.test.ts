// GitHub gets annotations and a summary only where GitHub runs the verb; situations.test.ts shows them as a whole.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { situations } from '../../test-support/sample-results.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { annotations, type GitHubNews, stepSummary, tellGitHub } from './github.ts';

const { green, unproven, unreached, violated } = situations;

test('annotations go to stderr, and the summary is added to what earlier steps wrote', () => {
  const file = join(temporaryFolder(), 'summary.md');
  writeFileSync(file, 'earlier\n');
  const said = written({ GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: file });
  expect(said).toBe(annotations([violated]));
  expect(readFileSync(file, 'utf8')).toBe(`earlier\n${stepSummary([violated])}`);
});

test('a verb that stops without a verdict is one error with its reason, and a summary', () => {
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(temporaryFolder(), 'summary.md') };
  const said = written(env, { verb: 'verify', stopped: 'bank.yaml: set A, <b> in the environment.' });
  expect(said).toBe('::error title=verify gives no verdict::bank.yaml: set A, <b> in the environment.\n');
  expect(readFileSync(env.GITHUB_STEP_SUMMARY, 'utf8')).toBe(
    '### verify gives no verdict\n\nbank.yaml: set A, &lt;b> in the environment.\n\n',
  );
});

test('the outputs of the step say the verdict and how many clauses are violated', () => {
  const file = join(temporaryFolder(), 'output');
  written({ GITHUB_ACTIONS: 'true', GITHUB_OUTPUT: file }, { targets: [violated, green], ending: {} });
  expect(readFileSync(file, 'utf8')).toBe('verdict=violated\nviolated=2\n');
});

test('a summary that cannot be written is one line, and elsewhere nothing is said', () => {
  const elsewhere = { GITHUB_STEP_SUMMARY: '/nowhere/summary.md' };
  expect(written(elsewhere)).toBe('');
  const env = { GITHUB_ACTIONS: 'true', ...elsewhere };
  expect(written(env, { targets: [green], ending: {} })).toBe(
    '/nowhere/summary.md cannot be written (ENOENT).\n',
  );
});

function written(env: NodeJS.ProcessEnv, outcome: GitHubNews = { targets: [violated], ending: {} }): string {
  let said = '';
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
  onTestFinished(() => write.mockRestore());
  tellGitHub(outcome, undefined, env);
  return said;
}

test('a good run says nothing, and one that fails with no clause broken is one error', () => {
  expect(annotations([green])).toBe('');
  const errors = (...given: Parameters<typeof annotations>) =>
    annotations(...given).match(/^::error title=verify on \w+::/gm);
  for (const [report, ending] of [
    [unproven, {}],
    [unreached, {}],
    [green, { requireAll: true }],
    [green, { interrupted: 'SIGINT' }],
  ] as const)
    expect(errors([report], ending)).toEqual(['::error title=verify on mock::']);
  expect(errors([green, { ...unproven, target: 'bank' }])).toEqual(['::error title=verify on bank::']);
});

test('signs that end a property or the line are escaped as its toolkit does', () => {
  const nasty = '50% :: , \r\n::error file=x::y';
  const [first = ''] = annotations([{ ...violated, target: nasty }]).split('\n');
  expect(first).toContain(
    'title=V1-451-LOCATION violated on 50%25 %3A%3A %2C %0D%0A%3A%3Aerror file=x%3A%3Ay::',
  );
});

const someViolated = (most: number) => ({
  ...violated,
  clauses: violated.clauses.map((it, at) => ({
    ...it,
    verdict: at < most ? ('violated' as const) : ('upheld' as const),
  })),
});

test('GitHub shows ten of a kind: nine and a line that counts the others; a summary lists fifty', () => {
  const lines = annotations([someViolated(12)])
    .trim()
    .split('\n');
  expect([lines.length, lines.at(-1)]).toEqual([10, '::error::3 more: see the reports']);
  const summary = stepSummary([someViolated(51)]);
  expect(summary.match(/ \| violated \| /g)).toHaveLength(51);
  expect(summary).toContain('\n1 more clause: see the reports.\n');
});
