/** Makes everything that lists the settings and the test data of a target: types, defaults, schema, example. */
import { isObject, partsIn } from '../../contracts/src/base/json-value.ts';
import type { SettingValue } from '../../contracts/src/base/ledgers.ts';
import { settingText, wrap } from '../../src/base/words.ts';
import { madeFrom } from '../project.ts';
import { typesModule } from './make-schemas.ts';
import type { Named, Schema } from './openapi-documents.ts';

/** What of a target file is written by hand. */
export const TARGET_SCHEMA = 'src/runner/target.schema.json';

/** The schema of a value, where not all values can be listed. */
interface TypedChoice extends Schema {
  /** In words, on one line. */
  readonly description: string;
  readonly examples: readonly SettingValue[];
}

/** What a target file may say. */
interface TargetRow {
  readonly meaning: string;
  readonly default: SettingValue;
  readonly choices: readonly (string | boolean)[] | TypedChoice;
}

/** A row of the ledger that has a setting. */
export interface SettingRow extends TargetRow {
  readonly id: string;
  readonly setting: string;
  readonly usedBy: readonly ('judge' | 'sandbox' | 'runner')[];
  readonly affects: readonly string[];
}

/** A key of the test data of a target. */
export interface TestDataRow extends TargetRow {
  readonly key: string;
  /** Whether no output repeats the values of a target file. */
  readonly personal?: true;
  /** The places of requests that take the values, by JSON Pointer with * for any item. */
  readonly fills?: readonly string[];
}

/** All values, or in words what a value may be. */
export function choicesOf({ choices }: Pick<TargetRow, 'choices'>): readonly (string | boolean)[] | string {
  return isList(choices) ? choices : choices.description;
}

/** A value other than the default. */
export function exampleOf({ choices, default: assumed }: TargetRow): SettingValue {
  const others = isList(choices) ? choices.filter((choice) => choice !== assumed) : choices.examples;
  return others[0] ?? assumed;
}

/** The names of the fields that the smallest request leaves out and the full one has. */
export function leftOutOf({ minimal, full }: Named): string[] {
  const [least, all] = [minimal, full].map(fieldNames);
  return [...(all ?? [])].filter((name) => !least?.has(name));
}

function fieldNames(value: unknown): Set<string> {
  return new Set(
    [...partsIn(value)].flatMap((part) => (isObject(part.value) ? Object.keys(part.value) : [])),
  );
}

/** A row whose list has only these words. */
export function listing(row: TestDataRow, words: readonly string[]): TestDataRow {
  if (isList(row.choices)) return row;
  return { ...row, choices: { ...row.choices, items: { type: 'string', enum: [...new Set(words)] } } };
}

const settingOf = ({ setting }: SettingRow) => setting;
const keyOf = ({ key }: TestDataRow) => key;

/** The module of the test data: its defaults and where each key is sent. */
export function testDataModule(rows: readonly TestDataRow[]): string {
  const asked = rows.map((row) => ({ ...row, choices: choicesOf(row), example: exampleOf(row) }));
  return `// ${madeFrom('contracts/test-data.yaml')}
import type { TestData } from './target-types.ts';
export type { TestData };

export const defaultTestData: TestData = ${defaultsOf(rows, keyOf)};

/** Each key with its meaning, what it may be, and the places of requests that it fills. */
export const testDataRows: readonly {
  readonly key: keyof TestData;
  readonly meaning: string;
  readonly default: unknown;
  readonly choices: string;
  readonly example: unknown;
  readonly personal?: true;
  readonly fills?: readonly string[];
}[] = ${JSON.stringify(asked, null, 2)};
`;
}

/** The module of defaults: of a target, and of what judges and sandbox read of it. */
export function settingsModule(rows: readonly SettingRow[]): string {
  const parts = (['judge', 'sandbox'] as const).map((user) => {
    const own = rows.filter(({ usedBy }) => usedBy.includes(user));
    const type = `${user === 'judge' ? 'Judge' : 'Sandbox'}Setting`;
    const names = own.map(({ setting }) => `  | '${setting}'`).join('\n');
    return `
export type ${type} =\n${names};

export const ${user}Defaults: Pick<TargetSettings, ${type}> = ${defaultsOf(own, settingOf)};
`;
  });
  return `// ${madeFrom('contracts/not-shown.yaml')}
import type { TargetSettings } from './target-types.ts';
export type { TargetSettings };

export const defaultTargetSettings: TargetSettings = ${defaultsOf(rows, settingOf)};

/** The settings as a target file may write them. What is left out has its default. */
export type WrittenSettings = Partial<TargetSettings>;
${parts.join('')}`;
}

/** The schema of target files with the settings and the test data in their places. */
export function targetSchema(byHand: Schema, rows: readonly SettingRow[], data: readonly TestDataRow[]) {
  const settings = objectSchema(
    'What the target does where the documentation shows nothing. What is left out has its default.',
    rows.map((row) => [row.setting, { description: row.meaning, ...schemaOf(row) }]),
  );
  const testData = objectSchema(
    'What requests to the target hold. What is left out has its default.',
    data.map((row) => [row.key, { ...schemaOf(row), description: row.meaning }]),
  );
  const { $comment: _, ...schema } = byHand;
  const sources = `contracts/not-shown.yaml, contracts/test-data.yaml and ${TARGET_SCHEMA}`;
  return { $comment: madeFrom(sources), ...schema, properties: { ...schema.properties, settings, testData } };
}

/** The types of the settings and of the test data, in which nothing is left out. */
export function targetTypes({ properties: { settings = {}, testData = {} } = {} }: Schema): Promise<string> {
  const whole = (schema: Schema) => ({ ...schema, required: Object.keys(schema.properties ?? {}) });
  const schemas = { TargetSettings: whole(settings), TestData: whole(testData) };
  return typesOf(schemas, 'contracts/not-shown.yaml and contracts/test-data.yaml');
}

/** The type of a target file, without its settings and test data. */
export function targetFileTypes(byHand: Schema & { readonly $defs?: object }): Promise<string> {
  const { $defs, $schema: _, $comment: __, ...TargetFile } = byHand;
  const schemas = JSON.stringify({ TargetFile, ...$defs });
  return typesOf(JSON.parse(schemas.replaceAll('#/$defs/', '#/components/schemas/')), TARGET_SCHEMA);
}

function typesOf(schemas: Readonly<Record<string, Schema>>, sources: string): Promise<string> {
  const document = { openapi: '3.1.0', info: { title: '', version: '' }, paths: {}, components: { schemas } };
  return typesModule(document, sources, { immutable: true });
}

function objectSchema(description: string, properties: (readonly [name: string, schema: Schema])[]): Schema {
  const schema = { type: 'object', additionalProperties: false, description };
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** The example of a target file with all settings and test data in their places, each key with its default. */
export function withDefaults(
  example: string,
  rows: readonly SettingRow[],
  data: readonly TestDataRow[],
): string {
  const lines = (own: readonly SettingRow[]) => own.map((row) => exampleLines(row.setting, row)).join('');
  const settings = `settings:
  # Verdicts depend on these settings:

${lines(rows.filter(({ affects }) => affects.length > 0))}
  # No verdict depends on these settings; a sandbox that is started with this file behaves so:

${lines(rows.filter(({ affects }) => affects.length === 0))}`;
  const testData = `testData:\n${data.map((row) => exampleLines(row.key, row)).join('')}`;
  const sources = 'src/cli/provider/remote.yaml, contracts/not-shown.yaml and contracts/test-data.yaml';
  const filled = example.replace('settings: {}\n', () => settings).replace('testData: {}\n', () => testData);
  return `# ${madeFrom(sources)}\n${filled}`;
}

/** A list of objects has an item a line. */
function exampleLines(name: string, row: TargetRow): string {
  const { meaning, choices, default: assumed } = row;
  const others = isList(choices) ? choices.filter((choice) => choice !== assumed) : [exampleOf(row)];
  const beside = `${isList(choices) ? 'or' : 'such as'} ${others.map(settingText).join(', ')}`;
  const hasObjects = Array.isArray(assumed) && typeof assumed[0] === 'object' && !Array.isArray(assumed[0]);
  const value = hasObjects
    ? assumed.map((item) => `\n    - ${settingText(item)}`).join('')
    : ` ${settingText(assumed)} # ${beside}`;
  return `${wrap(meaning, 116, '  # ', '  # ')}\n  ${name}:${value}\n`;
}

function isList(choices: TargetRow['choices']): choices is readonly (string | boolean)[] {
  return Array.isArray(choices);
}

function schemaOf({ choices }: TargetRow): Schema {
  if (isList(choices)) return typeof choices[0] === 'boolean' ? { type: 'boolean' } : { enum: choices };
  const { description: _, ...schema } = choices;
  return schema;
}

function defaultsOf<Row extends TargetRow>(rows: readonly Row[], nameOf: (row: Row) => string): string {
  return JSON.stringify(Object.fromEntries(rows.map((row) => [nameOf(row), row.default])), null, 2);
}
