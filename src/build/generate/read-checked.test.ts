// The YAML files by hand: their schemas list what the code knows, refuse what means nothing, and say so in each file.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import schema from '../../../contracts/yaml-schemas/faults.schema.json' with { type: 'json' };
import { RECODINGS } from '../../faults/edit-tree.ts';
import { HOOKS } from '../../faults/fault-row.ts';
import * as project from '../project.ts';
import { type FileFormat, readChecked } from './read-checked.ts';
import { refuseSameEffect } from './read-faults.ts';

test('the schema of faults lists the hooks and recodings of the code', () => {
  const { recoding, change } = schema.$defs;
  expect(recoding.enum).toEqual(RECODINGS);
  expect(Object.keys(change.properties)).toEqual([...HOOKS, 'of', 'on']);
});

test('every file names its schema for editors', () => {
  const folder = join(project.PROJECT, 'contracts');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.yaml')))
    expect(readFileSync(join(folder, file), 'utf8'), file).toMatch(
      /^# yaml-language-server: \$schema=[./]*yaml-schemas\/[\w-]+\.schema\.json\n/,
    );
});

const fault = { id: 'A-B', clause: 'V1-PREFIX', says: 'is wrong' };

test.each<[what: string, format: FileFormat, content: unknown]>([
  ['a clause without a source', 'clauses', [{ id: 'V1-A', says: 'It is.' }]],
  [
    'an unknown key of a clause',
    'event-clauses',
    { rules: [{ id: 'V1-A', says: 'It is.', source: 'A', why: 'B' }] },
  ],
  [
    'a fact with a setting and none',
    'not-shown',
    [{ id: 'A-B', fact: 'A', source: 'B', setting: 'c', outOfContract: 'd' }],
  ],
  ['a fault without an edit', 'faults', [fault]],
  ['a fault with two edits', 'faults', [{ ...fault, answer: { status: 1 }, rule: { function: 'a' } }]],
  ['an edit that its hook does not make', 'faults', [{ ...fault, rule: { status: 200 } }]],
  ['a recoding that is none', 'faults', [{ ...fault, answer: { recode: '/a', by: 'upside down' } }]],
  ['error responses of a function', 'faults', [{ ...fault, on: 'refusal', answer: { function: 'a' } }]],
  [
    'a sentence that a comma cuts',
    'variants',
    [{ id: 'A-B', allowedBy: 'C', says: 'takes 1', '2 and 2': null, settings: {} }],
  ],
])('%s is refused', (_, format, content) => {
  vi.spyOn(project, 'readYaml').mockReturnValue(content);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(() => readChecked('a.yaml', format)).toThrow(
    `a.yaml breaks contracts/yaml-schemas/${format}.schema.json`,
  );
});

test('a fault that does what another does is refused, whatever the order of its operations', () => {
  const edit = { remove: '/id' };
  const one = { id: 'ONE', hook: 'answer', of: ['createUser', 'createToken'], edit } as const;
  const same = { ...one, id: 'SAME', of: ['createToken', 'createUser'] } as const;
  expect(() => refuseSameEffect([one, same])).toThrow('SAME does what ONE does');
  expect(() => refuseSameEffect([one, { ...same, edit: { remove: '/url' } }])).not.toThrow();
});
