// The YAML files by hand: their schemas list what the code knows, and each file names its schema.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import schema from '../../contracts/yaml-schemas/faults.schema.json' with { type: 'json' };
import { HOOKS } from '../../src/faults/fault-row.ts';
import { PROJECT } from '../project.ts';

test('the schema of faults lists the hooks of the code', () => {
  expect(Object.keys(schema.$defs.row.properties)).toEqual(['id', 'says', ...HOOKS, 'of', 'on']);
});

test('every file names its schema for editors', () => {
  const folder = join(PROJECT, 'contracts');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /^(?!dist\b).*\.yaml$/.test(name)))
    expect(readFileSync(join(folder, file), 'utf8'), file).toMatch(
      /^# yaml-language-server: \$schema=[./]*yaml-schemas\/[\w-]+\.schema\.json\n/,
    );
});
