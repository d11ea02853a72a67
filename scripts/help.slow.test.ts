// Every errand of a maintainer explains itself: --help has an example and fits a terminal.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const errands = Object.entries(manifest.scripts).flatMap(([name, command]) => {
  const [, file] = /exec node scripts\/(\w+\.ts)$/.exec(command) ?? [];
  return file === undefined ? [] : [[name, `${import.meta.dirname}/${file}`] as const];
});

test.each(errands)('npm run %s --help shows how npm calls it, in 80 columns', (name, path) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path, '--help'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  const [, examples = ''] = stdout.split(/\nExamples?:\n/);
  expect(examples).toMatch(new RegExp(`^  npm run (-s )?${name}( -- |\n)`));
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(stdout).not.toContain('\u001b');
});
