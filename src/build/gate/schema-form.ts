/** Brings a JSON Schema into one form, so that two ways of writing the same thing do not differ. */
import { canonical } from '../../../contracts/src/base/json-value.ts';
import type { Schema } from '../generate/openapi-documents.ts';

/** A schema without allOf and if: what always applies, and what applies under a condition. */
export interface SchemaForm {
  readonly types: ReadonlySet<string> | undefined;
  /** The JSON texts of an enumeration or constant. */
  readonly values: ReadonlySet<string> | undefined;
  readonly required: ReadonlySet<string>;
  readonly properties: ReadonlyMap<string, Schema>;
  readonly items: Schema | undefined;
  /** By the text of the condition. */
  readonly branches: ReadonlyMap<string, Branch>;
  /** Every other keyword that can forbid a value, and `default`. */
  readonly keywords: ReadonlyMap<string, unknown>;
  /** What only people and reports read. */
  readonly words: string;
}

export interface Branch {
  readonly when: Schema;
  readonly then: Schema;
}

const OWN = ['type', 'const', 'enum', 'required', 'properties', 'items', 'allOf', 'if', 'then', 'else'];

export function schemaForm(schema: Schema): SchemaForm {
  const parts = conjuncts(schema);
  const keywords = new Map<string, unknown>();
  for (const part of parts) {
    for (const [name, value] of Object.entries(part)) {
      if (!OWN.includes(name) && !isWords(name))
        keywords.set(name, both(keywords.get(name), withoutWords(value)));
    }
  }
  return {
    types: intersection(parts.flatMap(({ type }) => (type === undefined ? [] : [typesOf(type)]))),
    values: intersection(parts.flatMap(valuesOf)),
    required: new Set(parts.flatMap(({ required }) => required ?? [])),
    properties: together(
      parts.map(({ properties }) => new Map(Object.entries(properties ?? {}))),
      allOf,
    ),
    items: itemsOf(parts),
    branches: together(parts.map(branchesOf), (a, b) => ({
      when: a.when,
      then: { allOf: [a.then, b.then] },
    })),
    keywords,
    words: canonical(parts.flatMap((part) => Object.entries(part).filter(hasWords)).sort()),
  };
}

/** A keyword that only people read, or one that has such keywords inside. */
function hasWords([name, value]: [string, unknown]): boolean {
  return isWords(name) || (!OWN.includes(name) && canonical(withoutWords(value)) !== canonical(value));
}

/** The schema and all that its allOf adds; a member with a condition stays a member of its own. */
function conjuncts(schema: Schema): Schema[] {
  return [schema, ...(schema.allOf ?? []).flatMap(conjuncts)];
}

function branchesOf(part: Schema): Map<string, Branch> {
  const { if: when, then, else: otherwise } = part as Record<'if' | 'then' | 'else', Schema | undefined>;
  const branches = new Map<string, Branch>();
  if (when && then) branches.set(conditionText(when), { when, then });
  if (when && otherwise) branches.set(`not ${conditionText(when)}`, { when: {}, then: otherwise });
  return branches;
}

/** `triggerEvent LOW_ACCOUNT_BALANCE`, or the whole condition where it is not one of constants. */
function conditionText(when: Schema): string {
  const constants = Object.entries(when.properties ?? {});
  return constants.length > 0 && constants.every(([, part]) => 'const' in part)
    ? constants.map(([name, part]) => `${name} ${part.const}`).join(', ')
    : canonical(withoutWords(when));
}

/** Every integer is a number, so `number` includes `integer`. */
function typesOf(type: string | string[]): Set<string> {
  const types = new Set([type].flat());
  if (types.has('number')) types.add('integer');
  return types;
}

function valuesOf(part: Schema): Set<string>[] {
  const values = 'const' in part ? [part.const] : (part['enum'] as unknown[] | undefined);
  return values === undefined ? [] : [new Set(values.map(canonical))];
}

function intersection(sets: Set<string>[]): Set<string> | undefined {
  return sets.length === 0 ? undefined : sets.reduce((a, b) => a.intersection(b));
}

function together<Value>(maps: Map<string, Value>[], join: (a: Value, b: Value) => Value) {
  const all = new Map<string, Value>();
  for (const map of maps) {
    for (const [name, value] of map) {
      const known = all.get(name);
      all.set(name, known === undefined ? value : join(known, value));
    }
  }
  return all;
}

function itemsOf(parts: Schema[]): Schema | undefined {
  const items = parts.flatMap(({ items: own }): Schema[] => (own === undefined ? [] : [own]));
  return items.length === 0 ? undefined : items.reduce(allOf);
}

function allOf(a: Schema, b: Schema): Schema {
  return { allOf: [a, b] };
}

/** Of two values of one keyword: the same once, two different ones as a list. */
function both(a: unknown, b: unknown): unknown {
  return a === undefined || canonical(a) === canonical(b) ? b : [a, b];
}

/** Keys under which every key is a name, even `title`. */
const NAMES = /^((pattern)?properties|schemas|parameters|headers|responses|\$defs)$/i;
/** Keys whose value is a value that is sent, and no schema. */
const VALUES = ['const', 'enum', 'default'];
const FOR_PEOPLE =
  /^(title|summary|description|examples?|deprecated|readOnly|writeOnly|info|externalDocs|\$(comment|schema|id))$/;

export function isForPeople(key: string): boolean {
  return FOR_PEOPLE.test(key);
}

/** Citations and marks for reports too. That a field is encrypted binds who reads it. */
function isWords(key: string): boolean {
  return isForPeople(key) || (key.startsWith('x-') && key !== 'x-encrypted');
}

/** A copy of a schema or document without the keys that are left out, by default words and citations. */
export function withoutWords(value: unknown, isLeftOut = isWords, areNames = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutWords(item, isLeftOut));
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([key]) => areNames || !isLeftOut(key));
  return Object.fromEntries(
    kept.map(([key, part]) => [
      key,
      !areNames && VALUES.includes(key) ? part : withoutWords(part, isLeftOut, !areNames && NAMES.test(key)),
    ]),
  );
}
