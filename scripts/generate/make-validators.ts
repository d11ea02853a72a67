/** Makes the modules of the validators: the code that ajv writes of each JSON Schema, which needs no ajv when it runs. */
import { basename, dirname, relative } from 'node:path';
import { _, Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { germanFormats } from '../../contracts/src/base/german-time.ts';
import type { SchemaNode } from '../../contracts/src/base/schema.ts';
import { type MadeFiles, madeFrom } from '../project.ts';

interface Options {
  readonly sources: string;
  /** Refuses fields that are not described and keeps the keywords of `x-open`, as what we send ourselves does. */
  readonly isClosed?: boolean;
}

/** Schemas by the paths of their files from the root of the project. */
export type SchemaFiles = Readonly<Record<string, SchemaNode>>;

/** A module in the folder for the schema of each file, and beside the folder one with all of them by name, and its types. */
export function validatorFiles(folder: string, schemas: SchemaFiles, options: Options): MadeFiles {
  const header = `// ${madeFrom(options.sources)}\n`;
  const names = Object.keys(schemas).map(nameOf);
  const variable = (name: string) => name.replace(/\W/g, '_');
  const imports = names.map((name) => `import ${variable(name)} from './${basename(folder)}/${name}.js';\n`);
  const values = names.map((name) => `  '${name}': ${variable(name)},\n`);
  const types = names.map((name) => `  '${name}': Compiled;\n`);
  const modules = Object.entries(schemas).map(([path, schema]) => [
    `${folder}/${nameOf(path)}.js`,
    header + validatorModule(folder, path, schema, options.isClosed),
  ]);
  return {
    ...Object.fromEntries(modules),
    [`${folder}.js`]: `${header}${imports.join('')}export default {\n${values.join('')}};\n`,
    [`${folder}.d.ts`]: `${header}import type { Compiled } from '${relative(dirname(folder), BASE)}/schema.ts';
declare const validators: {\n${types.join('')}};\nexport default validators;\n`,
  };
}

const BASE = 'contracts/src/base';

/** `check` of `contracts/outputs/check.output.json`. */
function nameOf(path: string): string {
  return basename(path).replace(/(\.output|\.schema)?\.json$/, '');
}

const ANNOTATIONS = ['x-clauses', 'x-encrypted', 'x-not-shown', 'x-open', 'x-personal'];

/** Its errors are those of JSON Schema without words and values; `x-open` names the keywords that an open validator leaves out. */
export function newAjv(): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    messages: false,
    strictTypes: false,
    formats: { ...germanFormats, password: true },
    code: { source: true, esm: true, lines: true, formats: _`formats` },
  });
  return ajv.addVocabulary(ANNOTATIONS);
}

/** The schema as ajv checks it: our formats include their patterns, and one violation is one error. */
export function prepared<Part>(part: Part, isClosed = false): Part {
  if (Array.isArray(part)) return part.map((each) => prepared(each, isClosed)) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const { 'x-open': open = [], format = '', type, properties } = part as SchemaNode;
  const isChecked = (keyword: string) =>
    keyword !== '$schema' &&
    (isClosed || !open.includes(keyword)) &&
    !(keyword === 'pattern' && format in germanFormats);
  const checked = Object.entries(part).filter(([keyword]) => isChecked(keyword));
  return {
    ...Object.fromEntries(checked.map(([keyword, own]) => [keyword, prepared(own, isClosed)])),
    ...(isClosed && type === 'object' && properties && { additionalProperties: false }),
  } as Part;
}

const IS_OBJECT = /(\w+) && typeof \1 == "object" && !Array\.isArray\(\1\)/g;
/** A number that keeps its digits is an object to JavaScript (isObject in json-value.ts). */
const IS_JSON_OBJECT = '$& && !$1.isLosslessNumber';
/** What would load ajv where the validator runs, and a look at an object that knows no such number. */
const OTHERWISE =
  /require\(|typeof \w+ [!=]= "object"(?! && !Array\.isArray\(\w+\) && !\w+\.isLosslessNumber)/;

/** Throws for a keyword or format that ajv does not know, and for one whose code needs ajv. */
function validatorModule(folder: string, path: string, schema: SchemaNode, isClosed = false): string {
  const ajv = newAjv();
  const code = standalone
    .default(ajv, ajv.compile(prepared(schema, isClosed)))
    .replace('"use strict";\n', '')
    .replace(/^export const validate = (\w+);\nexport default \w+;\n/, 'const validate = $1;\n')
    // The schema is the file that is published.
    .replace(/^const (schema\d+) = \{.*\};$/m, 'const $1 = schema;')
    .replaceAll(IS_OBJECT, IS_JSON_OBJECT);
  const other = OTHERWISE.exec(code);
  if (other) throw new Error(`the validator of ${path} cannot be written: its code has ${other[0]}`);
  // German times need time zones, which no other schema loads.
  const formatsOf = code.includes('german')
    ? ['germanFormats as formats', 'german-time']
    : ['formats', 'formats'];
  return `import { ${formatsOf[0]} } from '${relative(folder, BASE)}/${formatsOf[1]}.ts';
import schema from '${relative(folder, path)}' with { type: 'json' };
${code}export default { validate, schema };
`;
}
