/** Says in one line where a value breaks its schema, without repeating the value. */
import { placeName } from '../../contracts/src/base/finding.ts';
import { type Compiled, errorsOf, type SchemaError } from '../../contracts/src/base/schema.ts';
import { pointerOfError, wantedBy } from '../../contracts/src/base/schema-problem.ts';

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
