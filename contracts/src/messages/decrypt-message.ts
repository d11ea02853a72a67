/** Reads the encrypted texts of a message that has arrived (Events 3). */
import { JsonError, type JsonText, readJson } from '../contract/exact-json.ts';
import { kindOf } from '../contract/show.ts';
import { type Cipher, CipherError } from './cipher.ts';
import { cipherThrew } from './cipher-threw.ts';
import { DETAILS, type EncryptedPlace, encryptedPlaces } from './encrypted-places.ts';

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
