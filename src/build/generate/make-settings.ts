/** Makes everything that lists the settings of a target from contracts/not-shown.yaml: types, defaults, schema, example. */
import type { SettingValue } from '../../../contracts/src/base/ledgers.ts';
import { settingText, wrap } from '../../../contracts/src/base/text.ts';
import { madeFrom } from '../project.ts';
import type { Schema } from './openapi-documents.ts';

const USERS = ['judge', 'sandbox', 'runner'] as const;

/** The part of JSON Schema that settings need. */
interface ValueSchema {
  readonly type: 'string' | 'array' | 'object';
  readonly items?: ValueSchema;
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  /** The schema of values by any name; false beside properties. */
  readonly additionalProperties?: ValueSchema | false;
}

/** What a value may be, where not all values can be listed. */
interface TypedChoice extends ValueSchema {
  /** In words, on one line. */
  readonly description: string;
  readonly examples: readonly SettingValue[];
}

/** A row of the ledger that has a setting. */
export interface SettingRow {
  readonly id: string;
  readonly setting: string;
  readonly usedBy: readonly (typeof USERS)[number][];
  readonly meaning: string;
  readonly default: SettingValue;
  readonly choices: readonly (string | boolean)[] | TypedChoice;
  readonly affects: readonly string[];
}

/** One line about a row that is not complete. */
export function settingProblem({
  usedBy,
  meaning,
  choices,
  ...row
}: Partial<SettingRow>): string | undefined {
  if (!usedBy?.length || !usedBy.every((user) => USERS.includes(user)))
    return `usedBy names ${USERS.join(', ')}, one or more of them`;
  if (!meaning || row.default === undefined || !row.affects) return 'meaning, default or affects is missing';
  if (!choices) return 'choices are missing';
  if (isList(choices))
    return choices.some((choice) => choice === row.default) ? undefined : 'the default is no choice';
  return choices.description && choices.examples?.length
    ? undefined
    : 'choices has no description or no examples';
}

/** All values, or in words what a value may be. */
export function choicesOf({ choices }: SettingRow): readonly (string | boolean)[] | string {
  return isList(choices) ? choices : choices.description;
}

/** A value other than the default. */
export function exampleOf({ choices, default: assumed }: SettingRow): SettingValue {
  const others = isList(choices) ? choices.filter((choice) => choice !== assumed) : choices.examples;
  return others[0] ?? assumed;
}

/** The module of types and defaults: of a target, and of what judges and sandbox read of it. */
export function settingsModule(rows: readonly SettingRow[]): string {
  const fields = rows.map(
    (row) => `  /** ${row.id}: ${row.meaning} */\n  readonly ${row.setting}: ${typeOf(row)};\n`,
  );
  const written = rows.map((row) => `  readonly ${row.setting}?: ${typeOf(row, '?')};\n`);
  const parts = (['judge', 'sandbox'] as const).map((user) => {
    const own = rows.filter(({ usedBy }) => usedBy.includes(user));
    const type = `${user === 'judge' ? 'Judge' : 'Sandbox'}Setting`;
    const names = own.map(({ setting }) => `  | '${setting}'`).join('\n');
    return `
export type ${type} =\n${names};

export const ${user}Defaults: Pick<TargetSettings, ${type}> = ${defaultsOf(own)};
`;
  });
  return `// ${madeFrom('contracts/not-shown.yaml')}
/** What a target does where the documentation shows nothing. */
export interface TargetSettings {
${fields.join('')}}

export const defaultTargetSettings: TargetSettings = ${defaultsOf(rows)};

/** The settings as a target file may write them. What is left out has its default. */
export interface WrittenSettings {
${written.join('')}}
${parts.join('')}`;
}

/** The schema of target files with the settings in their place. */
export function targetSchema(byHand: Schema, rows: readonly SettingRow[]): Schema {
  const settings = {
    type: 'object',
    additionalProperties: false,
    description:
      'What the target does where the documentation shows nothing. What is left out has its default.',
    properties: Object.fromEntries(
      rows.map((row) => [row.setting, { description: row.meaning, ...schemaOf(row) }]),
    ),
  };
  const { $comment: _, ...schema } = byHand;
  return {
    $comment: madeFrom('contracts/not-shown.yaml and src/runner/target.schema.json'),
    ...schema,
    properties: { ...schema.properties, settings: settings as Schema },
  };
}

/** The example of a target file with its block of settings as the ledger has them: each with its default. */
export function withSettings(example: string, rows: readonly SettingRow[]): string {
  const block = /^settings:\n(?:(?: .*)?\n)*/m;
  if (!block.test(example)) throw new Error('the example of a target file has no block of settings');
  const [judged, chosen] = [
    rows.filter(({ affects }) => affects.length > 0),
    rows.filter((row) => !row.affects.length),
  ];
  return example.replace(
    block,
    () => `settings:
  # Generated from contracts/not-shown.yaml. Verdicts depend on these settings:

${judged.map(exampleLines).join('')}
  # No verdict depends on these settings; a sandbox that is started with this file behaves so:

${chosen.map(exampleLines).join('')}`,
  );
}

function exampleLines(row: SettingRow): string {
  const { setting, meaning, choices, default: assumed } = row;
  const others = isList(choices) ? choices.filter((choice) => choice !== assumed) : [exampleOf(row)];
  const beside = `${isList(choices) ? 'or' : 'such as'} ${others.map(settingText).join(', ')}`;
  return `${wrap(meaning, 116, '  # ', '  # ')}\n  ${setting}: ${settingText(assumed)} # ${beside}\n`;
}

function isList(choices: SettingRow['choices']): choices is readonly (string | boolean)[] {
  return Array.isArray(choices);
}

function schemaOf({ choices }: SettingRow): object {
  if (isList(choices)) return typeof choices[0] === 'boolean' ? { type: 'boolean' } : { enum: choices };
  const { description: _, ...schema } = choices;
  return schema;
}

function typeOf({ choices }: SettingRow, mark: '' | '?' = ''): string {
  if (!isList(choices)) return valueType(choices, mark);
  if (typeof choices[0] === 'boolean') return 'boolean';
  return choices.map((choice) => `'${choice}'`).join(' | ');
}

/** `mark` is a question mark where fields may be left out. */
function valueType(
  { type, items, properties = {}, additionalProperties }: ValueSchema,
  mark: '' | '?' = '',
): string {
  if (items) return `readonly ${valueType(items)}[]`;
  if (additionalProperties) return `Readonly<Record<string, ${valueType(additionalProperties)}>>`;
  if (type !== 'object') return type;
  const fields = Object.entries(properties).map(
    ([name, part]) => `readonly ${name}${mark}: ${valueType(part)}`,
  );
  return `{ ${fields.join('; ')} }`;
}

function defaultsOf(rows: readonly SettingRow[]): string {
  return JSON.stringify(Object.fromEntries(rows.map((row) => [row.setting, row.default])), null, 2);
}
