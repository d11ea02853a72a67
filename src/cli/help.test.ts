// Every verb explains itself to a newcomer: --help has an example and fits a terminal, and a mistyped flag is named.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { callVerb } from '../test-support/call-verb.ts';
import { SITUATIONS } from '../test-support/canaries/situations.ts';
import { OUTPUTS } from '../test-support/output-faults.ts';
import { verbs } from './verbs.ts';

test.each(Object.entries(verbs))('%s --help shows how npm calls it, in 80 columns', async (name, load) => {
  // docs/verbs.md shows it as a whole.
  const { stdout, exitCode } = await callVerb(await load(), ['--help']);
  expect(exitCode).toBe(0);
  const [, examples = ''] = stdout.split(/\nExamples?:\n/);
  expect(examples).toMatch(new RegExp(`^  npm run (-s )?${name} -- `));
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

test('npm calls every verb by its name', () => {
  const scripts = Object.entries(manifest.scripts).filter(([, command]) =>
    command.includes('src/cli/main.ts'),
  );
  expect(scripts.map(([name]) => name)).toEqual(Object.keys(verbs));
  for (const [name, command] of scripts)
    expect(command).toMatch(new RegExp(`exec node src/cli/main.ts ${name}$`));
});

test('every verb is called with canaries', () => {
  const called = new Set(SITUATIONS.map(({ verb }) => verb));
  expect(Object.keys(verbs).filter((name) => !called.has(name))).toEqual([]);
});

test('whatever is written or printed for machines has a schema, which says what it is', () => {
  const ofVerbs =
    'assess assess-code check check-totals compare compare-recorded fire listen mock report run sandbox verify';
  const names = ofVerbs.split(' ');
  expect(readdirSync(OUTPUTS).sort()).toEqual(names.map((name) => `${name}.output.json`).sort());
  for (const name of names) {
    const schema = JSON.parse(readFileSync(join(OUTPUTS, `${name}.output.json`), 'utf8'));
    expect(schema).toMatchObject({ $schema: expect.any(String), $comment: expect.any(String) });
  }
});
