/** Judges one value by one schema, without the operations, so that a module for a single schema stays small. */
import type { ClauseId } from '../../generated/clause-id.ts';
import type { Compiled, SchemaNode } from '../base/compiled-schema.ts';
import { nativeParams } from './as-documented.ts';
import type { Finding } from './clause-check.ts';
import { member } from './exchange.ts';
import type { OperationId } from './operation.ts';
import { schemaFindings } from './schema-findings.ts';

export interface Validator {
  /**
   * What a value, as JSON.parse gives it, breaks of the documentation; empty when it breaks nothing. `pointer` is a JSON
   * Pointer into the value. Pure, and throws on no value.
   */
  readonly validate: (value: unknown) => readonly Finding[];
  /**
   * JSON Pointers, `*` for any index, of fields that the documentation does not list, each once. They break nothing; in
   * what you send yourself they are mostly typing errors.
   */
  readonly undocumented: (value: unknown) => readonly string[];
}

export interface Validated {
  /** How a finding calls the value itself. */
  readonly name: string;
  /** Broken by what the schema names no clause of its own for. */
  readonly clause: ClauseId;
  /** Whose request the value is, if it is one. */
  readonly operation?: OperationId;
  /** Whether a finding repeats no value, as of a message. */
  readonly isPersonal?: boolean;
}

export function validatorOf(
  compiled: Compiled,
  { name, clause, operation, isPersonal = false }: Validated,
): Validator {
  const { validate: isValid } = compiled;
  return {
    validate: (value) => {
      // Valid at first sight is the common case; only else it matters how the params of a rule are written.
      if (isValid(value)) return [];
      const read = operation === undefined ? value : nativeParams(operation, value);
      return schemaFindings(compiled, read, { pointer: '', name, clause, isPersonal });
    },
    undocumented: (value) => {
      const pointers = new Set<string>();
      undocumentedIn(compiled, '', value, (pointer) => pointers.add(pointer));
      return [...pointers];
    },
  };
}

const places = new Map<Compiled, DocumentedPlace>();

/** What is documented below one place, gathered once a schema so that a walk is one look-up a key. */
interface DocumentedPlace {
  /** JSON Pointer of the place in the value, `*` for any index. */
  readonly pointer: string;
  /** undefined where anything may stand. */
  readonly fields?: ReadonlyMap<string, DocumentedPlace>;
  readonly items?: DocumentedPlace;
  /** Where the value of one field decides what is documented beside it (triggerEvent of a rule). */
  readonly cases?: { readonly field: string; readonly places: ReadonlyMap<unknown, DocumentedPlace> };
}

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

function walk(place: DocumentedPlace | undefined, value: unknown, seen: (pointer: string) => void): void {
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

function placeOf(compiled: Compiled): DocumentedPlace {
  let place = places.get(compiled);
  if (!place) {
    place = gathered([compiled.schema], '');
    places.set(compiled, place);
  }
  return place;
}

/** One place out of all schema nodes that speak of it. */
function gathered(nodes: readonly SchemaNode[], pointer: string): DocumentedPlace {
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

function casesOf(nodes: readonly SchemaNode[], pointer: string): Pick<DocumentedPlace, 'cases'> {
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
