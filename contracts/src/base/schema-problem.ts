/** Says in words where a value breaks its schema, and never repeats the value. */
import { type Compiled, errorsOf, type SchemaError } from './schema.ts';

const MOST_PLACES = 3;

/** Where a value breaks its schema, in one line; undefined for a valid value. */
export function problemOf(schema: Compiled, value: unknown): string | undefined {
  const errors = errorsOf(schema, value);
  if (errors.length === 0) return undefined;
  const lines = new Set(errors.slice(0, MOST_PLACES).map((error) => problemLine(error)));
  return [...lines, ...(errors.length > MOST_PLACES ? [`${errors.length - MOST_PLACES} more`] : [])].join(
    '; ',
  );
}

/** A name with other signs may be a value, such as that of a person. */
function unknownField(name: string): string {
  return /^[\w$.-]{1,64}$/.test(name) ? `the unknown field "${name}"` : 'a field whose name is unknown';
}

/** Formats that are no times. */
const NAMES: Readonly<Record<string, string>> = {
  regex: 'regular expression',
  uri: 'absolute address',
  uuid: 'UUID',
};

/** What is said of a value, by keyword. */
const WORDS: Readonly<Record<string, (params: SchemaError['params']) => string>> = {
  additionalProperties: (params) => `has ${unknownField(`${params['additionalProperty']}`)}`,
  type: (params) => `is not of the type ${[params['type']].flat().join(' or ')}`,
  enum: (params) => `is none of ${(params['allowedValues'] as unknown[]).join(', ')}`,
  minItems: (params) => `has fewer items than ${params['limit']}`,
  minimum: (params) => `is below ${params['limit']}`,
  maximum: (params) => `is above ${params['limit']}`,
  pattern: (params) => `is not of the form ${params['pattern']}`,
  format: ({ format }) => `is no ${NAMES[`${format}`] ?? `${format} that exists`}`,
};

/** `whole` is what has the value. */
export function problemLine({ instancePath, keyword, params }: SchemaError, whole = 'the body'): string {
  if (keyword === 'required')
    return `${placeName(`${instancePath}/${params['missingProperty']}`)} is missing`;
  const place = instancePath === '' ? whole : placeName(instancePath);
  return `${place} ${WORDS[keyword]?.(params) ?? `does not meet ${keyword}`}`;
}

/** `/orders/0/amount` becomes `orders[0].amount`. */
export function placeName(pointer: string): string {
  return pointer
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replace(/\//g, '.')
    .replace(/^\./, '');
}
