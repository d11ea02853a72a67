/** Makes everything that is generated from the hand-written sources, writes it, and says what is stale on disk. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  constantsModule,
  jsonText,
  madeFrom,
  PROJECT,
  readYaml,
  removeOthers,
  staleAmong,
  writeMade,
} from '../project.ts';
import { asyncApi } from './make-asyncapi.ts';
import { exampleMessages, withExamples } from './make-examples.ts';
import { clauses, openFacts, settingRows } from './make-ledgers.ts';
import { migrationTable } from './make-migration.ts';
import {
  eventLayoutsModule,
  examplesOf,
  namesOf,
  operationsModule,
  paramsOfTypeModule,
  valuesOf,
} from './make-operations.ts';
import { derivedSchemas, typesModule } from './make-schemas.ts';
import * as settingFiles from './make-settings.ts';
import { validatorFiles } from './make-validators.ts';
import { bundled, callsOf, type Document, messagesOf } from './openapi-documents.ts';
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
/** Written by hand but for its blocks of settings and test data. */
const EXAMPLE_TARGET = 'suites/targets/remote.example.yaml';

/** Written by hand but for its example messages; what is generated of it needs these. */
async function accessDocument(): Promise<Map<string, string>> {
  const path = 'openapi/access.yaml';
  return new Map([[path, withExamples(source(path), await exampleMessages())]]);
}

/** All files but the access document and the fixtures, by path. */
async function generatedFiles(): Promise<Map<string, string>> {
  const documents = { access: await bundled('access'), 'web-form': await bundled('web-form') };
  const schemas = derivedSchemas(Object.values(documents));
  const migration = migrationTable((operationId) => schemas[`${operationId}.request`]);
  const rows = clauses();
  const names = namesOf(Object.values(documents));
  const messages = await exampleMessages();
  const values = Object.entries(messages).map(([event, examples]) => [event, valuesOf(examples)]);
  const details = messagesOf(documents.access).map(([event, { 'x-details': schema }]) => [
    event,
    schema?.$ref.replace(/.*\//, ''),
  ]);
  const files: Record<string, string> = {
    'access.json': jsonText(documents.access),
    'web-form.json': jsonText(documents['web-form']),
    'asyncapi.json': jsonText(asyncApi(documents.access, messages)),
    'flows.arazzo.json': jsonText(publishedFlows()),
    'access.ts': await typesModule(documents.access),
    'web-form.ts': await typesModule(documents['web-form']),
    'operations.ts': operationsModule(documents, schemas),
    'event-layouts.ts': eventLayoutsModule(schemas, Object.fromEntries(details)),
    'params-of-type.ts': paramsOfTypeModule(schemas),
    'examples.json': made('openapi/', examplesOf(Object.values(documents))),
    'example-messages.json': made('openapi/', { messages: Object.fromEntries(values) }),
    'clauses.json': made('contracts/clauses/', { clauses: rows }),
    'clause-id.ts': `// ${madeFrom('contracts/clauses/')}\nexport type ClauseId =\n${rows.map(({ id }) => `  | '${id}'`).join('\n')};\n`,
    'not-shown.json': made('contracts/not-shown.yaml', { facts: openFacts() }),
    'faults.json': made('contracts/faults/, openapi/ and contracts/migration/', {
      faults: faults(names, { schemas, migration }).map(({ id, ...row }) =>
        'group' in row ? row : { id, ...row },
      ),
    }),
    'variants.json': made('contracts/variants.yaml', { variants: variants(names) }),
    'migration.json': made('contracts/migration/', migration),
  };
  for (const [name, schema] of Object.entries(schemas)) {
    const $schema = 'https://json-schema.org/draft/2020-12/schema';
    files[`schemas/${name}.json`] = jsonText({ $comment: madeFrom('openapi/'), $schema, ...schema });
  }
  const settings = settingRows();
  const testData = readChecked<settingFiles.TestDataRow[]>('contracts/test-data.yaml', 'test-data');
  const targetFile = settingFiles.targetSchema(JSON.parse(source(TARGET_SCHEMA)), settings, testData);
  const validators = Object.entries(schemas).map(([name, schema]) => {
    return { name, file: `../../schemas/${name}.json`, schema };
  });
  const read = READ_OUTPUTS.map((name) => {
    const file = `outputs/${name}.output.json`;
    return { name, file: `../../../${file}`, schema: JSON.parse(source(`contracts/${file}`)) };
  });
  read.push({ name: 'target-file', file: '../../target-file.schema.json', schema: targetFile });
  files['settings.ts'] = settingFiles.settingsModule(settings);
  files['test-data.ts'] = settingFiles.testDataModule(testData);
  files['target-file.schema.json'] = jsonText(targetFile);
  const base = '../../../src/base';
  const modules = {
    ...validatorFiles('open', validators, { sources: 'openapi/', base }),
    ...validatorFiles('files', read, { sources: `contracts/outputs/ and ${TARGET_SCHEMA}`, base }),
  };
  for (const [name, text] of Object.entries(modules)) files[`validators/${name}`] = text;
  return new Map([
    ...placed(GENERATED, files),
    ...placed(SANDBOX_GENERATED, await sandboxFiles(await bundled('control'))),
    [EXAMPLE_TARGET, settingFiles.withDefaults(source(EXAMPLE_TARGET), settings, testData)],
  ]);
}

/** The flows, which name the OpenAPI documents beside them. */
function publishedFlows(): object {
  const flows = readYaml('openapi/flows.arazzo.yaml') as { sourceDescriptions: readonly { url: string }[] };
  const sourceDescriptions = flows.sourceDescriptions.map((source) => ({
    ...source,
    url: source.url.replace('.yaml', '.json'),
  }));
  return { 'x-generated': madeFrom('openapi/'), ...flows, sourceDescriptions };
}

/** The fixtures, by path. The published code that makes them reads generated schemas, so it is loaded when these are written. */
async function generatedFixtures(): Promise<Map<string, string>> {
  const { fixtureFiles } = await import('./make-fixtures.ts');
  return new Map(placed(GENERATED, await fixtureFiles()));
}

function placed(folder: string, files: Record<string, string>): [string, string][] {
  return Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]);
}

function source(path: string): string {
  return readFileSync(join(PROJECT, path), 'utf8');
}

function made(sources: string, value: object): string {
  return jsonText({ generated: madeFrom(sources), ...value });
}

/** Paths that are missing, differ, or should not be there; empty when everything is fresh. */
export async function staleFiles(): Promise<string[]> {
  const files = [...(await accessDocument()), ...(await generatedFiles()), ...(await generatedFixtures())];
  return staleAmong(new Map(files), FOLDERS);
}

/** Writes all generated files and removes those that are no longer made; returns how many there are. */
export async function writeFiles(): Promise<number> {
  writeMade(await accessDocument());
  const documents = await generatedFiles();
  writeMade(documents);
  // The fixtures are made by code that reads what has just been written.
  const files = new Map([...documents, ...(await generatedFixtures())]);
  writeMade(files);
  removeOthers(files, FOLDERS);
  return files.size;
}

/** Bodies of the control plane are closed: it is ours, and a misspelt field of a world is a mistake. */
async function sandboxFiles(document: Document): Promise<Record<string, string>> {
  const bodies = Object.entries(derivedSchemas([document])).flatMap(([request, schema]) => {
    const [, name] = /^(.*)\.request$/.exec(request) ?? [];
    return name === undefined ? [] : { name, file: `../${name}.json`, schema };
  });
  const calls = callsOf(document).map(({ method, path, operation: { operationId } }) => [
    operationId,
    { method, path },
  ]);
  const files = bodies.map(({ name, schema }) => [
    `${name}.json`,
    jsonText({ $comment: madeFrom('openapi/'), ...schema }),
  ]);
  return {
    'control-types.ts': await typesModule(document),
    'control-operations.ts': constantsModule('openapi/', { controlOperations: Object.fromEntries(calls) }),
    ...validatorFiles('control-bodies', bodies, {
      sources: 'openapi/',
      base: '../../../../contracts/src/base',
      isClosed: true,
    }),
    ...Object.fromEntries(files),
  };
}
