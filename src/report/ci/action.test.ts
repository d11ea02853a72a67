// The script of action.yml, run in a shell with an npm that only records its arguments: inputs arrive as they are or not at all.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { readYaml } from '../../build/project.ts';
import { ended, green } from '../../test-support/sample-runs.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { writeReports } from '../write-reports.ts';

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

const { inputs, runs } = readYaml('action.yml') as {
  inputs: Record<string, { default: string }>;
  runs: { steps: readonly Step[] };
};
const script = runs.steps.find(({ env }) => env !== undefined)?.run ?? '';
const install = runs.steps.find(({ name }) => name === 'Install')?.run ?? '';

test('the inputs become the arguments of verify', () => {
  expect(called({})).toEqual(['--target', 'sandbox', '--out', 'bank-access-reports']);
  expect(called({ TARGET: 'my bank.yaml', ONLY: 'v2', REQUIRE_ALL: 'true', REPORTS: 'out' })).toEqual(
    ['--target', 'my bank.yaml', '--out', 'out'].concat('--only', 'v2', '--require-all'),
  );
  // What a shell would run is passed on as text.
  const nasty = '$(touch run) `touch run` ; touch run & "\' *.yaml';
  expect(called({ TARGET: nasty })).toEqual(['--target', nasty, '--out', 'bank-access-reports']);
});

test('Node 20 or newer is left as it is, and no package runs a script', () => {
  const told = ['ci', '--prefix', '/action path', '--ignore-scripts', '--no-progress'];
  expect(installed('24.21.0')).toEqual({ status: 0, stderr: '', told });
  expect(installed('20.0.0')).toMatchObject({ status: 0 });
  expect(JSON.stringify(runs)).not.toContain('setup-node');
});

test('an older Node, or none, ends with 2 and a line before anything is installed', () => {
  for (const version of ['18.20.4', undefined]) {
    const { status, told, stderr } = installed(version);
    expect([version, status, told]).toEqual([version, 2, []]);
    expect(stderr).toContain('::error title=bank-access-contracts::npm needs Node 20 or newer: ');
  }
});

test('what is kept is the files of a run and not their folder', async () => {
  const folder = temporaryFolder();
  const written = (await writeReports(folder, [green], ended)).map((path) => basename(path));
  const kept = runs.steps.flatMap((step) => step.with?.['path']?.trim().split('\n') ?? []);
  expect(kept.toSorted()).toEqual(written.map((name) => `\${{ inputs.reports }}/${name}`).toSorted());
});

test('an input that is none is refused before anything is sent', () => {
  const wrong = [
    ...['', '--dry-run'].map((TARGET) => ({ TARGET })),
    ...['v2 --out x', '$(touch run)', '--out'].map((ONLY) => ({ ONLY })),
    ...[{ REPORTS: '' }, { REQUIRE_ALL: 'yes' }],
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
  const defaults = Object.entries(inputs).map(([name, input]) => [variable(name), input.default]);
  const chosen = Object.entries(given).map(([name, value]) => [`VERIFY_${name}`, value]);
  const { status, told } = ran(script, Object.fromEntries([...defaults, ...chosen]));
  if (status !== 0) return status;
  const [, , action, verb, dashes, ...args] = told;
  expect([action, verb, dashes]).toEqual(['/action path', 'verify', '--']);
  return args;
}

/** What npm would be called with where Node has this version; undefined where there is none. */
function installed(version: string | undefined) {
  const says = `const process = { versions: { node: '${version}' }, exit: (code) => globalThis.process.exit(code) };`;
  const node = `exec '${process.execPath}' -e "${says} $2"`;
  return ran(install, {}, version === undefined ? 'exit 127' : node);
}

/** Runs a script with an npm that notes its arguments, and a node that is the shell text `node`. */
function ran(text: string, env: Readonly<Record<string, string>>, node = 'exit 127') {
  const folder = temporaryFolder();
  for (const [name, does] of Object.entries({ npm: 'printf "%s\\0" "$@" > told', node })) {
    writeFileSync(join(folder, name), `#!/bin/bash\n${does}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  const { status, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', text], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env['PATH']}`, GITHUB_ACTION_PATH: '/action path', ...env },
  });
  const note = join(folder, 'told');
  const told = existsSync(note) ? readFileSync(note, 'utf8').split('\0').slice(0, -1) : [];
  return { status, stderr, told };
}

function variable(input: string): string {
  return `VERIFY_${input.toUpperCase().replaceAll('-', '_')}`;
}
