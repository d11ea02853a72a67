// The script of action.yml in a shell: inputs arrive as they are or not at all. Its npx only notes its arguments, and its node has a
// version of the test: what they do is tried nowhere here.
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

// What a shell would run, or fill in, is passed on as text.
const NASTY = '$(touch run) `touch run` ; touch run & "\' *.yaml';

test.each([
  ['the defaults', {}, '--target bank.yaml --out bank-access-reports'],
  [
    'all of them',
    { TARGET: 'my bank.yaml', ARGUMENTS: '--only v2  --require-all', REPORTS: 'out' },
    ['--target', 'my bank.yaml', '--out', 'out', '--only', 'v2', '--require-all'],
  ],
  ['a target', { TARGET: NASTY }, ['--target', NASTY, '--out', 'bank-access-reports']],
  [
    'arguments',
    { ARGUMENTS: '$(touch run) *' },
    '--target bank.yaml --out bank-access-reports $(touch run) *',
  ],
] as const)('the inputs become the arguments of the installed verify: %s', (_, given, due) => {
  const args = typeof due === 'string' ? due.split(' ') : due;
  expect(ran(given)).toMatchObject({
    status: 0,
    asked: ['--no', 'bank-access-contracts', 'verify', ...args],
  });
});

test('a tarball runs instead', () => {
  expect(ran({ PACKAGE: 'a b.tgz' }).asked.slice(0, 5)).toEqual([
    ...['--yes', '--ignore-scripts', '--package=file:a b.tgz', 'bank-access-contracts', 'verify'],
  ]);
});

test.each<[string, number, Record<string, string>, Place?]>([
  ['no target', 64, { TARGET: '' }],
  ['an option as target', 64, { TARGET: '--dry-run' }],
  ['a name as package', 64, { PACKAGE: 'bank-access-contracts' }],
  ['a tarball that is not there', 64, { PACKAGE: 'none.tgz' }],
  ['a command as package', 64, { PACKAGE: '$(touch run)' }],
  ['no folder for reports', 64, { REPORTS: '' }],
  ['a package that is not installed', 2, {}, { isInstalled: false }],
  ['an older Node', 2, {}, { version: '18.20.4' }],
  ['a Node before 20.19', 2, {}, { version: '20.9.0' }],
  ['no Node', 2, {}, { version: null }],
])('%s ends with %i and a line before anything is called', (_, code, given, place) => {
  const { status, asked, stderr } = ran(given, place);
  expect([status, asked]).toEqual([code, []]);
  expect(stderr).toMatch(/^::error title=bank-access-contracts::.+$/m);
});

test('what is kept is the files of a run and not their folder', async () => {
  const folder = temporaryFolder();
  const { paths } = await writeReports(folder, [situations.green], ended);
  const kept = runs.steps.flatMap((step) => step.with?.['path']?.trim().split('\n') ?? []);
  expect(kept.toSorted()).toEqual(paths.map((path) => `\${{ inputs.reports }}/${basename(path)}`).toSorted());
});

test('no script has anything pasted into it or brings a Node of its own, and every input is used', () => {
  expect(inputs['target']?.required).toBe(true);
  expect(JSON.stringify(runs)).not.toMatch(/setup-node|GITHUB_ACTION_PATH/);
  for (const { run } of runs.steps) expect(run ?? '').not.toContain('${{');
  const used = JSON.stringify(runs.steps.map((step) => [step.env, step.with]));
  for (const name of Object.keys(inputs)) expect(used).toContain(`\${{ inputs.${name} }}`);
});

interface Place {
  /** Of Node; null where there is none. */
  readonly version?: string | null;
  readonly isInstalled?: boolean;
}

/** What npx was asked for. */
function ran(
  given: Readonly<Record<string, string>>,
  { version = '20.19.0', isInstalled = true }: Place = {},
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
  const defaults = Object.entries(inputs).map(([name, input]) => [
    `VERIFY_${name.toUpperCase()}`,
    input.default ?? 'bank.yaml',
  ]);
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
