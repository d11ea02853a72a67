// `npm run -s diff` as CI and a user start it: rows or a changelog on stdout, the verdict on stderr, the exit code.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { PROJECT } from '../src/build/project.ts';
import { outputFaults } from '../src/test-support/output-faults.ts';
import { writeSamplePackage } from '../src/test-support/sample-package.ts';

const ground = mkdtempSync(join(tmpdir(), 'gate-'));
afterAll(() => rmSync(ground, { recursive: true }));
writeSamplePackage(join(ground, 'old'));
cpSync(join(ground, 'old'), join(ground, 'new'), { recursive: true });
rmSync(join(ground, 'new/dist/schemas/createToken.request.json'));
rmSync(join(ground, 'new/dist/fixtures/createUser/minimal.json'));
writeFileSync(join(ground, 'new/dist/fixtures/createUser/other.json'), '{}');
writeFileSync(join(ground, 'new/README.md'), '# Other words\n');

function diff(...args: string[]) {
  const command = ['--prefix', PROJECT, 'run', '-s', 'diff', '--', ...args];
  const { status, stdout, stderr } = spawnSync('npm', command, { cwd: ground, encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** Writes the number into the later release. */
function number(version: string): void {
  const path = join(ground, 'new/package.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace(/"version":".*?"/, `"version":"${version}"`));
}

test('without an earlier release, or with an empty name of one, it says so and exits with 0', () => {
  const said = { status: 0, stdout: '', stderr: 'There is no earlier release to compare with.\n' };
  expect(diff()).toEqual(said);
  expect(diff('')).toEqual(said);
});

test('a step that is too small exits with 1 and names the rows that demand more', () => {
  number('0.1.1');
  const { status, stdout, stderr } = diff('old', 'new');
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
  expect(rows.map(([bump, breaks, , what]) => [bump, breaks, what])).toEqual([
    ['major', 'senders', 'createToken.request: the body is no longer described'],
    ['major', 'readers', 'fixtures dist/fixtures/createUser/minimal.json: file is gone'],
    ['minor', 'none', 'fixtures dist/fixtures/createUser/other.json: file is new'],
    ['patch', 'none', 'README.md: words changed'],
  ]);
  const demanding = rows
    .slice(0, 2)
    .map(([, , fingerprint]) => fingerprint)
    .join(', ');
  expect(stderr).toBe(
    `0.1.0 to 0.1.1 is too small a step: ${demanding} demand a major one, 0.2.0 or more.\n`,
  );
  expect(status).toBe(1);
});

test('an honest step exits with 0, and --changelog prints the section grouped by step', () => {
  number('0.2.0');
  const { status, stdout, stderr } = diff('old', 'new', '--changelog');
  expect(stderr).toBe('0.1.0 to 0.2.0 is honest: 4 changes, the gravest major.\n');
  expect(stdout.replace(/[0-9a-f]{12}/g, '…')).toBe(`## 0.2.0

### Breaking (major)

- \`createToken.request\`: the body is no longer described — breaks senders (…)
- \`fixtures\` \`dist/fixtures/createUser/minimal.json\`: file is gone — breaks readers (…)

### Added and loosened (minor)

- \`fixtures\` \`dist/fixtures/createUser/other.json\`: file is new (…)

### Words and code (patch)

- \`README.md\`: words changed (…)
`);
  expect(status).toBe(0);
});

test('--json prints rows and verdict as one document, valid by the schema that is published for it', () => {
  number('0.1.1');
  const tooSmall = JSON.parse(diff('old', 'new', '--json').stdout);
  const verdict = { from: '0.1.0', to: '0.1.1', honest: false, demanded: 'major', lowest: '0.2.0' };
  expect(tooSmall).toMatchObject(verdict);
  expect(tooSmall.rows).toHaveLength(4);
  const first = JSON.parse(diff('--json').stdout);
  expect(first).toEqual({ honest: null, rows: [] });
  for (const output of [tooSmall, first]) {
    expect(outputFaults('diff', output)).toEqual([]);
    expect(outputFaults('diff', { ...output, demanded: 'none', rows: [{}] })).toHaveLength(7);
  }
});

test('what cannot be read exits with 2, and a flag that is none with 64', () => {
  const stderr = `${join(ground, 'older')} cannot be read: there is none\n`;
  expect(diff('older')).toEqual({ status: 2, stdout: '', stderr });
  expect(diff('old', 'new', '--change').status).toBe(64);
});

test('without a later release the tree is built, and it differs from itself in nothing', () => {
  const packed = spawnSync('npm', ['run', '-s', 'build', '--', '--pack', ground], {
    cwd: PROJECT,
    encoding: 'utf8',
  });
  expect(diff(packed.stdout.trim())).toEqual({
    status: 0,
    stdout: '',
    stderr: expect.stringMatching(/is honest: nothing changed\.\n$/),
  });
}, 120_000);
