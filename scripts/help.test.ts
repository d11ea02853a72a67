// Every verb explains itself to a newcomer: --help has an example and fits a terminal, and a mistyped flag is named.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const verbs = readdirSync(import.meta.dirname).filter((name) => !name.endsWith('.test.ts'));
const commands = Object.entries<string>(manifest.scripts);

function called(file: string, ...args: string[]) {
  const script = `${import.meta.dirname}/${file}`;
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('every verb is a file of this folder; what is none is a tool of others with a help of its own', () => {
  const tools = commands.filter(([, command]) => !/\bexec node scripts\/[a-z-]+\.ts$/.test(command));
  expect(tools.map(([name]) => name)).toEqual(['test', 'test:slow', 'format', 'lint', 'knip', 'typecheck']);
});

for (const file of verbs) {
  test(`scripts/${file} --help shows how npm calls it, in 80 columns and without colours`, () => {
    const [name] = commands.find(([, command]) => command.includes(`scripts/${file}`)) ?? [];
    const { status, stdout, stderr } = called(file, '--help');
    expect([status, stderr]).toEqual([0, '']);
    const [, examples = ''] = stdout.split(/\nExamples?:\n/);
    expect(examples).toMatch(new RegExp(`^  npm run (-s )?${name} -- `));
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(stdout).not.toContain('\u001b');
  });
}

test.each([
  [['compare.ts', 'v1.json'], "error: missing required argument 'v2'\nUsage: compare [options] <v1> <v2>; "],
  [['verify.ts', 'sandbox'], 'error: too many arguments. .*\nUsage: verify [options]; '],
] as const)('where arguments are wrong, the right ones are told: %j', ([file, ...args], told) => {
  const { status, stdout, stderr } = called(file, ...args);
  expect([status, stdout]).toEqual([64, '']);
  const escaped = told.replace(/[[\]|?]/g, '\\$&');
  expect(stderr).toMatch(new RegExp(`^${escaped}--help shows an example\\.\\n$`));
});

test('an option that takes one value takes no second one in its place', () => {
  const { status, stdout, stderr } = called('report.ts', 'a.json', '--out', 'a.html', '--out', 'b.html');
  expect([status, stdout]).toEqual([64, '']);
  expect(stderr).toBe("error: option '--out <file>' takes one value, and is given twice\n");
});

for (const [file, ...args] of [
  ['listen.ts', '--prot', '1'],
  ['fire.ts', 'LOW_ACCOUNT_BALANCE', '--too', 'http://localhost'],
] as const) {
  test(`scripts/${file} names the flag that was meant`, () => {
    const { status, stdout, stderr } = called(file, ...args);
    expect([status, stdout]).toEqual([64, '']);
    expect(stderr).toMatch(/^error: unknown option '--.*'\n\(Did you mean --(port|to)\?\)\n$/);
  });
}
