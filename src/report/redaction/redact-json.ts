/** Redacts JSON by the schemas of its place: secrets, personal values and undocumented fields are marked. */
import open from '../../../contracts/generated/validators/open.js';
import type { SchemaNode } from '../../../contracts/src/base/compiled-schema.ts';
import { isNumber, member } from '../../../contracts/src/base/json-value.ts';
import { memberSchemas, schemaParts } from '../../../contracts/src/base/redact.ts';
import {
  inWords,
  knownIn,
  type Reason,
  type Redaction,
  redaction,
  redactLink,
  redactText,
  strike,
} from './redact-text.ts';

type Node = SchemaNode & { type?: string | string[]; const?: unknown; enum?: unknown[] };

/**
 * Keeps the structure, null, and the values of documented fields that are neither secret nor personal and of a kind
 * that the documentation gives them. `nodes` are the schemas of the value, `name` is that of its field.
 */
export function redactJson(
  value: unknown,
  nodes: readonly SchemaNode[],
  name: string,
  how: Redaction,
  isPersonal = false,
): unknown {
  if (value === null || value === undefined || value === '') return value;
  const all: readonly Node[] = nodes.flatMap(schemaParts);
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
      return [strike(key, how), inner(part, key, memberSchemas(all, key))];
    });
    return Object.fromEntries(entries);
  }
  if (reason === 'personal') return how.mark(reason, name, value);
  if (typeof value !== 'string' || isWord(value, all) || how.isOpen) return value;
  return all.some(({ format }) => format === 'uri') ? redactLink(value, how) : redactText(value, how);
}

function reasonFor(value: unknown, nodes: readonly Node[], isPersonal: boolean): Reason | undefined {
  if (nodes.some(({ format }) => format === 'password')) return 'secret';
  const isMarked = nodes.some((node) => node['x-personal'] || node['x-encrypted']);
  if ((isMarked || isPersonal) && nodes.length > 0) return 'personal';
  return nodes.some((node) => allows(node, kind(value))) ? undefined : 'undocumented';
}

function allows({ type, const: only, enum: words = [], 'x-not-shown': open }: Node, found: string): boolean {
  // A field whose type is not shown is one value.
  if (open === 'FIELD-TYPE' && type === undefined) return ['string', 'number', 'boolean'].includes(found);
  const isOfType = [type].flat().some((name) => name === found || (name === 'integer' && found === 'number'));
  return isOfType || [only ?? [], words].flat().some((word) => kind(word) === found);
}

function kind(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return isNumber(value) ? 'number' : typeof value;
}

/** A documented word is neither secret nor personal. */
function isWord(value: string, nodes: readonly Node[]): boolean {
  return nodes.some((node) => node.const === value || node.enum?.includes(value));
}

const schemas: Record<string, { readonly schema: SchemaNode } | undefined> = open;

/** A decrypted message: its structure, numbers, times and words stay. One of an unknown trigger event keeps nothing. */
export function redactMessage(message: unknown): unknown {
  const nodes = decryptedSchema(member(message, 'triggerEvent'));
  const redactWith = (how: Redaction) => redactJson(message, nodes, 'message', how);
  return redactWith(redaction(inWords, knownIn(redactWith)));
}

/** The schema of the message, in which items hold their details and not the text that encrypts them. */
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
