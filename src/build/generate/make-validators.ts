/** Makes the modules of the validators: each from its JSON Schema, with code that knows valid values fast. */
import { type SchemaNode, withoutOpenKeywords } from '../../../contracts/src/base/compiled-schema.ts';
import { germanFormats } from '../../../contracts/src/base/german-time.ts';
import { madeFrom } from '../project.ts';
import type { Schemas } from './make-schemas.ts';
import type { Schema } from './openapi-documents.ts';

/** What an index holds by a name: a module of this generator, or a JSON Schema. */
interface IndexRow {
  readonly name: string;
  readonly file: string;
  readonly schema?: object;
}

const BASE = '../../src/base';
const SOURCES = 'openapi/';

/** Files by name: a module per schema, an index of these, and one of the closed validators. */
export function validatorFiles(schemas: Schemas): Record<string, string> {
  const all = Object.entries(schemas);
  const sent = all.filter(([name]) => /\.(request|message|details)$/.test(name));
  const modules = all.map(([name, schema]) => [`${name}.js`, validatorModule(name, schema)]);
  const open = all.map(([name]) => ({ name, file: `./${name}.js` }));
  const closed = sent.map(([name, schema]) => ({ name, file: `../schemas/${name}.json`, schema }));
  return {
    ...Object.fromEntries(modules),
    ...validatorIndex('open', open, { type: 'Compiled' }),
    ...validatorIndex('closed', closed, { isClosed: true }),
  };
}

/**
 * A module with validators by name, and its types: with their schemas, or functions alone. `base` is the way to
 * `contracts/src/base`; `isClosed` refuses fields that are not described.
 */
export function validatorIndex(
  index: string,
  rows: readonly IndexRow[],
  { base = BASE, sources = SOURCES, type = 'Validate', isClosed = false } = {},
): Record<string, string> {
  const header = `// ${madeFrom(sources)}\n`;
  const variable = (name: string) => name.replace(/\W/g, '_');
  const schemas = rows.flatMap(({ schema }) => schema ?? []);
  const imports = rows.map(({ name, file }) => importOf(variable(name), file));
  const options = isClosed ? ', { isClosed: true }' : '';
  const values = rows.map(({ name, schema }) => {
    const value = schema ? `compiled(${variable(name)}, ${formatsOf(schema)}${options})` : variable(name);
    return `  '${name}': ${value}${type === 'Validate' ? '.validate' : ''},\n`;
  });
  const types = rows.map(({ name }) => `  '${name}': ${type};\n`);
  return {
    [`${index}.js`]: `${header}${importsOf(schemas, base)}${imports.join('')}export default {\n${values.join('')}};\n`,
    [`${index}.d.ts`]: `${header}import type { ${type} } from '${base}/compiled-schema.ts';\ndeclare const validators: {\n${types.join('')}};\nexport default validators;\n`,
  };
}

function validatorModule(name: string, schema: Schema): string {
  const code = validCode(schema, 'value', schema);
  const objects = code.includes('isObject(') ? `import { isObject } from '${BASE}/json-value.ts';\n` : '';
  return `// ${madeFrom(SOURCES)}
${importsOf([schema], BASE)}${objects}${importOf('schema', `../schemas/${name}.json`)}export default compiled(schema, ${formatsOf(schema)}, { isValid: (value) => ${code} });
`;
}

function importOf(variable: string, file: string): string {
  return `import ${variable} from '${file}'${file.endsWith('.json') ? " with { type: 'json' }" : ''};\n`;
}

function importsOf(schemas: readonly object[], base: string): string {
  if (schemas.length === 0) return '';
  const formats = [...new Set(schemas.map(formatsOf))].map(
    (name) => `import { ${name} } from '${base}/${name === 'formats' ? 'formats' : 'german-time'}.ts';\n`,
  );
  return `import { compiled } from '${base}/compiled-schema.ts';\n${formats.join('')}`;
}

/** German times need time zones, which no other schema loads. */
function formatsOf(schema: object): 'formats' | 'germanFormats' {
  return JSON.stringify(schema).includes('"german-time"') ? 'germanFormats' : 'formats';
}

const TYPES: Readonly<Record<string, (value: string) => string>> = {
  string: (value) => `typeof ${value} === 'string'`,
  boolean: (value) => `typeof ${value} === 'boolean'`,
  number: (value) => `Number.isFinite(${value})`,
  integer: (value) => `Number.isInteger(${value})`,
  null: (value) => `${value} === null`,
  array: (value) => `Array.isArray(${value})`,
  object: (value) => `isObject(${value})`,
};

/** An expression that is true for a valid value of an open schema. Throws for a keyword that it does not know. */
function validCode(written: SchemaNode, value: string, root: object): string {
  const node = withoutOpenKeywords(written);
  const conditions = Object.keys(node).flatMap((keyword) => {
    if (/^(type|then|title|description|default|x-.*)$/.test(keyword)) return [];
    const code = CODE[keyword];
    if (code === undefined) throw new Error(`there is no code for the keyword ${keyword}`);
    return code(node, value, root);
  });
  const type = [node.type ?? []].flat().map((name) => TYPES[name]?.(value));
  const all = [...(type.length > 0 ? [type.join(' || ')] : []), ...conditions].map((each) => `(${each})`);
  return all.length === 0 ? 'true' : all.join(' && ');
}

/** After the type of the node, where it has one. */
const CODE: Readonly<Record<string, (node: SchemaNode, value: string, root: object) => string | []>> = {
  const: ({ const: allowed }, value) => `${value} === ${JSON.stringify(allowed)}`,
  enum: ({ enum: allowed }, value) => `${JSON.stringify(allowed)}.includes(${value})`,
  minimum: ({ minimum }, value) => `!(${value} < ${minimum})`,
  maximum: ({ maximum }, value) => `!(${value} > ${maximum})`,
  // Our formats include their patterns.
  pattern: ({ pattern = '', format = '', type }, value) =>
    !(format in germanFormats)
      ? unlessType('string', type, value, `${new RegExp(pattern, 'u')}.test(${value})`)
      : [],
  format: ({ format = '', type }, value, root) =>
    format === 'password'
      ? []
      : unlessType('string', type, value, `${formatsOf(root)}['${format}'](${value})`),
  allOf: ({ allOf = [] }, value, root) => allOf.map((part) => validCode(part, value, root)).join(' && '),
  if: ({ if: condition = {}, then = {} }, value, root) =>
    `!(${validCode(condition, value, root)}) || (${validCode(then, value, root)})`,
  maxItems: ({ maxItems, type }, value) => unlessType('array', type, value, `${value}.length <= ${maxItems}`),
  items: ({ items = {}, type }, value, root) => {
    const item = `${value.replace(/\W/g, '')}Item`;
    return unlessType('array', type, value, `${value}.every((${item}) => ${validCode(items, item, root)})`);
  },
  contains: ({ contains = {}, type }, value, root) =>
    unlessType('array', type, value, `${value}.some((item) => ${validCode(contains, 'item', root)})`),
  required: ({ required = [], type }, value) => {
    const given = required.map((name) => `${value}.${name} !== undefined`);
    return given.length === 0 ? [] : unlessType('object', type, value, given.join(' && '));
  },
  properties: ({ properties = {}, type }, value, root) => {
    const fields = Object.entries(properties).flatMap(([name, part]) => {
      const code = validCode(part, `${value}.${name}`, root);
      return code === 'true' ? [] : `(${value}.${name} === undefined || ${code})`;
    });
    return fields.length === 0 ? [] : unlessType('object', type, value, fields.join(' && '));
  },
};

/** A condition on values of a type alone; the node may have checked the type. */
function unlessType(name: string, type: SchemaNode['type'], value: string, code: string): string {
  return type === name ? code : `!(${TYPES[name]?.(value)}) || (${code})`;
}
