/** Makes the published validators: the code that ajv writes for each JSON Schema, which needs no ajv when it runs. */
import { _ } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { germanFormats } from '../../contracts/src/base/german-time.ts';
import { newAjv, prepared } from '../../src/base/compile-schema.ts';
import { type MadeFiles, madeFrom } from '../project.ts';
import type { Schemas } from './make-schemas.ts';
import type { Schema } from './openapi-documents.ts';

/** A module for each schema, one with all of them by name, and its types. */
export function validatorFiles(schemas: Schemas): MadeFiles {
  const folder = 'contracts/generated/validators/open';
  const header = `// ${madeFrom('openapi/')}\n`;
  const names = Object.keys(schemas);
  const variable = (name: string) => name.replace(/\W/g, '_');
  const imports = names.map((name) => `import ${variable(name)} from './open/${name}.js';\n`);
  const values = names.map((name) => `  '${name}': ${variable(name)},\n`);
  const types = names.map((name) => `  '${name}': Compiled;\n`);
  const modules = Object.entries(schemas).flatMap(([name, schema]) => [
    [`${folder}/${name}.js`, header + validatorModule(name, schema)],
    [
      `${folder}/${name}.d.ts`,
      `${header}import type { Compiled } from '../../../src/base/schema.ts';
declare const compiled: Compiled;\nexport default compiled;\n`,
    ],
  ]);
  return {
    ...Object.fromEntries(modules),
    [`${folder}.js`]: `${header}${imports.join('')}export default {\n${values.join('')}};\n`,
    [`${folder}.d.ts`]: `${header}import type { Compiled } from '../../src/base/schema.ts';
declare const validators: {\n${types.join('')}};\nexport default validators;\n`,
  };
}

const IS_OBJECT = /(\w+) && typeof \1 == "object" && !Array\.isArray\(\1\)/g;
/** A number that keeps its digits is an object to JavaScript (isObject in json-value.ts). */
const IS_JSON_OBJECT = '$& && !$1.isLosslessNumber';
/** What would load ajv where the validator runs, and a look at an object that knows no such number. */
const OTHERWISE =
  /require\(|typeof \w+ [!=]= "object"(?! && !Array\.isArray\(\w+\) && !\w+\.isLosslessNumber)/;

/** Throws for a keyword or format that ajv does not know, and for one whose code needs ajv. */
function validatorModule(name: string, schema: Schema): string {
  const ajv = newAjv({
    formats: germanFormats,
    code: { source: true, esm: true, lines: true, formats: _`formats` },
  });
  const code = standalone
    .default(ajv, ajv.compile(prepared(schema)))
    .replace('"use strict";\n', '')
    .replace(/^export const validate = (\w+);\nexport default \w+;\n/, 'const validate = $1;\n')
    .replace(/^const (schema\d+) = \{.*\};$/m, 'const $1 = schema;')
    .replaceAll(IS_OBJECT, IS_JSON_OBJECT);
  const other = OTHERWISE.exec(code);
  if (other) throw new Error(`the validator of ${name} cannot be written: its code has ${other[0]}`);
  // German times need time zones, which no other schema loads.
  const [formats, file] = code.includes('german')
    ? ['germanFormats as formats', 'german-time']
    : ['formats', 'formats'];
  const [formatsFile, schemaFile] = [`../../../src/base/${file}.ts`, `../../schemas/${name}.json`];
  // The schema is the file that is published, but for one that has a branch for each word of a field.
  const isOwn = schema.allOf?.some((part) => part['if']);
  return `import { ${formats} } from '${formatsFile}';
${isOwn ? `const schema = ${JSON.stringify(schema)};` : `import schema from '${schemaFile}' with { type: 'json' };`}
${code}export default { validate, schema };
`;
}
