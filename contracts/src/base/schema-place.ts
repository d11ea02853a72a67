/** What a schema says of each part of a value. */
import type { ClauseId } from '../../generated/clause-id.ts';
import { isObject, member, pointerToken } from './json-value.ts';
import type { SchemaNode } from './schema.ts';

export class SchemaPlace {
  /** JSON Pointer, `*` for any index. */
  readonly pointer: string;
  /** All schemas that apply, with their `allOf`. */
  readonly nodes: readonly SchemaNode[];
  /** The clauses that these schemas state. */
  readonly clauses: readonly ClauseId[];
  /** The names of the fields that these schemas list. */
  readonly names: ReadonlySet<string>;
  readonly #always: boolean;
  /** Whether these schemas list any fields. */
  readonly isListing: boolean;
  readonly #conditions: readonly { readonly due: [string, SchemaNode][]; readonly then: SchemaNode[] }[];
  readonly #branches = new Map<string, SchemaPlace>();
  readonly #fields = new Map<string, SchemaPlace>();
  #items: SchemaPlace | undefined;

  /** With `always`, the branches of all conditions apply, at every depth. */
  constructor(schemas: readonly SchemaNode[], pointer = '', always = false) {
    this.pointer = pointer;
    this.nodes = schemas.flatMap((schema) => withAllOf(schema, always));
    this.clauses = this.nodes.flatMap((node) => (node['x-clauses'] ?? []) as ClauseId[]);
    this.names = new Set(this.nodes.flatMap(({ properties = {} }) => Object.keys(properties)));
    this.#always = always;
    this.isListing = this.nodes.some(({ properties }) => properties);
    const conditional = always ? [] : this.nodes.filter((node) => node.if);
    this.#conditions = conditional.map((node) => ({
      due: Object.entries(node.if?.properties ?? {}),
      then: node.then ? [node.then] : [],
    }));
  }

  /** Adds the branches of the conditions that the value meets; conditions compare fields with constants. */
  for(value: unknown): SchemaPlace {
    if (this.#conditions.length === 0) return this;
    const met = this.#conditions.map(({ due }) =>
      due.every(([name, part]) => member(value, name) === part.const),
    );
    const key = met.join();
    const known = this.#branches.get(key);
    if (known) return known;
    const added = this.#conditions.flatMap(({ then }, at) => (met[at] ? then : []));
    const branch = new SchemaPlace([...this.nodes.filter((node) => !node.if), ...added], this.pointer);
    this.#branches.set(key, branch);
    return branch;
  }

  /** undefined for a field that no schema lists. */
  field(name: string): SchemaPlace | undefined {
    const known = this.#fields.get(name);
    if (known || !this.names.has(name)) return known;
    const own = this.nodes.flatMap(({ properties = {} }) =>
      Object.hasOwn(properties, name) ? (properties[name] ?? []) : [],
    );
    const field = new SchemaPlace(own, `${this.pointer}/${pointerToken(name)}`, this.#always);
    this.#fields.set(name, field);
    return field;
  }

  get items(): SchemaPlace | undefined {
    if (this.#items) return this.#items;
    const own = this.nodes.flatMap(({ items }) => items ?? []);
    if (own.length > 0) this.#items = new SchemaPlace(own, `${this.pointer}/*`, this.#always);
    return this.#items;
  }
}

function withAllOf({ allOf = [], ...node }: SchemaNode, always: boolean): SchemaNode[] {
  const added = always && node.then ? [...allOf, node.then] : allOf;
  return [node, ...added.flatMap((part) => withAllOf(part, always))];
}

const roots = new WeakMap<SchemaNode, SchemaPlace>();

export function placeOf(schema: SchemaNode): SchemaPlace {
  const root = roots.get(schema) ?? new SchemaPlace([schema]);
  roots.set(schema, root);
  return root;
}

/** The schemas from the root to the pointer, `details` for the field of that name; undefined for a field that is not listed. */
export function nodesAt(
  root: SchemaPlace | undefined,
  pointer: string,
  details?: SchemaPlace,
): readonly SchemaNode[] | undefined {
  let place = root;
  const nodes = [...(root?.nodes ?? [])];
  for (const step of pointer.split('/').slice(1)) {
    const field = /^\d+$/.test(step) ? place?.items : place?.field(step);
    place = step === 'details' && details ? details : field;
    nodes.push(...(place?.nodes ?? []));
  }
  return place && nodes;
}

/**
 * Calls `seen` for the value and for every part of it that the schema lists, `unlisted` with the JSON Pointer, `*` for any
 * index, of every field that it does not list.
 */
export function visitPlaces(
  any: SchemaPlace,
  value: unknown,
  seen: (place: SchemaPlace, value: unknown) => void,
  unlisted: (pointer: string) => void = () => {},
): void {
  const place = any.for(value);
  seen(place, value);
  if (Array.isArray(value)) {
    for (const item of value) if (place.items) visitPlaces(place.items, item, seen, unlisted);
  } else if (isObject(value)) {
    for (const name in value) {
      const field = place.field(name);
      if (field && value[name] !== undefined) visitPlaces(field, value[name], seen, unlisted);
      else if (!field && place.isListing) unlisted(`${place.pointer}/${pointerToken(name)}`);
    }
  }
}
