/** Says in words where a value breaks its schema, and never repeats the value. */
import type { SchemaError, Validate } from './compiled-schema.ts';

const MOST_PLACES = 3;

/** Where a value breaks its schema, in one line; undefined for a valid value. */
export function problemOf(validate: Validate, value: unknown): string | undefined {
  if (validate(value)) return undefined;
  const errors = validate.errors ?? [];
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

/** `whole` is what has the value. */
export function problemLine({ instancePath, keyword, params }: SchemaError, whole = 'the body'): string {
  const place = instancePath === '' ? whole : placeName(instancePath);
  switch (keyword) {
    case 'required':
      return `${placeName(`${instancePath}/${params['missingProperty']}`)} is missing`;
    case 'additionalProperties':
      return `${place} has ${unknownField(`${params['additionalProperty']}`)}`;
    case 'type':
      return `${place} is not of the type ${[params['type']].flat().join(' or ')}`;
    case 'enum':
      return `${place} is none of ${(params['allowedValues'] as unknown[]).join(', ')}`;
    case 'minItems':
      return `${place} has fewer items than ${params['limit']}`;
    case 'minimum':
      return `${place} is below ${params['limit']}`;
    case 'maximum':
      return `${place} is above ${params['limit']}`;
    case 'pattern':
      return `${place} is not of the form ${params['pattern']}`;
    case 'format':
      return `${place} is no ${NAMES[`${params['format']}`] ?? `${params['format']} that exists`}`;
    default:
      return `${place} does not meet ${keyword}`;
  }
}

/** `/orders/0/amount` becomes `orders[0].amount`. */
function placeName(pointer: string): string {
  return pointer
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replace(/\//g, '.')
    .replace(/^\./, '');
}
