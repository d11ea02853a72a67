/** Every place of the documents where a field stands: in requests, answers, messages and decrypted details. */

import open from '../../generated/validators/open.js';
import type { SchemaNode } from '../contract/compiled.ts';
import { TYPE_NAMES } from '../contract/type-names.ts';

export interface DocumentedPlace {
  /** `createUser.request`, `NEW_TRANSACTIONS.details`; of params with their trigger event behind it. */
  readonly schema: string;
  /** `transactionDetails[].amount`. */
  readonly path: string;
  /** What it holds, in the terms of the field: `a number, required`. */
  readonly is: string;
  readonly clauses: readonly string[];
  /** The facts that are not shown of it. */
  readonly open: readonly string[];
}

type Described = SchemaNode & { readonly const?: unknown; readonly enum?: readonly unknown[] };

let known: readonly DocumentedPlace[] | undefined;

export function documentedPlaces(): readonly DocumentedPlace[] {
  known ??= Object.entries<{ schema: SchemaNode }>(open).flatMap(([name, { schema }]) =>
    placesIn(name, schema, ''),
  );
  return known;
}

function placesIn(schema: string, node: SchemaNode, at: string): DocumentedPlace[] {
  const fields = Object.entries(node.properties ?? {}).flatMap(([name, field]) => {
    const path = at === '' ? name : `${at}.${name}`;
    // A branch that says nothing of a field but its constant repeats what stands beside the branches.
    const isTag = Object.keys(field).length === 1 && 'const' in field;
    const isRequired = node.required?.includes(name) ?? false;
    return [...(isTag ? [] : [placeOf(schema, path, field, isRequired)]), ...placesIn(schema, field, path)];
  });
  const items = node.items === undefined ? [] : placesIn(schema, node.items, `${at}[]`);
  const parts = (node.allOf ?? []).flatMap((part) => placesIn(schema, part, at));
  return [...fields, ...items, ...parts, ...branchPlaces(schema, node, at)];
}

/** What holds for one trigger event alone; that the rule has params stands beside the branches already. */
function branchPlaces(schema: string, node: SchemaNode, at: string): DocumentedPlace[] {
  if (node.then === undefined) return [];
  const tag = Object.values(node.if?.properties ?? {})[0] as Described | undefined;
  const places = placesIn(tag === undefined ? schema : `${schema} of ${tag.const}`, node.then, at);
  return places.filter(({ path }) => path !== 'params');
}

function placeOf(schema: string, path: string, field: Described, isRequired: boolean): DocumentedPlace {
  const all: Described[] = [field, ...(field.allOf ?? []), ...(field.items ? [field.items] : [])];
  const own = all.slice(0, 1 + (field.allOf?.length ?? 0));
  const is = [
    kindOf(own, field.items),
    isRequired ? 'required' : 'not required',
    ...(all.some((part) => part['x-encrypted']) ? ['encrypted'] : []),
    ...(all.some((part) => part['x-personal']) ? ['personal'] : []),
  ].join(', ');
  const clauses = [...new Set(all.flatMap((part) => part['x-clauses'] ?? []))];
  return { schema, path, is, clauses, open: [...new Set(all.flatMap((part) => part['x-not-shown'] ?? []))] };
}

function kindOf(parts: readonly Described[], items: Described | undefined): string {
  const values = parts.flatMap((part) => (part.const === undefined ? (part.enum ?? []) : [part.const]));
  const types = parts.flatMap(({ type = [] }) => type);
  const format = parts.find((part) => part.format)?.format;
  const kinds = [...new Set(types)].map((type) => TYPE_NAMES[type] ?? type).join(' or ') || 'anything';
  if (values.length > 0) return `${kinds}: ${values.join(', ')}`;
  if (items?.type !== undefined && items.type !== 'object')
    return `${kinds} of ${kindOf([items], undefined)}`;
  return format === undefined ? kinds : `${kinds} (${format})`;
}
