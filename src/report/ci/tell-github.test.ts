// GitHub is told only where GitHub runs the verb; what it is told changes no verdict.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { green, violated } from '../sample-runs.ts';
import { annotations } from './annotations.ts';
import { stepSummary } from './step-summary.ts';
import { type Outcome, tellGitHub } from './tell-github.ts';

test('annotations go to stderr, and the summary is added to what earlier steps wrote', () => {
  const folder = mkdtempSync(join(tmpdir(), 'github-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'summary.md');
  writeFileSync(file, 'earlier\n');
  const said = told({ GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: file });
  expect(said).toBe(annotations([violated]));
  expect(readFileSync(file, 'utf8')).toBe(`earlier\n${stepSummary([violated])}`);
});

test('a verb that stops without a verdict is one error with its reason, and a summary', () => {
  const folder = mkdtempSync(join(tmpdir(), 'github-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(folder, 'summary.md') };
  const said = told(env, { verb: 'verify', stopped: 'bank.yaml: set A, <b> in the environment.' });
  expect(said).toBe('::error title=verify gives no verdict::bank.yaml: set A, <b> in the environment.\n');
  expect(readFileSync(env.GITHUB_STEP_SUMMARY, 'utf8')).toBe(
    '### verify gives no verdict\n\nbank.yaml: set A, &lt;b> in the environment.\n\n',
  );
});

test('elsewhere nothing is said', () => {
  expect(told({ GITHUB_STEP_SUMMARY: '/nowhere/summary.md' })).toBe('');
});

test('a summary that cannot be written is one line', () => {
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: '/nowhere/summary.md' };
  expect(told(env, { runs: [green], ending: {} })).toBe('The step summary cannot be written (ENOENT).\n');
});

function told(env: NodeJS.ProcessEnv, outcome: Outcome = { runs: [violated], ending: {} }): string {
  let said = '';
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
  onTestFinished(() => write.mockRestore());
  tellGitHub(outcome, env);
  return said;
}
