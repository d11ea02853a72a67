/** Finds the fields of one value that its schema does not list. Apart from the operations, so that one schema is enough. */
import type { Compiled, SchemaNode } from '../base/compiled-schema.ts';
import { member } from './exchange.ts';

/** What is documented below one place, gathered once a schema so that a walk is one look-up a key. */
interface Place {
  /** JSON Pointer of the place in the value, `*` for any index. */
  readonly pointer: string;
  /** undefined where anything may stand. */
  readonly fields?: ReadonlyMap<string, Place>;
  readonly items?: Place;
  /** Where the value of one field decides what is documented beside it (triggerEvent of a rule). */
  readonly cases?: { readonly field: string; readonly places: ReadonlyMap<unknown, Place> };
}

const places = new Map<Compiled, Place>();

/**
 * Calls `seen` with the JSON Pointer, `*` for any index, of every field of the value that the schema does not list; `pointer`
 * is where the value stands. Without a schema everything may stand there.
 */
export function undocumentedIn(
  compiled: Compiled | undefined,
  pointer: string,
  value: unknown,
  seen: (pointer: string) => void,
): void {
  if (compiled) walk(placeOf(compiled), value, (field) => seen(pointer + field));
}

function walk(place: Place | undefined, value: unknown, seen: (pointer: string) => void): void {
  if (!place || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) walk(place.items, item, seen);
    return;
  }
  const { cases } = place;
  const fields = (cases?.places.get(member(value, cases.field)) ?? place).fields;
  if (!fields) return;
  for (const name in value) {
    const field = fields.get(name);
    if (!field) seen(`${place.pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    else walk(field, (value as Record<string, unknown>)[name], seen);
  }
}

function placeOf(compiled: Compiled): Place {
  let place = places.get(compiled);
  if (!place) {
    place = gathered([compiled.schema], '');
    places.set(compiled, place);
  }
  return place;
}

/** One place out of all schema nodes that speak of it. */
function gathered(nodes: readonly SchemaNode[], pointer: string): Place {
  const all = nodes.flatMap(withParts);
  const named = new Map<string, SchemaNode[]>();
  for (const [name, node] of all.flatMap((node) => Object.entries(node.properties ?? {})))
    named.set(name, [...(named.get(name) ?? []), node]);
  const fields = [...named].map(([name, of]) => [name, gathered(of, `${pointer}/${name}`)] as const);
  const items = all.flatMap((node) => node.items ?? []);
  const isOpen = all.every((node) => node.properties === undefined);
  return {
    pointer,
    ...(!isOpen && { fields: new Map(fields) }),
    ...(items.length > 0 && { items: gathered(items, `${pointer}/*`) }),
    ...casesOf(all, pointer),
  };
}

function casesOf(nodes: readonly SchemaNode[], pointer: string): Pick<Place, 'cases'> {
  const branches = nodes.flatMap(({ if: condition, then }) => {
    const [[field, { const: value } = {}] = []] = Object.entries(condition?.properties ?? {}) as [
      string,
      { const?: unknown },
    ][];
    return field === undefined || !then ? [] : [{ field, value, then }];
  });
  const [first] = branches;
  if (!first) return {};
  const others = nodes.filter((node) => !node.if);
  const places = branches.map(({ value, then }) => [value, gathered([...others, then], pointer)] as const);
  return { cases: { field: first.field, places: new Map(places) } };
}

/** The node and every node that its allOf adds to it, none with an allOf of its own any more. */
function withParts({ allOf = [], ...node }: SchemaNode): SchemaNode[] {
  return [node, ...allOf.flatMap(withParts)];
}
