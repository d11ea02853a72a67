// Every errand of a maintainer explains itself: --help has an example and fits a terminal.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const errands = readdirSync(import.meta.dirname).filter((name) => /^[a-z]+\.ts$/.test(name));
const commands = Object.entries<string>(manifest.scripts);

for (const file of errands) {
  test(`scripts/${file} --help shows how npm calls it, in 80 columns and without colours`, () => {
    const [name] = commands.find(([, command]) => command.endsWith(`exec node scripts/${file}`)) ?? [];
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [`${import.meta.dirname}/${file}`, '--help'],
      { encoding: 'utf8' },
    );
    expect([status, stderr]).toEqual([0, '']);
    const [, examples = ''] = stdout.split(/\nExamples?:\n/);
    expect(examples).toMatch(new RegExp(`^  npm run (-s )?${name}( -- |\n)`));
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(stdout).not.toContain('\u001b');
  });
}
