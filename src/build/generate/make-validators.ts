/** Compiles every derived schema into a standalone ES module that needs neither ajv nor eval. */
import { _, Ajv } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { formats } from '../../../contracts/src/base/german-time.ts';
import { madeFrom } from '../project.ts';
import { closed, type Schemas } from './make-schemas.ts';
import { mapSubschemas, type Schema } from './openapi-documents.ts';

const FORMATS = 'formats';
/** The file of each format: German times have their own, since they need time zones. */
const CONTRACT = '../../src/base';
const FORMAT_FILES: Record<keyof typeof formats, string> = {
  date: 'formats',
  'envelope-time': 'formats',
  'german-time': 'german-time',
  regex: 'formats',
  uri: 'formats',
  uuid: 'formats',
  'web-form-time': 'formats',
};
const ANNOTATIONS = ['x-clauses', 'x-not-shown', 'x-open', 'x-personal', 'x-encrypted'];
const HEADER = `// ${madeFrom('openapi/')}\n`;

/** Files by name: a module per schema, an index of the open ones and one of the closed ones. */
export function validatorFiles(schemas: Schemas): Record<string, string> {
  const files: Record<string, string> = {};
  const sent = Object.keys(schemas).filter((name) => /\.(request|message|details)$/.test(name));
  for (const [name, written] of Object.entries(schemas)) {
    const schema = withoutOpenKeywords(written);
    const text = HEADER + withSchema(compiled(schema), schema);
    const same = Object.keys(files).find((file) => files[file] === text);
    files[`${name}.js`] = same === undefined ? text : `${HEADER}export * from './${same}';\n`;
  }
  for (const name of sent) files[`${name}.closed.js`] = `${HEADER}${compiled(closed(schemas[name] ?? {}))}`;
  const open = Object.keys(schemas).map((name) => [name, `./${name}.js`] as const);
  const strict = sent.map((name) => [name, `./${name}.closed.js`] as const);
  return {
    ...files,
    ...validatorIndex('open', open, 'Compiled', HEADER),
    ...validatorIndex('closed', strict, 'Validate', HEADER),
  };
}

/** The code of a schema with the schema that a finding reads, which the code may hold itself. */
function withSchema(code: string, schema: Schema): string {
  const text = JSON.stringify(lean(schema));
  const [name] = code.match(/(?<=^const )schema\d+(?= = )/m) ?? [];
  return code.includes(`const ${name} = ${text};`)
    ? `${code}export { ${name} as schema };\n`
    : `${code}export const schema = ${text};\n`;
}

/** A module with validators by name, each from its own file, and its types. `base` is where their type is. */
export function validatorIndex(
  index: string,
  validators: readonly (readonly [name: string, file: string])[],
  type: 'Compiled' | 'Validate',
  header: string,
  base = CONTRACT,
): Record<string, string> {
  const imports = validators.map(([name, file]) => {
    const variable = name.replace(/\W/g, '_');
    return `import ${type === 'Compiled' ? `* as ${variable}` : `{ validate as ${variable} }`} from '${file}';\n`;
  });
  const rows = validators.map(([name]) => `  '${name}': ${name.replace(/\W/g, '_')},\n`);
  const types = validators.map(([name]) => `  '${name}': ${type};\n`);
  return {
    [`${index}.js`]: `${header}${imports.join('')}export default {\n${rows.join('')}};\n`,
    [`${index}.d.ts`]: `${header}import type { ${type} } from '${base}/compiled-schema.ts';\ndeclare const validators: {\n${types.join('')}};\nexport default validators;\n`,
  };
}

/** The validator of one closed schema, for what is not published. */
export function closedValidator(schema: Schema): string {
  return HEADER + compiled(closed(schema));
}

/** `isInner`: of a file of ours, whose code is rather short than fast. The words of errors are ours: schema-problem.ts. */
function compiled(schema: Schema, isInner = false): string {
  // Our schemas mean the same in draft-07, whose code is shorter.
  const ajv = new Ajv({
    allErrors: true,
    messages: false,
    ...(isInner && { loopRequired: 1, inlineRefs: false }),
    allowUnionTypes: true,
    strictRequired: false,
    strictTypes: false,
    formats: { ...formats, password: true },
    code: { source: true, esm: true, formats: _`require(${FORMATS}).formats` },
  });
  ajv.addVocabulary(ANNOTATIONS);
  const code = standaloneCode.default(ajv, ajv.compile(withoutImpliedPatterns(lean(schema))));
  return asModule(code);
}

/** Ajv's standalone code requires the formats even as ESM; it may require nothing else. */
function asModule(code: string): string {
  const imports = new Set<string>();
  const body = code
    .replace(/require\("formats"\)\.formats(?:\.(\w+)|\["([\w-]+)"\])/g, (_match, plain, quoted) => {
      const format = (plain ?? quoted) as keyof typeof formats;
      const { name } = formats[format];
      imports.add(`import { ${name} } from '${CONTRACT}/${FORMAT_FILES[format]}.ts';\n`);
      return name;
    })
    .replace('"use strict";', '')
    .replace(/export const validate = (\w+);export default \w+;/, 'export { $1 as validate };\n');
  if (body.includes('require('))
    throw new Error('a validator requires a run-time module; write its schema without');
  return [...imports].sort().join('') + body;
}

/** `x-open` names the keywords that only what we send has to keep, since the documentation does not show them. */
function withoutOpenKeywords(schema: Schema): Schema {
  const { 'x-open': open = [], ...copy } = mapSubschemas(schema, withoutOpenKeywords);
  for (const keyword of open as string[]) delete copy[keyword];
  return copy;
}

/** Our formats include their patterns, and one violation is one error. */
function withoutImpliedPatterns(schema: Schema): Schema {
  const copy = mapSubschemas(schema, withoutImpliedPatterns);
  if (typeof copy['format'] === 'string' && copy['format'] in formats) delete copy['pattern'];
  return copy;
}

/** The parts of a schema that a finding needs: its structure, its clauses and its sensitive places. */
function lean(schema: Schema): Schema {
  const { description: _d, title: _t, examples: _e, default: _v, ...copy } = mapSubschemas(schema, lean);
  return copy;
}

/** The compiled schema of target files: files by name. */
export function targetValidator(schema: Schema): Record<string, string> {
  // Its keywords mean the same in draft-07.
  const { $schema: _, ...plain } = schema;
  const header = `// ${madeFrom('contracts/not-shown.yaml and src/runner/target.schema.json')}\n`;
  return {
    'validators/target-file.js': header + compiled(lean(plain), true),
    'validators/target-file.d.ts': `${header}import type { Validate } from '../../src/base/compiled-schema.ts';
export declare const validate: Validate;
`,
  };
}

/** The compiled schemas of what verbs print, by the names of their verbs: files by name. */
export function outputValidators(outputs: Readonly<Record<string, Schema>>): Record<string, string> {
  const header = `// ${madeFrom('contracts/outputs/')}\n`;
  const files = Object.entries(outputs).map(([name, { $schema: _, ...plain }]) => [
    `validators/${name}.output.js`,
    header + compiled(lean(plain), true),
  ]);
  const index = Object.keys(outputs).map((name) => [name, `./${name}.output.js`] as const);
  const indexFiles = Object.entries(validatorIndex('outputs', index, 'Validate', header));
  return Object.fromEntries([...files, ...indexFiles.map(([name, text]) => [`validators/${name}`, text])]);
}
