/** Where the texts of a message stand that the documents mark as encrypted. */
import { triggerEvents } from '../../generated/operations.ts';
import open from '../../generated/validators/open.js';
import type { SchemaNode } from '../base/compiled-schema.ts';
import { JsonError, type JsonText, readJson, writeJson } from '../base/exact-json.ts';
import { isObject } from '../base/json-value.ts';
import { kindOf } from '../base/text.ts';
import { type Cipher, CipherError, cipherThrew } from './cipher.ts';
import type { MessageOf, PlainMessage, TriggerEvent } from './message.ts';

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

/** Turns a plain message into the one that travels (Events 3). */

/**
 * Encrypts every text that the documents mark as encrypted and writes `details` as JSON first, its numbers digit for
 * digit; null stays null and what is absent stays absent. LosslessNumbers beside the details stay what they are:
 * write the message with `writeJson`. The plain message is left as it is.
 */
export async function encryptMessage<Plain extends PlainMessage>(
  plain: Plain,
  cipher: Cipher,
): Promise<MessageOf<Plain['triggerEvent']>> {
  const { copy, places } = encryptedPlaces(plain);
  await Promise.all(
    places.map(async ({ holder, field }) => {
      const text = textOf(holder[field], field);
      if (text !== undefined) holder[field] = await cipher.encrypt(text);
    }),
  );
  return copy as MessageOf<Plain['triggerEvent']>;
}

function textOf(value: unknown, field: string): string | undefined {
  if (field === DETAILS && typeof value === 'object' && value !== null) return writeJson(value);
  return typeof value === 'string' ? value : undefined;
}

/** Reads the encrypted texts of a message that has arrived (Events 3). */

export interface DecryptedMessage {
  /**
   * The message with its texts in plain and with `details` as the object that they hold, in a plain and an exact view
   * as readJson gives them. A field that has a problem is absent; what is no text (null, a number) is left as it is.
   */
  readonly plain: JsonText;
  readonly problems: readonly DecryptionProblem[];
}

/** `pointer` is the JSON Pointer of the field in the message; `reason` repeats nothing of what stands there. */
export interface DecryptionProblem {
  readonly pointer: string;
  readonly reason: string;
  /** The text decrypts, but to something that details never hold; another clause is broken then. */
  readonly isContent?: true;
}

/** What was read of one place: nothing where no text stands, else both views of what it holds, or a problem. */
type Read = JsonText | Omit<DecryptionProblem, 'pointer'> | undefined;

/**
 * Takes any JSON value, as readJson gives it, and throws on none: a message of an unknown trigger event comes back as
 * it is. All texts are decrypted at once, since the time of WebCrypto is mostly waiting. Throws TypeError for what
 * readJson never gives.
 */
export async function decryptMessage(message: JsonText, cipher: Cipher): Promise<DecryptedMessage> {
  if (message === undefined || message === null || !('value' in Object(message)))
    throw new TypeError('decryptMessage takes a message as readJson gives it: { value, exact }.');
  const { copy, places } = encryptedPlaces(message.value);
  const reads = await Promise.all(places.map(({ holder, field }) => read(holder[field], field, cipher)));
  const problems = places.flatMap(({ pointer }, index) => {
    const found = reads[index];
    return found !== undefined && 'reason' in found ? [{ pointer, ...found }] : [];
  });
  fill(places, reads, 'value');
  return { plain: new PlainView(message, reads, copy), problems };
}

/** A class, because a getter in a literal makes a shape a call. */
class PlainView implements JsonText {
  readonly value: unknown;
  readonly #message: JsonText;
  readonly #reads: readonly Read[];
  #exact: unknown;

  constructor(message: JsonText, reads: readonly Read[], value: unknown) {
    this.value = value;
    this.#message = message;
    this.#reads = reads;
  }

  get exact(): unknown {
    this.#exact ??= exactView(this.#message, this.#reads, this.value);
    return this.#exact;
  }
}

function exactView(message: JsonText, reads: readonly Read[], plain: unknown): unknown {
  const isPlainExact = reads.every((found) => found === undefined || 'reason' in found || isShared(found));
  if (isShared(message) && isPlainExact) return plain;
  const { copy, places } = encryptedPlaces(message.exact);
  fill(places, reads, 'exact');
  return copy;
}

function isShared({ value, exact }: JsonText): boolean {
  return value === exact;
}

function fill(places: readonly EncryptedPlace[], reads: readonly Read[], view: keyof JsonText): void {
  places.forEach(({ holder, field }, index) => {
    const found = reads[index];
    if (found === undefined) return;
    if ('reason' in found) delete holder[field];
    else holder[field] = found[view];
  });
}

async function read(value: unknown, field: string, cipher: Cipher): Promise<Read> {
  if (typeof value !== 'string') return undefined;
  try {
    const text = await cipher.decrypt(value);
    return field === DETAILS ? detailsOf(text) : { value: text, exact: text };
  } catch (error) {
    if (error instanceof CipherError) return { reason: error.message };
    // An adapter of somebody else; its own words may repeat the text.
    return { reason: cipherThrew.decrypt };
  }
}

function detailsOf(text: string): Read {
  try {
    const details = readJson(text);
    const kind = kindOf(details.value);
    return kind === 'an object'
      ? details
      : { reason: `what it decrypts to is ${kind}, not an object`, isContent: true };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { reason: `what it decrypts to is not JSON: ${error.message}`, isContent: true };
  }
}
