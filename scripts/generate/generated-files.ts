/** Makes everything that is generated from the hand-written sources, writes it, and says what is stale on disk. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { flowOperations } from '../../contracts/src/base/flows.ts';
import { helpText } from '../../src/cli/options.ts';
import { verbGroups } from '../../src/cli/verbs.ts';
import { textFile } from '../../src/report/printed-texts.ts';
import {
  constantsModule,
  jsonText,
  type MadeFiles,
  madeFrom,
  PROJECT,
  readYaml,
  staleAmong,
  writeMade,
} from '../project.ts';
import { type Overlay, withOverlay } from './apply-overlay.ts';
import { asyncApi } from './make-asyncapi.ts';
import * as events from './make-events.ts';
import { clauses, openFacts, settingRows } from './make-ledgers.ts';
import { migrationTable } from './make-migration.ts';
import { type Examples, examplesOf, operationsModule } from './make-operations.ts';
import { derivedSchemas, publishedSchemas, type Schemas, typesModule } from './make-schemas.ts';
import * as settingFiles from './make-settings.ts';
import { validatorFiles } from './make-validators.ts';
import { bundled, mapped, operationsOf } from './openapi-documents.ts';
import { readChecked } from './read-checked.ts';
import { faultsModule, variantsModule } from './read-faults.ts';

/** The folders that belong to the generator alone: what is published, what only the sandbox reads, and its faults. */
const GENERATED = 'contracts/generated';
const SANDBOX_GENERATED = 'src/sandbox/generated';
const FAULTS_GENERATED = 'src/faults/generated';
const FOLDERS = [GENERATED, SANDBOX_GENERATED, FAULTS_GENERATED];

/** The generated files in steps: what each step makes needs what is before it to be on disk. */
async function* steps(): AsyncGenerator<MadeFiles> {
  yield mapped(events.schemaBlocks(), inBlocks);
  const messages = await events.exampleMessages(await bundled('access', 'replaced'));
  const values = mapped(messages, (examples) => mapped(examples, ({ value }) => value));
  yield mapped(events.exampleBlocks(messages), inBlocks);
  const [access, webForm] = [await bundled('access', 'replaced'), await bundled('web-form', 'replaced')];
  const operations = [access, webForm].flatMap(operationsOf);
  const schemas = derivedSchemas([access, webForm]);
  const migration = migrationTable((operationId) => schemas[`${operationId}.request`]);
  yield {
    ...below(GENERATED, {
      ...(await documentFiles()),
      'asyncapi.json': jsonText(asyncApi(await bundled('access'), messages)),
      'operations.ts': operationsModule({ access, 'web-form': webForm }, Object.keys(messages)),
      'examples.json': made('openapi/', examplesOf(operations)),
      'event-layouts.ts': events.eventLayoutsModule(access),
      'event-judges.ts': events.eventsModule('eventJudges', '../src/judge/events'),
      'event-types.ts': events.eventTypesModule(),
      'params-of-type.ts': events.paramsOfTypeModule(access),
      'example-messages.json': made('openapi/', { messages: values }),
      'migration.json': made('contracts/migration/', migration),
      ...ledgerFiles(),
      ...below('schemas', schemaFiles(publishedSchemas([access, webForm]))),
    }),
    ...below(FAULTS_GENERATED, {
      'fault-rows.ts': faultsModule({ schemas, migration }),
      'variant-rows.ts': variantsModule(),
    }),
    ...validatorFiles(schemas),
    ...(await targetFiles(examplesOf(operations).requests)),
    ...(await sandboxFiles()),
  };
  // The published code that makes them reads generated schemas, as the verbs do.
  const { fixtureFiles } = await import('./make-fixtures.ts');
  yield below(GENERATED, await fixtureFiles(operations));
  yield { 'docs/verbs.md': await verbsPage() };
}

/** What `--help` says of each verb, in the groups of the program, as npx calls them. */
async function verbsPage(): Promise<string> {
  const inText = (help: string) => `\`\`\`text\n${help.trim()}\n\`\`\`\n`;
  const parts = [
    `<!-- ${madeFrom('src/cli/')} -->`,
    '# Every verb\n',
    'In a clone, `npm run -s VERB -- …` calls a verb.\n',
    inText(helpText('program', false)),
  ];
  for (const [group, verbs] of Object.entries(verbGroups)) {
    parts.push(`## ${group}\n`);
    for (const [verb, load] of Object.entries(verbs)) {
      const options = (await load()).configureHelp({ helpWidth: 80 }).helpInformation();
      parts.push(`### ${verb}\n`, inText(options + helpText(verb, false)));
    }
  }
  return parts.join('\n');
}

/** The documents as they are published, and their types. */
async function documentFiles(): Promise<MadeFiles> {
  const [access, webForm] = [await bundled('access'), await bundled('web-form')];
  const flows = { 'x-generated': madeFrom('openapi/'), ...(readYaml('openapi/flows.arazzo.yaml') as object) };
  const overlay = readYaml('openapi/statuses.overlay.yaml') as Overlay;
  return {
    'access.json': jsonText(access),
    'web-form.json': jsonText(webForm),
    'control.json': jsonText(await bundled('control')),
    'access.statuses.json': jsonText(withOverlay(access, overlay)),
    'web-form.statuses.json': jsonText(withOverlay(webForm, overlay)),
    'statuses.overlay.json': jsonText({ 'x-generated': madeFrom('openapi/'), ...overlay }),
    'access.ts': await typesModule(access),
    'web-form.ts': await typesModule(webForm),
    // The flows name the documents beside them.
    'flows.arazzo.json': jsonText(flows).replaceAll('.yaml"', '.json"'),
  };
}

function ledgerFiles(): MadeFiles {
  const rows = clauses();
  const ids = rows.map(({ id }) => `  | '${id}'`).join('\n');
  return {
    'clauses.json': made('contracts/clauses/', { clauses: rows }),
    'clause-id.ts': `// ${madeFrom('contracts/clauses/')}\nexport type ClauseId =\n${ids};\n`,
    'not-shown.json': made('contracts/not-shown.yaml', { facts: openFacts() }),
  };
}

/** What target files may say. */
async function targetFiles(requests: Examples['requests']): Promise<MadeFiles> {
  const settings = settingRows();
  const rows = readChecked<settingFiles.TestDataRow[]>('contracts/test-data.yaml', 'test-data');
  const leftOut = flowOperations.flatMap((id) => settingFiles.leftOutOf(requests[id] ?? {}));
  const testData = rows.map((row) => (row.key === 'requires' ? settingFiles.listing(row, leftOut) : row));
  const byHand = JSON.parse(source(settingFiles.TARGET_SCHEMA));
  const targetFile = settingFiles.targetSchema(byHand, settings, testData);
  return {
    ...below(GENERATED, {
      'target-types.ts': await settingFiles.targetTypes(targetFile),
      'target-file.ts': await settingFiles.targetFileTypes(byHand),
      'settings.ts': settingFiles.settingsModule(settings),
      'test-data.ts': settingFiles.testDataModule(testData),
      'target-file.schema.json': jsonText(targetFile),
    }),
    'docs/remote.example.yaml': settingFiles.withDefaults(
      textFile('cli/provider/remote.yaml', false),
      settings,
      testData,
    ),
  };
}

/** What only the sandbox reads. */
async function sandboxFiles(): Promise<MadeFiles> {
  const document = await bundled('control', 'replaced');
  const calls = operationsOf(document).map(({ id, method, path, summary }) => [
    id,
    { method, path, does: summary },
  ]);
  const bodies = Object.entries(derivedSchemas([document])).flatMap(([name, schema]) =>
    name.endsWith('.request') ? [[name.replace('.request', ''), schema]] : [],
  );
  return below(SANDBOX_GENERATED, {
    'control-types.ts': await typesModule(await bundled('control')),
    'trigger-events.ts': events.eventsModule('triggerEvents', '../events'),
    'control-operations.ts': constantsModule('openapi/', { controlOperations: Object.fromEntries(calls) }),
    'control-bodies.json': made('openapi/', { bodies: Object.fromEntries(bodies) }),
  });
}

/** A file of each schema. */
function schemaFiles(schemas: Schemas): MadeFiles {
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      `${name}.json`,
      jsonText({ $comment: madeFrom('openapi/'), $schema, ...schema }),
    ]),
  );
}

/** A document that is written by hand but for these blocks. */
function inBlocks(blocks: events.Blocks[string], path: string): string {
  return events.withBlocks(source(path), blocks);
}

function below(folder: string, files: MadeFiles): MadeFiles {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}

function source(path: string): string {
  return readFileSync(join(PROJECT, path), 'utf8');
}

function made(sources: string, value: object): string {
  return jsonText({ generated: madeFrom(sources), ...value });
}

/** Paths that are missing, differ, or should not be there; empty when everything is fresh. */
export async function staleFiles(): Promise<string[]> {
  return staleAmong(Object.assign({}, ...(await Array.fromAsync(steps()))), FOLDERS);
}

/** Writes all generated files and removes those that are no longer made; returns how many there are. */
export async function writeFiles(): Promise<number> {
  const all: Record<string, string> = {};
  for await (const files of steps()) {
    writeMade(files);
    Object.assign(all, files);
  }
  writeMade(all, FOLDERS);
  return Object.keys(all).length;
}
