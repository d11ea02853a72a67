/** Finds what must not be repeated: by the name of a field, by the schema of its place, and wherever else it appears. */
import type { SchemaNode } from './compiled-schema.ts';

/** A header, field or parameter of such a name holds a credential. */
export const SECRET_NAME = /auth|cookie|credential|key|pass|secret|session|signature|token/i;

/** Whether the value at the place that these nodes describe is a secret or personal. */
export function isSensitive(nodes: readonly SchemaNode[]): boolean {
  return nodes.some(
    (node) => node['x-personal'] === true || node['x-encrypted'] === true || node.format === 'password',
  );
}

const partsOfNodes = new WeakMap<SchemaNode, readonly SchemaNode[]>();

/** A node and all nodes that it combines, whatever their conditions. */
function schemaParts(node: SchemaNode): readonly SchemaNode[] {
  const known = partsOfNodes.get(node);
  if (known) return known;
  const parts = [node, ...[...(node.allOf ?? []), ...(node.then ? [node.then] : [])].flatMap(schemaParts)];
  partsOfNodes.set(node, parts);
  return parts;
}

/** The parts of all of these nodes; most places have one node. */
export function partsOf(nodes: readonly SchemaNode[]): readonly SchemaNode[] {
  const [only] = nodes;
  return only && nodes.length === 1 ? schemaParts(only) : nodes.flatMap(schemaParts);
}

/** What these parts say of a field of their object. */
export function memberSchemas(parts: readonly SchemaNode[], name: string): SchemaNode[] {
  const found: SchemaNode[] = [];
  for (const { properties } of parts) {
    const node = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (node) found.push(node);
  }
  return found;
}

/** So that a value is struck before another one that is a part of it. */
export function longestFirst(values: Iterable<string>): string[] {
  return [...values].sort((a, b) => b.length - a.length);
}

/** The text with `put` in place of each of `values`, longest first, which is not searched again; `rest` rewrites the text between. */
export function strikeValues(
  text: string,
  values: readonly string[],
  put: (at: number) => string,
  rest = (left: string): string => left,
): string {
  // Not one pattern of all values: a provider may send a value that no pattern can hold.
  const strikeFrom = (left: string, start: number): string => {
    for (let at = start; at < values.length; at++) {
      const value = values[at] as string;
      if (!left.includes(value)) continue;
      return left
        .split(value)
        .map((part) => strikeFrom(part, at + 1))
        .join(put(at));
    }
    return rest(left);
  };
  return strikeFrom(text, 0);
}

/** The address without the user and password before its host. */
export function withoutCredentials(address: string): string {
  return address.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/?#]*@/i, '$1//');
}
