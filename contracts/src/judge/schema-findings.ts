/** Findings of a compiled schema: the clause of the place that a value breaks, in the words of the documentation. */
import { isLosslessNumber } from 'lossless-json';
import type { ClauseId } from '../../generated/clause-id.ts';
import { valueAt } from '../base/json-value.ts';
import { isSensitive } from '../base/redact.ts';
import { type Compiled, errorsOf, placesOf, type SchemaError, type SchemaNode } from '../base/schema.ts';
import { placeOf, visitPlaces } from '../base/schema-place.ts';
import { placeName } from '../base/schema-problem.ts';
import { kindOf, show, TYPE_NAMES } from '../base/text.ts';
import type { Finding } from './clause-check.ts';
import type { Settings } from './settings.ts';

const TIMES = ['date', 'envelope-time', 'german-time', 'web-form-time'];

const FORMATS: Record<string, string> = {
  date: 'a date that exists, as yyyy-MM-dd',
  'envelope-time': 'a time that exists, as yyyy-MM-dd HH:mm:ss.SSS',
  'german-time': 'a German time that exists, as yyyy-MM-dd HH:mm:ss.SSS',
  uri: 'an absolute http or https address',
  uuid: 'a UUID',
  'web-form-time': "a time that exists, as yyyy-MM-dd'T'HH:mm:ss.SSSZ with an offset such as +0000",
};

const PATTERNS: Record<string, string> = {
  '^[Bb][Ee][Aa][Rr][Ee][Rr]$': '"bearer"',
  '\\S': 'text that is not blank',
  '^\\d+$': 'a numeric text',
  '^[^,]+(,[^,]+)*$': 'identifiers with a comma between each two',
};

/**
 * Findings on one value; none when it is valid. The value is at `pointer` and called `name`; `clause` is broken where the
 * schema names none of its own; `about` is the provider without it. With `isPersonal` no value is repeated, whatever the schema says of its place. The
 * settings of a target may allow more than the schema; the value is as documented (asDocumented).
 */
export function schemaFindings(
  compiled: Compiled,
  value: unknown,
  at: { pointer: string; name: string; clause: ClauseId; about?: Finding['about']; isPersonal?: boolean },
  settings?: Settings,
): Finding[] {
  const findings = new Map<string, Finding>();
  for (const error of errorsOf(compiled, value)) {
    const places = placesOf(compiled.schema, error);
    const pointed = valueAt(value, error.instancePath);
    const found = pointed.found ? pointed.value : undefined;
    const place = places.at(-1) ?? compiled.schema;
    if (settings && isTolerated(error, place, found, settings)) continue;
    // JSON.parse makes Infinity of 1e400, which is a number wherever it may be as large.
    const isNumber = error.keyword === 'type' && [error.params['type']].flat().includes('number');
    if (isNumber && typeof found === 'number' && place.maximum === undefined) continue;
    const clause = (clauseAt(places) ?? at.clause) as ClauseId;
    const pointer = at.pointer + error.instancePath + missingStep(error);
    const message = messageOf(error, places, found, at);
    // One wrong value is one finding, however many keywords it fails.
    const key = `${clause} ${pointer}`;
    if (!findings.has(key)) findings.set(key, { clause, about: at.about ?? 'provider', pointer, message });
  }
  return [...findings.values()];
}

/** Adds the clauses of a schema and of everything in it that the value has. */
export function addReached(schema: SchemaNode | undefined, value: unknown, clauses: Set<ClauseId>): void {
  if (!schema || value === undefined) return;
  visitPlaces(placeOf(schema), value, (place) => {
    for (const clause of place.clauses) clauses.add(clause);
  });
}

/**
 * Calls `seen` with the JSON Pointer, `*` for any index, of every field of the value that the schema does not list; the
 * value itself is at `pointer`. Without a schema nothing is undocumented.
 */
export function undocumentedIn(
  compiled: Compiled | undefined,
  pointer: string,
  value: unknown,
  seen: (pointer: string) => void,
): void {
  if (compiled)
    visitPlaces(
      placeOf(compiled.schema),
      value,
      () => {},
      (field) => seen(pointer + field),
    );
}

/** The clause that the innermost place states. */
function clauseAt(places: readonly SchemaNode[]): string | undefined {
  return places.findLast((node) => node['x-clauses'])?.['x-clauses']?.[0];
}

/** Whether an open fact, or a setting of the target, allows what the schema does not. */
function isTolerated(
  { keyword, params, instancePath }: SchemaError,
  place: SchemaNode,
  found: unknown,
  { toleratedTimeFormats }: Settings,
): boolean {
  // A decimal that was sent as text is read as a number that keeps its digits.
  if (keyword === 'type') return place['x-not-shown'] === 'BIG-DECIMAL-FORM' && isLosslessNumber(found);
  if (keyword !== 'format' || !TIMES.includes(String(params['format']))) return false;
  const patterns = toleratedTimeFormats[instancePath.slice(instancePath.lastIndexOf('/') + 1)] ?? [];
  return patterns.some((pattern) => new RegExp(`^(?:${pattern})$`, 'u').test(String(found)));
}

function messageOf(
  error: SchemaError,
  places: SchemaNode[],
  found: unknown,
  { name, isPersonal = false }: { name: string; isPersonal?: boolean },
): string {
  const isHidden = isPersonal || isSensitive(places);
  const what = placeName(error.instancePath + missingStep(error)) || name;
  const { params } = error;
  const is = (wanted: string) => `${what} is ${show(found, isHidden)}, not ${wanted}`;
  switch (error.keyword) {
    case 'required':
      return `${what} is missing`;
    case 'type':
      return `${what} is ${kindOf(found)}, not ${[params['type']]
        .flat()
        .map((kind) => TYPE_NAMES[String(kind)])
        .join(' or ')}`;
    case 'const':
      return is(show(params['allowedValue'], false));
    case 'enum':
      return is((params['allowedValues'] as unknown[]).map((word) => show(word, false)).join(' or '));
    case 'format':
      return is(FORMATS[String(params['format'])] ?? `of the format ${params['format']}`);
    case 'pattern':
      return is(PATTERNS[String(params['pattern'])] ?? `text of the pattern ${params['pattern']}`);
    case 'minimum':
      return is(`at least ${params['limit']}`);
    case 'maximum':
      return is(`at most ${params['limit']}`);
    case 'maxItems':
      return `${what} is ${show(found, false)}, not at most ${params['limit']}`;
    case 'contains':
      return `${what} is ${show(found, false)} without the required entry`;
    default:
      return `${what} does not meet ${error.keyword}`;
  }
}

function missingStep({ params }: SchemaError): string {
  const missing = params['missingProperty'];
  return typeof missing === 'string' ? `/${missing}` : '';
}
