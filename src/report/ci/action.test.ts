// The script of action.yml, run in a shell with an npx that only notes its arguments: inputs arrive as they are or not at all.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { readYaml } from '../../../scripts/project.ts';
import { situations } from '../../test-support/sample-results.ts';
import { ended } from '../../test-support/sample-runs.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { writeReports } from '../write-reports.ts';

interface Step {
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

const { inputs, runs } = readYaml('action.yml') as {
  inputs: Record<string, { required: boolean; default?: string }>;
  runs: { steps: readonly Step[] };
};
const script = runs.steps.find(({ env }) => env !== undefined)?.run ?? '';
const TARGET = 'bank.yaml';
const DEFAULTS = ['--target', TARGET, '--out', 'bank-access-reports'];

test('the inputs become the arguments of verify', () => {
  expect(called({})).toEqual(DEFAULTS);
  const given = { TARGET: 'my bank.yaml', ARGUMENTS: '--only v2  --require-all', REPORTS: 'out' };
  expect(called(given)).toEqual([
    '--target',
    'my bank.yaml',
    '--out',
    'out',
    '--only',
    'v2',
    '--require-all',
  ]);
  // What a shell would run, or fill in, is passed on as text.
  const nasty = '$(touch run) `touch run` ; touch run & "\' *.yaml';
  expect(called({ TARGET: nasty })).toEqual(['--target', nasty, ...DEFAULTS.slice(2)]);
  expect(called({ ARGUMENTS: '$(touch run) *' })).toEqual([...DEFAULTS, '$(touch', 'run)', '*']);
});

test('what the caller installed runs, or a tarball, and nothing of a registry', () => {
  expect(inputs['target']).toMatchObject({ required: true });
  const { status, asked } = ran({});
  expect([status, asked]).toEqual([0, ['--no', 'bank-access-contracts', 'verify', ...DEFAULTS]]);
  expect(ran({ PACKAGE: 'a b.tgz' }).asked.slice(0, 4)).toEqual([
    ...['--yes', '--ignore-scripts', '--package=file:a b.tgz', 'bank-access-contracts'],
  ]);
  const missing = ran({}, { isInstalled: false });
  expect([missing.status, missing.asked]).toEqual([2, []]);
  expect(missing.stderr).toContain(
    '::error title=bank-access-contracts::bank-access-contracts is not installed',
  );
  expect(JSON.stringify(runs)).not.toMatch(/setup-node|GITHUB_ACTION_PATH/);
});

test('an older Node, or none, ends with 2 and a line before anything is called', () => {
  expect(ran({}, { version: '20.19.0' })).toMatchObject({ status: 0 });
  for (const version of ['18.20.4', '20.9.0', null]) {
    const { status, asked, stderr } = ran({}, { version });
    expect([version, status, asked]).toEqual([version, 2, []]);
    expect(stderr).toContain('::error title=bank-access-contracts::this needs Node 20.19 or newer: ');
  }
});

test('what is kept is the files of a run and not their folder', async () => {
  const folder = temporaryFolder();
  const { paths } = await writeReports(folder, [situations.green], ended);
  const kept = runs.steps.flatMap((step) => step.with?.['path']?.trim().split('\n') ?? []);
  expect(kept.toSorted()).toEqual(paths.map((path) => `\${{ inputs.reports }}/${basename(path)}`).toSorted());
});

test('an input that is none is refused before anything is called', () => {
  const wrong = [
    ...['', '--dry-run'].map((TARGET) => ({ TARGET })),
    ...['bank-access-contracts', 'none.tgz', '$(touch run)'].map((PACKAGE) => ({ PACKAGE })),
    { REPORTS: '' },
  ];
  expect(wrong.filter((given) => called(given) !== 64)).toEqual([]);
});

test('no script has anything pasted into it, and every input is used', () => {
  for (const { run } of runs.steps) expect(run ?? '').not.toContain('${{');
  const used = JSON.stringify(runs.steps.map((step) => [step.env, step.with]));
  for (const name of Object.keys(inputs)) expect(used).toContain(`\${{ inputs.${name} }}`);
});

/** What verify would be called with, or the exit code of a script that does not call it. */
function called(given: Readonly<Record<string, string>>): string[] | number | null {
  const { status, asked } = ran(given);
  return status === 0 ? asked.slice(3) : status;
}

/** Runs the script with an npx that notes its arguments, and a Node of this version; null where there is none. */
function ran(
  given: Readonly<Record<string, string>>,
  { version = '24.21.0', isInstalled = true }: { version?: string | null; isInstalled?: boolean } = {},
) {
  const folder = temporaryFolder();
  const says = `const process = { versions: { node: '${version}' }, exit: (code) => globalThis.process.exit(code) };`;
  const node = version === null ? 'exit 127' : `exec '${process.execPath}' -e "${says} $2"`;
  const npx = `case "$*" in *--version) exit ${isInstalled ? 0 : 1} ;; *) printf '%s\\0' "$@" > asked ;; esac`;
  writeFileSync(join(folder, 'a b.tgz'), '');
  for (const [name, does] of Object.entries({ npx, node })) {
    writeFileSync(join(folder, name), `#!/bin/bash\n${does}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  const defaults = Object.entries(inputs).map(([name, input]) => [variable(name), input.default ?? TARGET]);
  const chosen = Object.entries(given).map(([name, value]) => [`VERIFY_${name}`, value]);
  const { status, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env['PATH']}`, ...Object.fromEntries([...defaults, ...chosen]) },
  });
  const note = join(folder, 'asked');
  const asked = existsSync(note) ? readFileSync(note, 'utf8').split('\0').slice(0, -1) : [];
  return { status, stderr, asked };
}

function variable(input: string): string {
  return `VERIFY_${input.toUpperCase().replaceAll('-', '_')}`;
}
