/** What a schema error wants, and where it is. */
import type { SchemaError } from './schema.ts';
import { show, TYPE_NAMES } from './text.ts';

const FORMATS: Readonly<Record<string, string>> = {
  date: 'a valid date, yyyy-MM-dd',
  'envelope-time': 'a valid time, yyyy-MM-dd HH:mm:ss.SSS',
  'german-time': 'a valid German time, yyyy-MM-dd HH:mm:ss.SSS',
  regex: 'a regular expression',
  uri: 'an absolute http or https URL',
  uuid: 'a UUID',
  'web-form-time': "a valid time, yyyy-MM-dd'T'HH:mm:ss.SSSZ with an offset such as +0000",
};

const PATTERNS: Readonly<Record<string, string>> = {
  '^[Bb][Ee][Aa][Rr][Ee][Rr]$': '"bearer"',
  '\\S': 'text that is not blank',
  '^[A-Z]{3}$': 'three capitals',
  '^\\d+$': 'a numeric text',
  '^[^?#]*$': 'a URL without ? and #',
  '^-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?$': 'a number',
  '^[^,]+(,[^,]+)*$': 'identifiers with a comma between each two',
};

const WANTED: Readonly<Record<string, (params: SchemaError['params']) => string>> = {
  type: ({ type }) => anyOf(type, (kind) => `${TYPE_NAMES[`${kind}`]}`),
  const: ({ allowedValue }) => anyOf(allowedValue),
  enum: ({ allowedValues }) => anyOf(allowedValues),
  format: ({ format }) => FORMATS[`${format}`] ?? `of the format ${format}`,
  pattern: ({ pattern }) => PATTERNS[`${pattern}`] ?? `text of the pattern ${pattern}`,
  minimum: ({ limit }) => `at least ${limit}`,
  exclusiveMinimum: ({ limit }) => `more than ${limit}`,
  maximum: ({ limit }) => `at most ${limit}`,
  multipleOf: () => 'a whole number',
  not: () => 'none',
  minItems: ({ limit }) => `a list of at least ${limit}`,
  maxItems: ({ limit }) => `a list of at most ${limit}`,
};

function anyOf(values: unknown, written = (value: unknown) => show(value, false)): string {
  return [values].flat().map(written).join(' or ');
}

/** What the value has to be, as in "a UUID"; undefined for a keyword that has no words. */
export function wantedBy({ keyword, params }: SchemaError): string | undefined {
  return WANTED[keyword]?.(params);
}

/** The JSON Pointer of the invalid value or of the missing field. */
export function pointerOfError({ instancePath, params }: SchemaError): string {
  const { missingProperty: missing } = params;
  return missing === undefined ? instancePath : `${instancePath}/${missing}`;
}
