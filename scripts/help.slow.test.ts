// Every errand of a maintainer explains itself: --help has an example and fits a terminal.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { PROJECT } from './project.ts';

const errands = Object.entries<string>(manifest.scripts).flatMap(([name, command]) => {
  const [, file] = /exec node (scripts\/\w+\.ts)$/.exec(command) ?? [];
  return file === undefined ? [] : [[file, name] as const];
});

test('there are errands', () => expect(errands.length).toBeGreaterThan(5));

test.each(errands)('%s --help shows how npm calls it, in 80 columns and without colours', (file, name) => {
  const how = { cwd: PROJECT, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, '--help'], how);
  expect([status, stderr]).toEqual([0, '']);
  const [, examples = ''] = stdout.split(/\nExamples?:\n/);
  expect(examples).toMatch(new RegExp(`^  npm run (-s )?${name}( -- |\n)`));
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(stdout).not.toContain('\u001b');
});
