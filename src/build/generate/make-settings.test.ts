// The settings of the ledger: which rows are refused, and what is made of each form of choices.
import { expect, test } from 'vitest';
import {
  type SettingRow,
  settingProblem,
  settingsModule,
  type TestDataRow,
  targetSchema,
  testDataModule,
  withSettings,
  withTestData,
} from './make-settings.ts';

const word: SettingRow = {
  ...{ id: 'A-WORD', setting: 'word', usedBy: ['judge'], meaning: 'A word.', affects: ['A'] },
  ...{ default: 'null', choices: ['null', 'some'] },
};
const flag: SettingRow = {
  ...{ ...word, setting: 'flag', usedBy: ['sandbox'], affects: [] },
  ...{ default: true, choices: [true, false] },
};
const paths: SettingRow = {
  ...word,
  setting: 'paths',
  usedBy: ['judge', 'sandbox'],
  default: { v1: '/one' },
  choices: {
    type: 'object',
    properties: { v1: { type: 'string' } },
    additionalProperties: false,
    description: 'a path',
    examples: [{ v1: '/two' }],
  },
};
const names: SettingRow = {
  ...word,
  setting: 'names',
  usedBy: ['runner'],
  default: {},
  choices: {
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
    description: 'names',
    examples: [{ id: ['no'] }],
  },
};

test.each<[problem: RegExp | undefined, row: object]>([
  [undefined, word],
  [undefined, names],
  [/usedBy names judge, sandbox, runner/, { ...word, usedBy: ['nobody'] }],
  [/usedBy names/, { ...word, usedBy: [] }],
  [/meaning, default or affects is missing/, { ...word, meaning: undefined }],
  [/choices are missing/, { ...word, choices: undefined }],
  [/the default is no choice/, { ...word, default: 'other' }],
  [/choices has no description or no examples/, { ...paths, choices: { type: 'string', description: 'a' } }],
])('a row has the problem %s', (problem, row) => {
  expect(settingProblem(row) ?? 'none').toMatch(problem ?? /^none$/);
});

test('every form of choices has its type, and judges and sandbox have their own defaults', () => {
  const module = settingsModule([word, flag, paths, names]);
  for (const line of [
    "  readonly word: 'null' | 'some';",
    '  readonly flag: boolean;',
    '  readonly paths: { readonly v1?: string };',
    '  readonly names: Readonly<Record<string, readonly string[]>>;',
    "export type JudgeSetting =\n  | 'word'\n  | 'paths';",
    'export const sandboxDefaults: Pick<TargetSettings, SandboxSetting> = {\n  "flag": true,\n  "paths": {',
  ])
    expect(module).toContain(line);
});

test('the schema of a target file has each setting with its meaning', () => {
  const { properties } = targetSchema({ properties: { name: { type: 'string' } } }, [word, flag]);
  expect(properties).toMatchObject({
    name: { type: 'string' },
    settings: {
      additionalProperties: false,
      properties: {
        word: { description: 'A word.', enum: ['null', 'some'] },
        flag: { type: 'boolean' },
      },
    },
  });
});

test('the example of a target file has each setting with its default and what else it may be', () => {
  const example = withSettings('name: a\nsettings:\n  old: 1\n# end\n', [word, flag, paths]);
  expect(example).toBe(`name: a
settings:
  # Generated from contracts/not-shown.yaml. Verdicts depend on these settings:

  # A word.
  word: "null" # or some
  # A word.
  paths: { v1: /one } # such as { v1: /two }

  # No verdict depends on these settings; a sandbox that is started with this file behaves so:

  # A word.
  flag: true # or false
# end
`);
  expect(() => withSettings('name: a\n', [word])).toThrow('no block of settings');
});

const recipients: TestDataRow = {
  key: 'recipients',
  meaning: 'Who is paid.',
  default: [{ name: 'Max M.' }, { name: 'Anna' }],
  choices: {
    type: 'array',
    items: { type: 'object', properties: { name: { type: 'string' } } },
    description: 'names',
    examples: [[]],
  },
};
const words: TestDataRow = {
  key: 'words',
  meaning: 'Words.',
  default: [['a']],
  choices: {
    type: 'array',
    items: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
    description: 'words',
    examples: [[['b']]],
  },
};

test('test data has its types, its schema and its block of the example, a line for each object of a list', () => {
  const module = testDataModule([recipients, words]);
  expect(module).toContain('  readonly recipients: readonly { readonly name: string }[];');
  expect(module).toContain("  readonly words: readonly (readonly ('a' | 'b')[])[];");
  const { properties } = targetSchema({ properties: {} }, [], [words]);
  expect(properties).toMatchObject({ testData: { properties: { words: { description: 'Words.' } } } });
  expect(withTestData('testData:\n  old: 1\n', [recipients, words])).toBe(`testData:
  # Generated from contracts/test-data.yaml.

  # Who is paid.
  recipients:
    - { name: "Max M." }
    - { name: Anna }
  # Words.
  words: [[a]] # such as [[b]]
`);
});
