// The verb `report` draws a page from files, and says what is wrong with them.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ended, greenRun, violatedRun } from '../../test-support/sample-runs.ts';
import { runJson, verifyJson } from '../run-json.ts';

const script = join(import.meta.dirname, '../../../scripts/report.ts');
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'report-'));
  writeFileSync(join(folder, 'run.json'), runJson([{ ...violatedRun, target: 'mock' }], ended));
  writeFileSync(join(folder, 'verify.json'), verifyJson([greenRun]));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

function report(...args: string[]) {
  const { INIT_CWD: _, ...env } = process.env;
  return spawnSync(process.execPath, [script, ...args], { cwd: folder, env, encoding: 'utf8' });
}

test('a page is written where it is asked for, its path alone on stdout', () => {
  const { status, stdout, stderr } = report('run.json', '--since', 'verify.json', '--out', 'pages/page.html');
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'pages/page.html\n', stderr: '' });
  const text = readFileSync(join(folder, 'pages/page.html'), 'utf8');
  expect(text).toContain('verdicts changed since verify.json: now ');
  expect(report('verify.json').stdout).toBe('reports/report.html\n');
});

test('a file that is no result ends with 2, wrong usage with 64, and nothing is written', () => {
  writeFileSync(join(folder, 'notes.json'), '{"notes": 1}');
  const unknown = report('notes.json', '--out', 'none.html');
  expect(unknown).toMatchObject({ status: 2, stdout: '' });
  expect(unknown.stderr).toMatch(/^notes\.json is no result: .*\.\n$/);
  expect(report().status).toBe(64);
  expect(report('run.json', '--sinse', 'x')).toMatchObject({ status: 64 });
  expect(() => readFileSync(join(folder, 'none.html'))).toThrow(/ENOENT/);
});

test('the help has an example', () => {
  const { status, stdout } = report('--help');
  expect(status).toBe(0);
  expect(stdout).toContain('npm run report -- reports/run.json --since earlier/verify.json');
});
