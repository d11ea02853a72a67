/** Compares the schemas of bodies, knowing who sends them: what may be sent more of breaks readers, and the other way round. */
import type { SchemaNode } from '../../../contracts/src/base/compiled-schema.ts';
import { InputError } from '../../../contracts/src/base/errors.ts';
import { canonical } from '../../../contracts/src/base/json-value.ts';
import { derivedSchemas, selfContained } from '../generate/make-schemas.ts';
import type { Document, Schema } from '../generate/openapi-documents.ts';
import { placesOf, type SchemaPlace } from '../generate/schema-places.ts';
import { type Artefact, type Effect, type GateRow, gateRow, inBoth, jsonBelow } from './changes.ts';
import { json, type PackageContent } from './release.ts';

/** The JSON Schemas that are published one by one. */
export const schemas: Artefact = {
  name: 'schemas',
  files: /^dist\/schemas\/.*\.json$/,
  rows: bodyRows((release) => jsonBelow(release, 'dist/schemas/')),
};

/** The bodies inside the OpenAPI documents: the same ones, so the same finding is the same row. */
export const documentBodies: Artefact = {
  name: 'bodies of OpenAPI documents',
  files: /^dist\/openapi\/.*\.json$/,
  rows: bodyRows((release) => {
    const documents = [...jsonBelow(release, 'dist/openapi/').values()] as Document[];
    return Object.entries(derivedSchemas(documents));
  }),
};

export const asyncapiBodies: Artefact = {
  name: 'bodies of the AsyncAPI document',
  files: /^dist\/asyncapi\.json$/,
  rows: bodyRows((release) => {
    const document = json(release, 'dist/asyncapi.json') as Document & AsyncApiMessages;
    return Object.entries(document.components.messages ?? {}).flatMap(([event, { payload = {} }]) => {
      // A payload may be wrapped with the name of its schema format.
      const { schema = payload } = payload as { schema?: Schema };
      return [[`${event}.message`, selfContained(document, schema)] as const];
    });
  }),
};

interface AsyncApiMessages {
  readonly components: { readonly messages?: Record<string, { readonly payload?: Schema }> };
}

/** As a release describes them; `createUser.request` is sent, everything else is read. */
type Bodies = Iterable<readonly [name: string, schema: object]>;

function bodyRows(bodiesOf: (release: PackageContent) => Bodies): Artefact['rows'] {
  const read = (release: PackageContent): Map<string, Schema> => {
    try {
      return new Map(bodiesOf(release)) as Map<string, Schema>;
    } catch (error) {
      if (error instanceof InputError) throw error;
      const { name, version } = release.manifest;
      throw new InputError(`the documents of ${name} ${version} cannot be read: ${(error as Error).message}`);
    }
  };
  return (before, after) => {
    const [old, now] = [read(before), read(after)];
    const gone = [...old.keys()].filter((name) => !now.has(name));
    const added = [...now.keys()].filter((name) => !old.has(name));
    return [
      ...gone.map((name) =>
        gateRow(name, '', 'the body is no longer described', isSent(name) ? 'senders' : 'readers'),
      ),
      ...added.map((name) => gateRow(name, '', 'the body is new', 'minor')),
      ...inBoth(old, now).flatMap((body) => schemaRows(body.name, body.old, body.now)),
    ];
  };
}

/** Whether the consumer of the package sends a body of this name, as requests; others send answers, messages and details. */
export function isSent(name: string): boolean {
  return name.endsWith('.request');
}

/** Which values are legal that were not (wider), no longer legal (narrower), or both (other). */
type Extent = 'wider' | 'narrower' | 'other';
type Change = [change: string, extent: Extent];
type ValueSet = Set<string> | undefined;

/** The rows of one body, named by its schema. Places are paths of fields: `loginErrors[].errorCode`. */
function schemaRows(artefact: string, before: Schema, after: Schema): GateRow[] {
  const sent = isSent(artefact);
  const [breaks, harmless] = sent ? (['senders', 'wider'] as const) : (['readers', 'narrower'] as const);
  const row = (place: string, change: string, effect: Effect) => gateRow(artefact, place, change, effect);
  const [old, now] = [byName(before), byName(after)];
  const words = wordsIn(before) === wordsIn(after) ? [] : [row('', 'words and citations changed', 'patch')];
  const changes = [...new Set([...old.keys(), ...now.keys()])].flatMap((place) => {
    const [was, is] = [old.get(place), now.get(place)];
    if (was && is)
      return changesOf(was, is, sent).map(([change, extent]) =>
        row(place, change, extent === harmless ? 'minor' : breaks),
      );
    const { steps, when, isRequired } = (was ?? is) as SchemaPlace;
    const holder = nameOf(steps.slice(0, -1));
    // What is inside of something that is gone or new is said by that.
    if (!old.has(holder) || !now.has(holder)) return [];
    const isItem = steps.at(-1) === '*';
    // Schemas are open, so a field that is gone may still be sent, but it is no longer read.
    if (was) return row(place, 'is gone', isItem && sent ? 'minor' : breaks);
    if (isItem) return row(place, 'is described now', sent ? breaks : 'minor');
    const isDemanded = when ? demands(place, now) && couldBeSent(holder, when, old) : isRequired;
    return row(place, isDemanded ? 'is new and required' : 'is new', isDemanded && sent ? breaks : 'minor');
  });
  return [...changes, ...words];
}

type Places = ReadonlyMap<string, SchemaPlace>;

function byName(schema: Schema): Places {
  return new Map(placesOf(schema).map((place) => [nameOf(place.steps), place]));
}

/** `(triggerEvent NEW_TRANSACTIONS) params.accountIds`, `loginErrors[].errorCode`. */
function nameOf(steps: readonly string[]): string {
  return steps.reduce((name, step) => {
    if (step === '*') return `${name}[]`;
    const isApart = step.startsWith('(') || name.endsWith(')');
    return name === '' ? step : `${name}${isApart ? ' ' : '.'}${step}`;
  }, '');
}

function demands(condition: string, places: Places): boolean {
  const below = [...places].filter(([name]) => name.startsWith(`${condition} `));
  return below.some(([name, { isRequired }]) => isRequired && !name.endsWith('[]'));
}

/** Whether a body could meet the condition before: its constants are among the values that were legal. */
function couldBeSent(holder: string, when: SchemaNode, old: Places): boolean {
  return Object.entries(when.properties ?? {}).every(([name, part]) => {
    const known = valuesOf(old.get(nameOf([holder, name].filter(Boolean)))?.parts ?? []);
    return known === undefined || known.has(canonical(part.const));
  });
}

/** What changed at a place that both sides have, and what that means for the values. */
function changesOf(was: SchemaPlace, is: SchemaPlace, sent: boolean): Change[] {
  const changes: Change[] = [];
  for (const [name, setOf] of Object.entries({ type: typesOf, values: valuesOf })) {
    const [words, extent] = setChange(setOf(was.parts), setOf(is.parts)) ?? [];
    if (extent) changes.push([`${name}: ${words}`, extent]);
  }
  if (was.isRequired !== is.isRequired)
    changes.push(is.isRequired ? ['is required now', 'narrower'] : ['is no longer required', 'wider']);
  const [old, now] = [keywordsOf(was.parts), keywordsOf(is.parts)];
  for (const name of Object.keys({ ...old, ...now })) {
    const [a, b] = [old[name], now[name]];
    // A default concerns only those who may leave the field out.
    if (canonical(a ?? null) === canonical(b ?? null) || (name === 'default' && !sent)) continue;
    changes.push([`${name}: ${show(a)} to ${show(b)}`, extentOf(name, a, b)]);
  }
  return changes;
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : canonical(value);
}

function extentOf(name: string, old: unknown, now: unknown): Extent {
  if (name === 'default') return old === undefined ? 'wider' : 'other';
  if (name === 'x-encrypted') return 'other';
  if (old === undefined) return 'narrower';
  if (now === undefined) return 'wider';
  if (typeof old === 'number' && typeof now === 'number') {
    if (/^max|^exclusiveMax/.test(name)) return now > old ? 'wider' : 'narrower';
    if (/^min|^exclusiveMin/.test(name)) return now < old ? 'wider' : 'narrower';
  }
  return 'other';
}

/** How a set of values changed; undefined where it did not. A set that is undefined has all values. */
function setChange(old: ValueSet, now: ValueSet): Change | undefined {
  const more = old !== undefined && (now === undefined || !now.isSubsetOf(old));
  const less = now !== undefined && (old === undefined || !old.isSubsetOf(now));
  if (!more && !less) return undefined;
  const extent = more && less ? 'other' : more ? 'wider' : 'narrower';
  if (now === undefined) return ['now anything', extent];
  if (old === undefined) return [`now only ${[...now].join(' ')}`, extent];
  const gone = [...old.difference(now)].map((value) => `-${value}`);
  return [[...gone, ...[...now.difference(old)].map((value) => `+${value}`)].join(' '), extent];
}

/** Every integer is a number, so `number` includes `integer`. */
export function typesOf(parts: readonly SchemaNode[]): Set<string> | undefined {
  const sets = parts.flatMap(({ type }) => (type === undefined ? [] : [new Set([type].flat())]));
  for (const types of sets) if (types.has('number')) types.add('integer');
  return intersection(sets);
}

/** The JSON texts of an enumeration or constant. */
export function valuesOf(parts: readonly SchemaNode[]): Set<string> | undefined {
  const lists = parts.flatMap((part) => ('const' in part ? [[part.const]] : part.enum ? [part.enum] : []));
  return intersection(lists.map((list) => new Set(list.map(canonical))));
}

function intersection(sets: Set<string>[]): Set<string> | undefined {
  return sets.length === 0 ? undefined : sets.reduce((a, b) => a.intersection(b));
}

/** Keywords that have places of their own, or are compared as sets. */
const OWN = ['type', 'const', 'enum', 'required', 'properties', 'items', 'allOf', 'if', 'then'];

/** Every other keyword that can forbid a value, and `default`; what several parts say of one is a list. */
export function keywordsOf(parts: readonly SchemaNode[]): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [name, value] of parts.flatMap((part) => Object.entries(part))) {
    if (OWN.includes(name) || isWords(name)) continue;
    const plain = withoutWords(value);
    const isKnown = name in found && canonical(found[name]) !== canonical(plain);
    found[name] = isKnown ? [found[name], plain] : plain;
  }
  return found;
}

/** What only people and reports read, in any order and at any place. */
function wordsIn(schema: Schema): string {
  const found: string[] = [];
  JSON.stringify(schema, (key, value) => {
    if (isWords(key)) found.push(canonical({ [key]: value }));
    return value;
  });
  return found.sort().join();
}

/** Keys under which every key is a name, even `title`. */
const NAMES = /^((pattern)?properties|schemas|parameters|headers|responses|\$defs)$/i;
/** Keys whose value is a value that is sent, and no schema. */
const VALUES = ['const', 'enum', 'default'];
const FOR_PEOPLE =
  /^(title|summary|description|examples?|deprecated|readOnly|writeOnly|info|externalDocs|\$(comment|schema|id))$/;

/** Citations and marks for reports too. That a field is encrypted binds who reads it. */
function isWords(key: string): boolean {
  return FOR_PEOPLE.test(key) || (key.startsWith('x-') && key !== 'x-encrypted');
}

/** A copy of a schema or document without words and citations. */
export function withoutWords(value: unknown, areNames = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutWords(item));
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([key]) => areNames || !isWords(key));
  const plain = kept.map(([key, part]) => {
    const isValue = !areNames && VALUES.includes(key);
    return [key, isValue ? part : withoutWords(part, !areNames && NAMES.test(key))];
  });
  return Object.fromEntries(plain);
}
