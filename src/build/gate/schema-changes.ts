/** Compares the schemas of bodies, knowing who sends them: what may be sent more of breaks readers, and the other way round. */
import { InputError } from '../../../contracts/src/base/errors.ts';
import { canonical } from '../../../contracts/src/base/json-value.ts';
import { derivedSchemas } from '../generate/make-schemas.ts';
import type { Document, Schema } from '../generate/openapi-documents.ts';
import {
  type Artefact,
  type Broken,
  breaking,
  type GateRow,
  harmless,
  inBoth,
  jsonBelow,
} from './changes.ts';
import type { PackageContent } from './release.ts';
import { type Branch, type SchemaForm, schemaForm } from './schema-form.ts';

/** The JSON Schemas that are published one by one. */
export const schemas: Artefact = {
  name: 'schemas',
  files: /^dist\/schemas\/.*\.json$/,
  rows: (before, after) => bodyRows(fromFiles(before), fromFiles(after)),
};

/** The bodies inside the OpenAPI documents: the same ones, so the same finding is the same row. */
export const documentBodies: Artefact = {
  name: 'bodies of OpenAPI documents',
  files: /^dist\/openapi\/.*\.json$/,
  rows: (before, after) => bodyRows(fromDocuments(before), fromDocuments(after)),
};

/** Bodies by name, as a release describes them; `createUser.request` is sent, everything else is read. */
export function bodyRows(before: ReadonlyMap<string, Schema>, after: ReadonlyMap<string, Schema>): GateRow[] {
  const breaks = (name: string) => (directionOf(name) === 'sent' ? 'senders' : 'readers');
  const gone = [...before.keys()].filter((name) => !after.has(name));
  const added = [...after.keys()].filter((name) => !before.has(name));
  return [
    ...gone.map((name) => breaking(name, '', 'the body is no longer described', breaks(name))),
    ...added.map((name) => harmless(name, '', 'the body is new', 'minor')),
    ...inBoth(before, after).flatMap(({ name, old, now }) => schemaRows(name, old, now, directionOf(name))),
  ];
}

/** Who sends a body of this name. */
export function directionOf(name: string): Direction {
  return name.endsWith('.request') ? 'sent' : 'read';
}

function fromFiles(release: PackageContent): Map<string, Schema> {
  const schemas = [...jsonBelow(release, 'dist/schemas/')];
  return new Map(schemas.map(([name, schema]) => [name.replace(/\.json$/, ''), schema as Schema]));
}

function fromDocuments(release: PackageContent): Map<string, Schema> {
  const documents = [...jsonBelow(release, 'dist/openapi/').values()] as Document[];
  try {
    return new Map(Object.entries(derivedSchemas(documents)));
  } catch (error) {
    const { name, version } = release.manifest;
    throw new InputError(
      `the OpenAPI documents of ${name} ${version} cannot be read: ${(error as Error).message}`,
    );
  }
}

/** `sent`: the consumer of the package sends it, as requests; `read`: others send it, as answers, messages and details. */
export type Direction = 'sent' | 'read';

/** Which values are legal that were not (wider), no longer legal (narrower), both (other), or only words changed. */
type Effect = 'wider' | 'narrower' | 'other' | 'words';

const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties', 'maxContains'];
const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties', 'minContains'];

/** The rows of one body, named by its schema: `createUser.request`. Places are paths of fields: `loginErrors[].errorCode`. */
export function schemaRows(artefact: string, before: Schema, after: Schema, direction: Direction): GateRow[] {
  const rows: GateRow[] = [];
  const breaks: Broken = direction === 'sent' ? 'senders' : 'readers';
  const major = (place: string, change: string) => rows.push(breaking(artefact, place, change, breaks));
  const minor = (place: string, change: string) => rows.push(harmless(artefact, place, change, 'minor'));

  function found(place: string, change: string, effect: Effect | undefined): void {
    if (effect === undefined) return;
    if (effect === 'words') rows.push(harmless(artefact, place, change, 'patch'));
    else if (effect === (direction === 'sent' ? 'wider' : 'narrower')) minor(place, change);
    else major(place, change);
  }

  function compare(old: SchemaForm, now: SchemaForm, place: string): void {
    found(place, `type: ${change(old.types, now.types)}`, setEffect(old.types, now.types));
    found(place, `values: ${change(old.values, now.values)}`, setEffect(old.values, now.values));
    for (const name of new Set([...old.keywords.keys(), ...now.keywords.keys()])) {
      const [a, b] = [old.keywords.get(name), now.keywords.get(name)];
      found(place, `${name}: ${show(a)} to ${show(b)}`, keywordEffect(name, a, b, direction));
    }
    for (const name of namesOf(old, now)) property(old, now, name, place);
    if (old.items && now.items) compare(schemaForm(old.items), schemaForm(now.items), `${place}[]`);
    else if (old.items) found(`${place}[]`, 'items are no longer described', 'wider');
    else if (now.items) found(`${place}[]`, 'items are described now', 'narrower');
    for (const name of new Set([...old.branches.keys(), ...now.branches.keys()]))
      branch(old, now, name, place);
    if (old.words !== now.words) found(place, 'words and citations changed', 'words');
  }

  function property(old: SchemaForm, now: SchemaForm, name: string, place: string): void {
    const at = place === '' || place.endsWith(')') ? `${place && `${place} `}${name}` : `${place}.${name}`;
    const [was, is] = [old.properties.get(name), now.properties.get(name)];
    const [wasRequired, isRequired] = [old.required.has(name), now.required.has(name)];
    // Schemas are open, so a field that is gone may still be sent, but it is no longer read.
    if (was && !is) return void major(at, 'field is gone');
    if (is && !was && !wasRequired) {
      if (isRequired && direction === 'sent') major(at, 'required field is new');
      else minor(at, 'field is new');
      return;
    }
    if (wasRequired !== isRequired) {
      found(at, isRequired ? 'is required now' : 'is no longer required', isRequired ? 'narrower' : 'wider');
    }
    if (was && is) compare(schemaForm(was), schemaForm(is), at);
  }

  function branch(old: SchemaForm, now: SchemaForm, name: string, place: string): void {
    const at = `${place && `${place} `}(${name})`;
    const [was, is] = [old.branches.get(name), now.branches.get(name)];
    if (was && is) compare(schemaForm(was.then), schemaForm(is.then), at);
    else if (was) major(at, 'what applies under this condition is gone');
    else if (is && direction === 'sent' && demands(is.then) && couldBeSent(old, is)) {
      major(at, 'this condition demands fields now');
    } else minor(at, 'condition is new');
  }

  compare(schemaForm(before), schemaForm(after), '');
  return rows;
}

function keywordEffect(name: string, old: unknown, now: unknown, direction: Direction): Effect | undefined {
  if (canonical(old ?? null) === canonical(now ?? null)) return undefined;
  // A default concerns only those who may leave the field out.
  if (name === 'default') return direction === 'read' ? 'words' : old === undefined ? 'wider' : 'other';
  if (name === 'x-encrypted') return 'other';
  if (old === undefined) return 'narrower';
  if (now === undefined) return 'wider';
  if (typeof old === 'number' && typeof now === 'number') {
    if (UPPER.includes(name)) return now > old ? 'wider' : 'narrower';
    if (LOWER.includes(name)) return now < old ? 'wider' : 'narrower';
  }
  return 'other';
}

/** Undefined is the set of all values. */
function setEffect(
  old: ReadonlySet<string> | undefined,
  now: ReadonlySet<string> | undefined,
): Effect | undefined {
  const more = old !== undefined && (now === undefined || [...now].some((value) => !old.has(value)));
  const less = now !== undefined && (old === undefined || [...old].some((value) => !now.has(value)));
  if (more && less) return 'other';
  return more ? 'wider' : less ? 'narrower' : undefined;
}

function namesOf(old: SchemaForm, now: SchemaForm): Set<string> {
  return new Set([old, now].flatMap(({ properties, required }) => [...properties.keys(), ...required]));
}

function demands(then: Schema): boolean {
  const { required, properties } = schemaForm(then);
  return required.size > 0 || [...properties.values()].some(demands);
}

/** Whether a body could meet the condition before: its constants are among the values that were legal. */
function couldBeSent(old: SchemaForm, { when }: Branch): boolean {
  return Object.entries(when.properties ?? {}).every(([name, part]) => {
    const known = schemaForm(old.properties.get(name) ?? {}).values;
    return known === undefined || !('const' in part) || known.has(canonical(part.const));
  });
}

function change(old: ReadonlySet<string> | undefined, now: ReadonlySet<string> | undefined): string {
  const [was, is] = [old ?? new Set<string>(), now ?? new Set<string>()];
  const added = [...is].filter((value) => !was.has(value)).map((value) => `+${value}`);
  const gone = [...was].filter((value) => !is.has(value)).map((value) => `-${value}`);
  if (old === undefined) return `now only ${[...is].join(' ')}`;
  if (now === undefined) return 'now anything';
  return [...gone, ...added].join(' ');
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : canonical(value);
}
