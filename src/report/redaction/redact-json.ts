/** A JSON value without secrets, personal values and undocumented fields, as the schemas of its place mark them. */

import open from '../../../contracts/generated/validators/open.js';
import type { SchemaNode } from '../../../contracts/src/base/compiled-schema.ts';
import { isNumber } from '../../../contracts/src/base/text.ts';
import { member } from '../../../contracts/src/judge/exchange.ts';
import {
  inWords,
  type Reason,
  type Redaction,
  redactLink,
  redactText,
  redactTwice,
  strike,
} from './redact-text.ts';

/** A schema as far as it tells what may be repeated. */
type Node = SchemaNode & { type?: string | string[]; const?: unknown; enum?: unknown[] };

/**
 * Keeps the structure, null, and the values of documented fields that are neither secret nor personal and of a kind
 * that the documentation gives them. `nodes` are the schemas that speak of the value, `name` is that of its field.
 */
export function redactJson(
  value: unknown,
  nodes: readonly SchemaNode[],
  name: string,
  how: Redaction,
  isPersonal = false,
): unknown {
  if (value === null || value === undefined || value === '') return value;
  const all = nodes.flatMap(partsOf);
  const found = reasonFor(value, all, isPersonal);
  const reason = how.isOpen && found !== 'secret' ? undefined : found;
  if (reason === 'secret' || reason === 'undocumented') return how.mark(reason, name, value);
  const inner = (part: unknown, key: string, place: readonly SchemaNode[]) =>
    redactJson(part, place, key, how, reason === 'personal');
  if (Array.isArray(value)) {
    const items = all.flatMap((node) => node.items ?? []);
    return value.map((item) => inner(item, name, items));
  }
  if (typeof value === 'object' && !isNumber(value)) {
    const entries = Object.entries(value).map(([key, part]) => {
      return [strike(key, how), inner(part, key, membersOf(all, key))];
    });
    return Object.fromEntries(entries);
  }
  if (reason === 'personal') return how.mark(reason, name, value);
  if (typeof value !== 'string' || isWord(value, all) || how.isOpen) return value;
  return all.some(({ format }) => format === 'uri') ? redactLink(value, how) : redactText(value, how);
}

/** The schemas of a member of an object. */
export function memberNodes(nodes: readonly SchemaNode[], key: string): SchemaNode[] {
  return membersOf(nodes.flatMap(partsOf), key);
}

/** The same of nodes that are whole already. */
function membersOf(nodes: readonly Node[], key: string): SchemaNode[] {
  return nodes.flatMap(({ properties }) => (member(properties, key) as SchemaNode | undefined) ?? []);
}

function reasonFor(value: unknown, nodes: readonly Node[], isPersonal: boolean): Reason | undefined {
  if (nodes.some(({ format }) => format === 'password')) return 'secret';
  const isMarked = nodes.some((node) => node['x-personal'] || node['x-encrypted']);
  if ((isMarked || isPersonal) && nodes.length > 0) return 'personal';
  return nodes.some((node) => kinds(node).includes(kind(value))) ? undefined : 'undocumented';
}

/** A node and all that it is put together from, whatever their conditions. */
const partsOf = onceEach((node: SchemaNode): readonly Node[] => {
  const then = node.then ? [node.then] : [];
  return [node, ...[...(node.allOf ?? []), ...then].flatMap(partsOf)];
});

const kinds = onceEach(({ type, const: only, enum: words = [], 'x-not-shown': open }: Node): string[] => {
  // A field whose type is not shown still is one value.
  if (open === 'FIELD-TYPE' && type === undefined) return ['string', 'number', 'boolean'];
  const types = [type ?? []].flat().map((name) => (name === 'integer' ? 'number' : name));
  return [...types, ...[only ?? [], words].flat().map(kind)];
});

/** A run asks the same few schemas for each of its values. */
function onceEach<Read>(read: (node: Node) => Read): (node: Node) => Read {
  const known = new WeakMap<Node, Read>();
  return (node) => {
    const result = known.get(node) ?? read(node);
    known.set(node, result);
    return result;
  };
}

function kind(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return isNumber(value) ? 'number' : typeof value;
}

/** A word of the documentation tells nothing of anybody. */
function isWord(value: string, nodes: readonly Node[]): boolean {
  return nodes.some((node) => node.const === value || node.enum?.includes(value));
}

/** A decrypted message without anybody's data: its numbers, times and words stay, and so does its structure. */

const schemas: Record<string, { readonly schema: SchemaNode } | undefined> = open;

/** A message of an unknown trigger event keeps nothing. */
export function redactMessage(message: unknown): unknown {
  const nodes = decryptedSchema(member(message, 'triggerEvent'));
  return redactTwice(inWords, (how) => redactJson(message, nodes, 'message', how));
}

/** The schema of the message, where its items hold the details themselves and not the text that encrypts them. */
function decryptedSchema(event: unknown): SchemaNode[] {
  const message = schemas[`${event}.message`]?.schema;
  const details = schemas[`${event}.details`]?.schema;
  if (!message) return [];
  const properties = Object.entries(message.properties ?? {}).map(([name, node]) => {
    const isList = details !== undefined && node.items?.properties !== undefined;
    const items = isList && { ...node.items, properties: { ...node.items?.properties, details } };
    return [name, items ? { ...node, items } : node];
  });
  return [{ ...message, properties: Object.fromEntries(properties) }];
}
