// Every verb explains itself to a newcomer: --help has an example and fits a terminal, and a mistyped flag is named.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { callVerb } from '../test-support/call-verb.ts';
import { SITUATIONS } from '../test-support/canaries/situations.ts';
import { verbs } from './verbs.ts';

for (const [name, { load }] of Object.entries(verbs)) {
  test(`${name} --help shows how npm calls it, in 80 columns and without colours`, async () => {
    const { exitCode, stdout, stderr } = await callVerb(await load(), ['--help']);
    expect([exitCode, stderr]).toEqual([0, '']);
    const [, examples = ''] = stdout.split(/\nExamples?:\n/);
    expect(examples).toMatch(new RegExp(`^  npm run (-s )?${name} -- `));
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(stdout).not.toContain('\u001b');
  });
}

test('npm calls every verb by its name', () => {
  const scripts = Object.entries(manifest.scripts).filter(([, command]) =>
    command.includes('src/cli/main.ts'),
  );
  expect(scripts.map(([name]) => name)).toEqual(Object.keys(verbs));
  for (const [name, command] of scripts)
    expect(command).toMatch(new RegExp(`exec node src/cli/main.ts ${name}$`));
});

test('the README lists every verb for users', () => {
  const readme = readFileSync('README.md', 'utf8');
  const [, table = ''] = readme.split('\n## Every verb\n');
  const listed = Array.from(table.matchAll(/^\| `([a-z]+)` \|/gm), ([, name]) => name);
  // Without the sources there are no cases for it to run.
  const due = Object.keys(verbs).filter((name) => name !== 'faults');
  expect(listed.toSorted()).toEqual(due.toSorted());
});

test('every verb is called with canaries', () => {
  const called = new Set(SITUATIONS.map(({ verb }) => verb));
  expect(Object.keys(verbs).filter((name) => !called.has(name))).toEqual([]);
});

test.each([
  ['compare', ['v1.json'], "error: missing required argument 'v2'\nUsage: compare [options] <v1> <v2>; "],
  ['verify', ['sandbox'], 'error: too many arguments. .*\nUsage: verify [options]; '],
] as const)('where arguments of %s are wrong, the right ones are named', async (name, args, line) => {
  const { exitCode, stdout, stderr } = await callVerb(await verbs[name].load(), args);
  expect([exitCode, stdout]).toEqual([64, '']);
  const escaped = line.replace(/[[\]|?]/g, '\\$&');
  expect(stderr).toMatch(new RegExp(`^${escaped}--help shows an example\\.\\n$`));
});

test('an option that takes one value takes no second one in its place', async () => {
  const args = ['a.json', '--out', 'a.html', '--out', 'b.html'];
  expect(await callVerb(await verbs.report.load(), args)).toEqual({
    exitCode: 64,
    stdout: '',
    stderr: "error: option '--out <file>' takes one value, and is given twice\n",
  });
});

test.each([
  ['listen', ['--prot', '1'], 'port'],
  ['fire', ['LOW_ACCOUNT_BALANCE', '--too', 'http://localhost'], 'to'],
] as const)('%s names the flag that was meant', async (name, args, meant) => {
  const { exitCode, stdout, stderr } = await callVerb(await verbs[name].load(), args);
  expect([exitCode, stdout]).toEqual([64, '']);
  expect(stderr).toMatch(new RegExp(`^error: unknown option '--.*'\\n\\(Did you mean --${meant}\\?\\)\\n$`));
});

test('an option that is unknown, or lacks its value, leads to the options of its verb', async () => {
  for (const [args, problem] of [
    [['--nope'], "unknown option '--nope'"],
    [['--out'], "option '--out <folder>' argument missing"],
  ] as const)
    expect(await callVerb(await verbs.verify.load(), [...args])).toEqual({
      exitCode: 64,
      stdout: '',
      stderr: `error: ${problem}\nverify --help lists the options and shows an example.\n`,
    });
});
