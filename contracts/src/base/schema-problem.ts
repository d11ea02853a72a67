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

/** What the value has to be, as in "a UUID"; undefined for a keyword that has no words. */
export function wantedBy({ keyword, params }: SchemaError): string | undefined {
  const { allowedValue, allowedValues, format, limit, pattern, type } = params;
  switch (keyword) {
    case 'type':
      return [type]
        .flat()
        .map((kind) => TYPE_NAMES[`${kind}`])
        .join(' or ');
    case 'const':
    case 'enum':
      return [allowedValues ?? allowedValue]
        .flat()
        .map((word) => show(word, false))
        .join(' or ');
    case 'format':
      return FORMATS[`${format}`] ?? `of the format ${format}`;
    case 'pattern':
      return PATTERNS[`${pattern}`] ?? `text of the pattern ${pattern}`;
    case 'minimum':
      return `at least ${limit}`;
    case 'exclusiveMinimum':
      return `more than ${limit}`;
    case 'maximum':
      return `at most ${limit}`;
    case 'multipleOf':
      return 'a whole number';
    case 'not':
      return 'none';
    case 'minItems':
      return `a list of at least ${limit}`;
    case 'maxItems':
      return `a list of at most ${limit}`;
    default:
      return undefined;
  }
}

/** The JSON Pointer of the invalid value or of the missing field. */
export function pointerOfError({ instancePath, params }: SchemaError): string {
  const { missingProperty: missing } = params;
  return missing === undefined ? instancePath : `${instancePath}/${missing}`;
}
