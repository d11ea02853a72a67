/** Finds the fields of an exchange that the documentation does not list: worth a note, never a violation. */
import type { Compiled, SchemaNode } from '../contract/compiled.ts';
import { type Exchange, jsonOf, member } from './exchange.ts';
import { answerKind, type OperationId } from './operation.ts';
import { answerSchema, requestSchema } from './schema-of.ts';

/** What is documented below one place, gathered once a schema so that a walk is one look-up a key. */
interface Place {
  /** JSON Pointer of the place, `*` for any index. */
  readonly pointer: string;
  /** undefined where anything may stand. */
  readonly fields?: ReadonlyMap<string, Place>;
  readonly items?: Place;
  /** Where the value of one field decides what is documented beside it (triggerEvent of a rule). */
  readonly cases?: { readonly field: string; readonly places: ReadonlyMap<unknown, Place> };
}

const places = new Map<Compiled, Place>();

/** Calls `seen` with the JSON Pointer, `*` for any index, of every field that is not documented for the operation. */
export function undocumentedFields(
  operationId: OperationId,
  { request, response }: Exchange,
  seen: (pointer: string) => void,
): void {
  undocumentedIn(requestSchema(operationId), '/request/body', jsonOf(request.body), seen);
  const answer = answerSchema(operationId, answerKind(operationId, response.status));
  undocumentedIn(answer, '/response/body', jsonOf(response.body), seen);
}

/** The same for a value of one schema, which always stands at this pointer. */
export function undocumentedIn(
  schema: Compiled | undefined,
  pointer: string,
  value: unknown,
  seen: (pointer: string) => void,
): void {
  walk(placeOf(schema, pointer), value, seen);
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

function placeOf(compiled: Compiled | undefined, pointer: string): Place | undefined {
  if (!compiled) return undefined;
  const known = places.get(compiled);
  if (known) return known;
  const place = gathered([compiled.schema], pointer);
  places.set(compiled, place);
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
