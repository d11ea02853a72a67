// The script of action.yml in a real shell with the real npx: inputs arrive as they are or not at all, and no registry is asked. The
// installed command is one that notes its arguments; the packed one is called in package.slow.test.ts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readYaml } from '../../../scripts/project.ts';
import { situations } from '../../test-support/sample-results.ts';
import { ended } from '../../test-support/sample-runs.ts';
import { fakeServer } from '../../test-support/served.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { writeReports } from '../write-reports.ts';

interface Step {
  readonly shell?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

const { inputs, runs } = readYaml('action.yml') as {
  inputs: Record<string, { required: boolean; default?: string }>;
  runs: { steps: readonly Step[] };
};
const { shell = '', run: script = '', env = {} } = runs.steps[0] ?? {};

// What a shell would run, or fill in, is passed on as text.
const NASTY = '$(touch run) `touch run` ; touch run & "\' *.yaml';

const DEFAULTS = '--target=bank.yaml --out=bank-access-reports';

test.each([
  ['the defaults', {}, DEFAULTS],
  [
    'all of them',
    { target: 'my bank.yaml', arguments: '--only v2  --require-all', reports: 'out' },
    ['--target=my bank.yaml', '--out=out', '--only', 'v2', '--require-all'],
  ],
  ['a target', { target: NASTY }, [`--target=${NASTY}`, '--out=bank-access-reports']],
  ['arguments', { arguments: '$(touch run) *' }, `${DEFAULTS} $(touch run) *`],
] as const)('the inputs become the arguments of the installed verify: %s', async (_, given, due) => {
  const args = typeof due === 'string' ? due.split(' ') : due;
  expect(await ran(given)).toMatchObject({ status: 0, asked: ['verify', ...args] });
});

test('the exit code is that of verify', async () => {
  expect(await ran({}, { ends: 1 })).toMatchObject({ status: 1 });
});

test.each<[string, Record<string, string>, Place?]>([
  ['a name as package', { package: 'bank-access-contracts' }],
  ['a tarball that is not there', { package: 'none.tgz' }],
  ['a command as package', { package: '$(touch run)' }],
  ['an option as package', { package: '--version' }],
  ['a package that is not installed', {}, { isInstalled: false }],
])(
  '%s ends with neither the code of upheld nor that of violated, and nothing is called',
  async (_, given, place) => {
    const { status, asked, stderr } = await ran(given, place);
    expect([status, asked]).toEqual([254, []]);
    expect(stderr).toContain('no such file or directory');
  },
);

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
  readonly isInstalled?: boolean;
  /** The exit code of the installed command. */
  readonly ends?: number;
}

/** What the installed command was asked for. Fails where a registry is asked for anything. */
async function ran(given: Readonly<Record<string, string>>, { isInstalled = true, ends = 0 }: Place = {}) {
  const folder = temporaryFolder();
  const installed = join(folder, 'node_modules/bank-access-contracts');
  if (isInstalled) {
    mkdirSync(installed, { recursive: true });
    const bin = { 'bank-access-contracts': 'main.sh' };
    writeFileSync(join(installed, 'package.json'), JSON.stringify({ name: 'bank-access-contracts', bin }));
    const notes = `printf '%s\\0' "$@" > '${join(folder, 'asked')}'; exit ${ends}`;
    writeFileSync(join(installed, 'main.sh'), `#!/bin/bash\n${notes}\n`, { mode: 0o755 });
  }
  const registry = await fakeServer((response) => response.writeHead(404).end());
  const inputOf = (name: string) => given[name] ?? inputs[name]?.default ?? 'bank.yaml';
  const variables = Object.entries(env).map(([name, value]) => [
    name,
    value.replace(/\$\{\{ inputs\.(\w+) \}\}/, (_, input: string) => inputOf(input)),
  ]);
  writeFileSync(join(folder, 'step.sh'), script);
  const [command = '', ...options] = shell.replace('{0}', 'step.sh').split(' ');
  const step = spawn(command, options, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      HOME: folder,
      npm_config_registry: registry.url,
      npm_config_update_notifier: 'false',
      ...Object.fromEntries(variables),
    },
  });
  let stderr = '';
  step.stderr.on('data', (data) => {
    stderr += data;
  });
  const [status] = await once(step, 'close');
  expect(registry.calls).toEqual([]);
  const note = join(folder, 'asked');
  const asked = existsSync(note) ? readFileSync(note, 'utf8').split('\0').slice(0, -1) : [];
  return { status, stderr, asked };
}
