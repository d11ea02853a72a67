/** Turns what a compiled validator says of a value into findings in the terms of the documentation. */

import type { ClauseId } from '../../generated/clause-id.ts';
import type { Compiled, SchemaError, SchemaNode } from '../contract/compiled.ts';
import { kindOf, show } from '../contract/show.ts';
import { TYPE_NAMES } from '../contract/type-names.ts';
import type { Finding } from './finding.ts';
import { clauseAt, isSensitive, placesOf } from './schema-place.ts';
import { defaultSettings } from './settings.ts';
import { isTolerated, type Tolerances } from './tolerance.ts';

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
  '\\S': 'text that says something',
  '^\\d+$': 'a numeric text',
  '^[^,]+(,[^,]+)*$': 'identifiers with a comma between each two',
};

/**
 * Findings on one value; none when it is valid. `pointer` says where the value stands, `name` how a message calls it,
 * and `clause` which clause is broken where the schema names none of its own. With `isPersonal` no value is repeated,
 * whatever the schema says of its place. The settings of the target may tolerate more than the schema; the value is read
 * by asDocumented before.
 */
export function schemaFindings(
  compiled: Compiled,
  value: unknown,
  at: { pointer: string; name: string; clause: ClauseId; isPersonal?: boolean },
  settings: Tolerances = defaultSettings,
): Finding[] {
  if (compiled.validate(value)) return [];
  const findings = new Map<string, Finding>();
  for (const error of compiled.validate.errors ?? []) {
    // `if` only repeats what its `then` has said, and `contains` says itself that no entry is the one that is due.
    if (error.keyword === 'if' || error.schemaPath.includes('/contains/')) continue;
    const places = placesOf(compiled.schema, error);
    const found = valueAt(value, error.instancePath);
    if (isTolerated(error, places, found, settings)) continue;
    const clause = (clauseAt(places) ?? at.clause) as ClauseId;
    const pointer = at.pointer + error.instancePath + missingStep(error);
    const message = messageOf(error, places, found, at);
    // One wrong value is one finding, however many keywords it fails.
    const key = `${clause} ${pointer}`;
    if (!findings.has(key)) findings.set(key, { clause, pointer, message });
  }
  return [...findings.values()];
}

function messageOf(
  error: SchemaError,
  places: SchemaNode[],
  found: unknown,
  { name, isPersonal = false }: { name: string; isPersonal?: boolean },
): string {
  const isHidden = isPersonal || isSensitive(places);
  const what = fieldName(error.instancePath + missingStep(error), name);
  const { params } = error;
  const is = (wanted: string) => `${what} is ${show(found, isHidden)}, not ${wanted}`;
  switch (error.keyword) {
    case 'required':
      return `${what} is missing`;
    case 'additionalProperties':
      return `${what} has an unknown field ${show(params['additionalProperty'], false)}`;
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
      return `${what} is ${show(found, false)} without the entry that is due`;
    default:
      return `${what} does not meet ${error.keyword}`;
  }
}

function missingStep({ params }: SchemaError): string {
  const missing = params['missingProperty'];
  return typeof missing === 'string' ? `/${missing}` : '';
}

/** `/errors/0/code` of the body becomes `errors[0].code`; the value itself goes by its own name. */
function fieldName(instancePath: string, name: string): string {
  if (instancePath === '') return name;
  return instancePath
    .slice(1)
    .split('/')
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}

function valueAt(value: unknown, instancePath: string): unknown {
  if (instancePath === '') return value;
  return instancePath
    .slice(1)
    .split('/')
    .reduce<unknown>((node, step) => (node as Record<string, unknown> | undefined)?.[step], value);
}
