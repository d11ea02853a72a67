/** Says in words where a value breaks its schema. */
import { placeName } from './finding.ts';
import { type Compiled, errorsOf, type SchemaError } from './schema.ts';
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

const MOST_PLACES = 3;

/** Where a value breaks its schema, in one line that does not repeat the value; undefined for a valid value. */
export function problemOf(schema: Compiled, value: unknown): string | undefined {
  const errors = errorsOf(schema, value);
  if (errors.length === 0) return undefined;
  const lines = new Set(errors.slice(0, MOST_PLACES).map((error) => problemLine(error)));
  const more = errors.length > MOST_PLACES ? [`${errors.length - MOST_PLACES} more`] : [];
  return [...lines, ...more].join('; ');
}

/** `whole` names the value itself. */
export function problemLine(error: SchemaError, whole = 'the body'): string {
  const pointer = pointerOfError(error);
  const place = pointer === '' ? whole : placeName(pointer);
  const { additionalProperty, missingProperty } = error.params;
  if (missingProperty !== undefined) return `${place} is missing`;
  if (additionalProperty !== undefined) return `${place} has ${unknownField(`${additionalProperty}`)}`;
  const wanted = wantedBy(error);
  return `${place} ${wanted === undefined ? `does not meet ${error.keyword}` : `must be ${wanted}`}`;
}

/** An unknown field name with other characters may be a value, such as a person's name. */
function unknownField(name: string): string {
  return /^[\w$.-]{1,64}$/.test(name) ? `the unknown field "${name}"` : 'a field whose name is unknown';
}

/** The JSON Pointer of the invalid value or of the missing field. */
export function pointerOfError({ instancePath, params }: SchemaError): string {
  const { missingProperty: missing } = params;
  return missing === undefined ? instancePath : `${instancePath}/${missing}`;
}
