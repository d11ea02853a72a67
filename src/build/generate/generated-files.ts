/** Makes everything that is generated from the hand-written sources, writes it, and says what is stale on disk. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constantsModule, jsonText, madeFrom, PROJECT, readYaml, staleAmong, writeMade } from '../project.ts';
import { asyncApi } from './make-asyncapi.ts';
import * as events from './make-events.ts';
import { clauses, openFacts, settingRows } from './make-ledgers.ts';
import { migrationTable } from './make-migration.ts';
import * as tables from './make-operations.ts';
import { derivedSchemas, typesModule } from './make-schemas.ts';
import * as settingFiles from './make-settings.ts';
import { validatorFiles } from './make-validators.ts';
import { bundled, operationsOf, valuesOf } from './openapi-documents.ts';
import { readChecked } from './read-checked.ts';
import { faults, variants } from './read-faults.ts';

/** The folders that belong to the generator alone: what is published, and what only the sandbox reads. */
const GENERATED = 'contracts/generated';
const SANDBOX_GENERATED = 'src/sandbox/generated';
const FOLDERS = [GENERATED, SANDBOX_GENERATED];

/** What verbs write that `report` reads. */
const READ_OUTPUTS = ['run', 'verify', 'check', 'check-totals', 'compare', 'assess'];
/** What target files hold beside settings. */
const TARGET_SCHEMA = 'src/runner/target.schema.json';
/** A target file whose settings and test data are filled in. */
const TARGET = 'suites/targets/remote.yaml';
const EXAMPLE_TARGET = 'suites/generated/remote.example.yaml';

type Texts = Record<string, string>;

/** The documents, what is derived from them, and the ledgers. */
async function contractFiles(messages: events.ExampleMessages): Promise<Texts> {
  const documents = { access: await bundled('access'), 'web-form': await bundled('web-form') };
  const all = Object.values(documents);
  const schemas = derivedSchemas(all);
  const migration = migrationTable((operationId) => schemas[`${operationId}.request`]);
  const rows = clauses();
  const operations = all.flatMap(operationsOf);
  const triggerEvents = Object.keys(messages);
  const names = [...operations.map(({ id }) => id), ...triggerEvents];
  const values = Object.entries(messages).map(([event, examples]) => [event, valuesOf(examples)]);
  const ids = rows.map(({ id }) => `  | '${id}'`).join('\n');
  const validators = Object.entries(schemas).map(([name, schema]) => {
    return { name, file: `../../schemas/${name}.json`, schema };
  });
  const ofSchemas = Object.entries(schemas).map(([name, schema]) => {
    const $schema = 'https://json-schema.org/draft/2020-12/schema';
    return [`schemas/${name}.json`, jsonText({ $comment: madeFrom('openapi/'), $schema, ...schema })];
  });
  return {
    'access.json': jsonText(documents.access),
    'web-form.json': jsonText(documents['web-form']),
    'asyncapi.json': jsonText(asyncApi(documents.access, messages)),
    'flows.arazzo.json': jsonText(publishedFlows()),
    'access.ts': await typesModule(documents.access),
    'web-form.ts': await typesModule(documents['web-form']),
    'operations.ts': tables.operationsModule(documents, schemas, triggerEvents),
    'event-layouts.ts': events.eventLayoutsModule(schemas),
    'event-judges.ts': events.eventsModule('eventJudges', '../src/judge/events'),
    'event-types.ts': events.eventTypesModule(),
    'params-of-type.ts': events.paramsOfTypeModule(schemas),
    'examples.json': made('openapi/', tables.examplesOf(operations)),
    'example-messages.json': made('openapi/', { messages: Object.fromEntries(values) }),
    'clauses.json': made('contracts/clauses/', { clauses: rows }),
    'clause-id.ts': `// ${madeFrom('contracts/clauses/')}\nexport type ClauseId =\n${ids};\n`,
    'not-shown.json': made('contracts/not-shown.yaml', { facts: openFacts() }),
    'faults.json': made('contracts/faults/, openapi/ and contracts/migration/', {
      faults: faults(names, { schemas, migration }),
    }),
    'variants.json': made('contracts/variants.yaml', { variants: variants(names) }),
    'migration.json': made('contracts/migration/', migration),
    ...Object.fromEntries(ofSchemas),
    ...below('validators', validatorFiles('open', validators, { sources: 'openapi/', base: BASE })),
  };
}

/** From the folder of a validator. */
const BASE = '../../../src/base';

/** The flows, which name the OpenAPI documents beside them. */
function publishedFlows(): object {
  const flows = readYaml('openapi/flows.arazzo.yaml') as { sourceDescriptions: readonly { url: string }[] };
  const sourceDescriptions = flows.sourceDescriptions.map((source) => ({
    ...source,
    url: source.url.replace('.yaml', '.json'),
  }));
  return { 'x-generated': madeFrom('openapi/'), ...flows, sourceDescriptions };
}

/** What target files may say, and the validators of them and of what verbs write. */
function targetFiles(): { published: Texts; example: string } {
  const settings = settingRows();
  const testData = readChecked<settingFiles.TestDataRow[]>('contracts/test-data.yaml', 'test-data');
  const targetFile = settingFiles.targetSchema(JSON.parse(source(TARGET_SCHEMA)), settings, testData);
  const read = READ_OUTPUTS.map((name) => {
    const file = `outputs/${name}.output.json`;
    return { name, file: `../../../${file}`, schema: JSON.parse(source(`contracts/${file}`)) };
  });
  read.push({ name: 'target-file', file: '../../target-file.schema.json', schema: targetFile });
  const sources = `contracts/outputs/ and ${TARGET_SCHEMA}`;
  const published = {
    'settings.ts': settingFiles.settingsModule(settings),
    'test-data.ts': settingFiles.testDataModule(testData),
    'target-file.schema.json': jsonText(targetFile),
    ...below('validators', validatorFiles('files', read, { sources, base: BASE })),
  };
  return { published, example: settingFiles.withDefaults(source(TARGET), settings, testData) };
}

/** Bodies of the control plane are closed: it is ours, and a misspelt field of a world is a mistake. */
async function sandboxFiles(): Promise<Texts> {
  const document = await bundled('control');
  const bodies = Object.entries(derivedSchemas([document])).flatMap(([request, schema]) => {
    const [, name] = /^(.*)\.request$/.exec(request) ?? [];
    return name === undefined ? [] : { name, file: `../${name}.json`, schema };
  });
  const calls = operationsOf(document).map(({ id, method, path }) => [id, { method, path }]);
  const files = bodies.map(({ name, schema }) => [
    `${name}.json`,
    jsonText({ $comment: madeFrom('openapi/'), ...schema }),
  ]);
  const base = '../../../../contracts/src/base';
  return {
    'control-types.ts': await typesModule(document),
    'trigger-events.ts': events.eventsModule('triggerEvents', '../events'),
    'control-operations.ts': constantsModule('openapi/', { controlOperations: Object.fromEntries(calls) }),
    ...validatorFiles('control-bodies', bodies, { sources: 'openapi/', base, isClosed: true }),
    ...Object.fromEntries(files),
  };
}

/** Documents that are written by hand but for these blocks. */
function inBlocks(blocks: events.Blocks): Texts {
  const texts = Object.entries(blocks).map(([path, own]) => [path, events.withBlocks(source(path), own)]);
  return Object.fromEntries(texts);
}

function below(folder: string, files: Texts): Texts {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}

function source(path: string): string {
  return readFileSync(join(PROJECT, path), 'utf8');
}

function made(sources: string, value: object): string {
  return jsonText({ generated: madeFrom(sources), ...value });
}

/**
 * The generated files by their paths, step by step: what each makes needs what is before it to be on disk, which `written` is
 * called for.
 */
async function generated(written: (files: Texts) => void = () => {}): Promise<Map<string, string>> {
  const schemas = inBlocks(events.schemaBlocks());
  written(schemas);
  const messages = await events.exampleMessages();
  const examples = inBlocks(events.exampleBlocks(messages));
  written(examples);
  const { published, example } = targetFiles();
  const files = {
    ...below(GENERATED, { ...(await contractFiles(messages)), ...published }),
    ...below(SANDBOX_GENERATED, await sandboxFiles()),
    [EXAMPLE_TARGET]: example,
  };
  written(files);
  // The published code that makes them reads generated schemas.
  const { fixtureFiles } = await import('./make-fixtures.ts');
  return new Map(
    Object.entries({ ...schemas, ...examples, ...files, ...below(GENERATED, await fixtureFiles()) }),
  );
}

/** Paths that are missing, differ, or should not be there; empty when everything is fresh. */
export async function staleFiles(): Promise<string[]> {
  return staleAmong(await generated(), FOLDERS);
}

/** Writes all generated files and removes those that are no longer made; returns how many there are. */
export async function writeFiles(): Promise<number> {
  const files = await generated((made) => writeMade(new Map(Object.entries(made))));
  writeMade(files, FOLDERS);
  return files.size;
}
