/** A decrypted message without anybody's data: its numbers, times and words stay, and so does its structure. */
import open from '../../../contracts/generated/validators/open.js';
import type { SchemaNode } from '../../../contracts/src/contract/compiled.ts';
import { member } from '../../../contracts/src/judge/exchange.ts';
import { inWords } from './mark.ts';
import { redactJson } from './redact-json.ts';
import { redactTwice } from './redact-twice.ts';

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
