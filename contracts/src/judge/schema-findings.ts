/** Makes findings of schema errors: the broken clause, in the words of the documentation. */

import type { ClauseId } from '../../generated/clause-id.ts';
import { isNumberAsText } from '../base/decimal.ts';
import { type Finding, findingOf } from '../base/finding.ts';
import { furtherTimeFormat } from '../base/formats.ts';
import { isNumber, valueAt } from '../base/json-value.ts';
import { type Compiled, errorsOf, placesOf, type SchemaNode } from '../base/schema.ts';
import { placeOf, type SchemaPlace, visitPlaces } from '../base/schema-place.ts';
import { pointerOfError, wantedBy } from '../base/schema-problem.ts';
import type { Settings } from './settings.ts';

const KINDS: Readonly<Record<string, Finding['kind']>> = {
  required: 'missing',
  type: 'type',
  format: 'format',
  pattern: 'format',
  minItems: 'count',
  maxItems: 'count',
  not: 'unexpected',
};
const TIMES = ['date', 'envelope-time', 'german-time', 'web-form-time'];

/**
 * The findings on a value; none if it is valid. `pointer` is that of the value, `name` its name in findings about the whole,
 * `clause` is broken where the schema names none, `about` is the provider by default. The settings of a target may allow more
 * than the schema. The value is as documented (asDocumented).
 */
export function schemaFindings(
  compiled: Compiled,
  value: unknown,
  at: { pointer: string; name?: string; clause: ClauseId; about?: Finding['about'] },
  settings?: Settings,
): Finding[] {
  const findings = new Map<string, Finding>();
  for (const error of errorsOf(compiled, value)) {
    const places = placesOf(compiled.schema, error);
    const pointed = valueAt(value, error.instancePath);
    const found = pointed.found ? pointed.value : undefined;
    const place = places.at(-1) ?? compiled.schema;
    const isTime = error.keyword === 'format' && TIMES.includes(String(error.params['format']));
    const field = error.instancePath.slice(error.instancePath.lastIndexOf('/') + 1);
    if (isTime && settings && isToleratedTime(field, String(found), settings)) continue;
    const isOfNumber = error.keyword === 'type' && [error.params['type']].flat().includes('number');
    const takesTexts = at.about === 'client' && settings?.numbersAsText === 'accepted';
    if (isOfNumber && takesTexts && isNumberAsText(found)) continue;
    // 1e400 is infinite as a float, and valid unless the schema has a maximum.
    const isInfinite = isNumber(found) || typeof found === 'number';
    if (isOfNumber && isInfinite && place.maximum === undefined) continue;
    const clause = (clauseAt(places) ?? at.clause) as ClauseId;
    const pointer = at.pointer + pointerOfError(error);
    // One finding per wrong value, however many keywords it fails.
    const key = `${clause} ${pointer}`;
    const kind = KINDS[error.keyword] ?? 'value';
    const format = isTime ? furtherTimeFormat(String(found)) : undefined;
    const subject = pointer === '' ? at.name : undefined;
    const wanted = error.keyword === 'contains' ? 'the required entry' : wantedBy(error);
    const expected = kind === 'missing' ? undefined : (wanted ?? `one that meets ${error.keyword}`);
    const breach = { about: at.about ?? 'provider', kind, pointer, subject, expected, format };
    if (!findings.has(key)) findings.set(key, findingOf(clause, breach));
  }
  return [...findings.values()];
}

/**
 * Adds to `shows` the clauses of the schema and of all fields present, if `isShowing`. Returns the JSON Pointers, `*` for any
 * index, of the fields that the schema does not list, each once. `pointer` is that of the value.
 */
export function readFields(
  compiled: Compiled | undefined,
  value: unknown,
  pointer: string,
  shows: Set<ClauseId>,
  isShowing = (_: unknown): boolean => true,
): string[] {
  if (!compiled || value === undefined) return [];
  const undocumented = new Set<string>();
  const seen = ({ clauses }: SchemaPlace, part: unknown) => {
    if (isShowing(part)) for (const clause of clauses) shows.add(clause);
  };
  visitPlaces(placeOf(compiled.schema), value, seen, (field) => undocumented.add(pointer + field));
  return [...undocumented];
}

/** The clause of the innermost schema that has one. */
function clauseAt(places: readonly SchemaNode[]): string | undefined {
  return places.findLast((node) => node['x-clauses'])?.['x-clauses']?.[0];
}

/** Whether the target may write this field's times in the format of the text. */
export function isToleratedTime(field: string, text: string, { toleratedTimeFormats }: Settings): boolean {
  const patterns = Object.hasOwn(toleratedTimeFormats, field) ? (toleratedTimeFormats[field] ?? []) : [];
  return patterns.some((pattern) => new RegExp(`^(?:${pattern})$`, 'u').test(text));
}
