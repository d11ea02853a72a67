// The script of action.yml, run in a shell with an npm that only tells what it was given: inputs arrive as they are or not at all.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';

interface Step {
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

const { inputs, runs } = parse(readFileSync(new URL('../../../action.yml', import.meta.url), 'utf8')) as {
  inputs: Record<string, { default: string }>;
  runs: { steps: readonly Step[] };
};
const script = runs.steps.find(({ env }) => env !== undefined)?.run ?? '';

test('the inputs become the arguments of verify', () => {
  expect(called({})).toEqual(['--target', 'sandbox', '--out', 'bank-access-reports']);
  expect(called({ TARGET: 'my bank.yaml', ONLY: 'v2', REQUIRE_ALL: 'true', REPORTS: 'out' })).toEqual(
    ['--target', 'my bank.yaml', '--out', 'out'].concat('--only', 'v2', '--require-all'),
  );
});

test('what a shell would run is passed on as text', () => {
  const target = '$(touch run) `touch run` ; touch run & "\' *.yaml';
  expect(called({ TARGET: target })).toEqual(['--target', target, '--out', 'bank-access-reports']);
});

test('an input that is none is refused before anything is sent', () => {
  const wrong = [
    { TARGET: '' },
    { TARGET: '--dry-run' },
    { REPORTS: '' },
    { ONLY: 'v2 --out x' },
    { ONLY: '$(touch run)' },
    { ONLY: '--out' },
    { REQUIRE_ALL: 'yes' },
  ];
  for (const given of wrong) expect(called(given), JSON.stringify(given)).toBe(64);
});

test('no script has anything pasted into it, and every input is used', () => {
  for (const { run } of runs.steps) expect(run ?? '').not.toContain('${{');
  const used = JSON.stringify(runs.steps.map((step) => [step.env, step.with]));
  for (const name of Object.keys(inputs)) expect(used).toContain(`\${{ inputs.${name} }}`);
});

/** What verify would be called with, or the exit code of a script that does not call it. */
function called(given: Readonly<Record<string, string>>): string[] | number | null {
  const folder = mkdtempSync(join(tmpdir(), 'action-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const npm = join(folder, 'npm');
  writeFileSync(npm, '#!/bin/bash\nprintf "%s\\0" "$@" > told\n');
  chmodSync(npm, 0o755);
  const defaults = Object.entries(inputs).map(([name, input]) => [variable(name), input.default]);
  const chosen = Object.entries(given).map(([name, value]) => [`VERIFY_${name}`, value]);
  const { status } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd: folder,
    env: {
      PATH: `${folder}:${process.env['PATH']}`,
      GITHUB_ACTION_PATH: '/action path',
      ...Object.fromEntries([...defaults, ...chosen]),
    },
  });
  if (status !== 0) return status;
  const [, , action, verb, dashes, ...args] = readFileSync(join(folder, 'told'), 'utf8').split('\0');
  expect([action, verb, dashes]).toEqual(['/action path', 'verify', '--']);
  return args.slice(0, -1);
}

function variable(input: string): string {
  return `VERIFY_${input.toUpperCase().replaceAll('-', '_')}`;
}
