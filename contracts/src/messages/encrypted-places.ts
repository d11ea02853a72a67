/** Where the texts of a message stand that the documents mark as encrypted. */

import { triggerEvents } from '../../generated/operations.ts';
import open from '../../generated/validators/open.js';
import type { SchemaNode } from '../contract/compiled.ts';
import { isObject } from '../contract/is-object.ts';
import type { TriggerEvent } from './notification-rule.ts';

/** A field of an object of the message; `pointer` is its JSON Pointer. */
export interface EncryptedPlace {
  readonly holder: Record<string, unknown>;
  readonly field: string;
  readonly pointer: string;
}

/** The one encrypted text that holds JSON, by the same name in every event. */
export const DETAILS = 'details';

interface EncryptedFields {
  readonly own: readonly string[];
  /** The encrypted fields of the items of a list, by the name of the list. */
  readonly ofItems: readonly (readonly [list: string, fields: readonly string[]])[];
}

const fieldsOfEvents = new Map<unknown, EncryptedFields>(
  triggerEvents.map((event) => [event, encryptedFields(event)]),
);

/**
 * A copy of the message down to its items, and every place in it where cipher is due, whether or not anything stands
 * there; always in one order, so two trees of one message have the same places. What is no message, or of no
 * documented trigger event, has none.
 */
export function encryptedPlaces(message: unknown): { copy: unknown; places: readonly EncryptedPlace[] } {
  const fields = isObject(message) ? fieldsOfEvents.get(message['triggerEvent']) : undefined;
  if (!isObject(message) || fields === undefined) return { copy: message, places: [] };
  const copy = { ...message };
  const places = fields.own.map((field) => ({ holder: copy, field, pointer: `/${field}` }));
  for (const [list, names] of fields.ofItems) {
    const items = copy[list];
    if (!Array.isArray(items)) continue;
    copy[list] = items.map((item, index) => {
      if (!isObject(item)) return item;
      const holder = { ...item };
      for (const field of names) places.push({ holder, field, pointer: `/${list}/${index}/${field}` });
      return holder;
    });
  }
  return { copy, places };
}

/** Whether a message that was decrypted holds nothing of what was encrypted: what cannot be decrypted is absent. */
export function isNothingPlain(decrypted: unknown): boolean {
  return encryptedPlaces(decrypted).places.every(({ holder, field }) => (holder[field] ?? null) === null);
}

function encryptedFields(event: TriggerEvent): EncryptedFields {
  const { properties = {} } = open[`${event}.message`].schema;
  const lists = Object.entries(properties).map(([list, { items }]) => [list, namesIn(items)] as const);
  return { own: namesIn({ properties }), ofItems: lists.filter(([, names]) => names.length > 0) };
}

function namesIn({ properties = {} }: SchemaNode = {}): string[] {
  return Object.keys(properties).filter((name) => properties[name]?.['x-encrypted'] === true);
}
