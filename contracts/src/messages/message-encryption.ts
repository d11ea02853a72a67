/** Encrypts and decrypts the fields of a message that the documents mark as encrypted (Events 3). */

import { triggerEvents } from '../../generated/operations.ts';
import { type EventLayout, layoutOf } from '../base/event-layout.ts';
import { JsonError, readJson, textOrValue, writeJson } from '../base/exact-json.ts';
import { isObject, isSet, member, type WithDecimals, withFloats } from '../base/json-value.ts';
import { only } from '../base/only.ts';
import { kindOf } from '../base/text.ts';
import { type Cipher, CipherError } from './cipher.ts';
import type { ExactMessage, MessageOf, PlainMessage, TriggerEvent } from './message.ts';

/** A field that the documents mark as encrypted, its object, and its JSON Pointer. */
interface EncryptedField {
  readonly holder: Record<string, unknown>;
  readonly field: string;
  readonly pointer: string;
}

/** The only encrypted field that holds JSON; it has this name in every event. */
const DETAILS = 'details';

/** A copy of the message, and every encrypted field in it, set or not, always in the same order. */
function encryptedFields(message: unknown): { copy: unknown; fields: readonly EncryptedField[] } {
  const fields: EncryptedField[] = [];
  const event = triggerEvents.find((each) => each === member(message, 'triggerEvent'));
  if (!event || !isObject(message)) return { copy: message, fields };
  const { list = '', encrypted }: EventLayout = layoutOf[event];
  const copy = copied(message, encrypted.message, '');
  const items = copy[list];
  if (Array.isArray(items))
    copy[list] = items.map((item, at) =>
      isObject(item) ? copied(item, encrypted.item, `/${list}/${at}`) : item,
    );
  return { copy, fields };

  function copied(value: object, names: readonly string[], pointer: string): Record<string, unknown> {
    const holder: Record<string, unknown> = { ...value };
    for (const field of names) fields.push({ holder, field, pointer: `${pointer}/${field}` });
    return holder;
  }
}

/** Whether a decrypted message has no value in any encrypted field, since what cannot be decrypted is absent. */
export function hasNothingDecrypted(decrypted: unknown): boolean {
  return encryptedFields(decrypted).fields.every(({ holder, field }) => !isSet(holder[field]));
}

/** The message as sent; numbers of an exact message may keep their digits. */
type Encrypted<Plain extends ExactMessage> = Plain extends PlainMessage
  ? MessageOf<Plain['triggerEvent']>
  : WithDecimals<MessageOf<Plain['triggerEvent']>>;

/**
 * Copies the message and encrypts every encrypted field, `details` as JSON. null stays null, and absent fields stay absent.
 * Write the message with `writeJson`, which keeps the digits of its numbers. Rejects with the error of the cipher.
 *
 * @example
 * import { buildMessage, defaultCipher, encryptMessage, TEST_KEY } from 'bank-access-contracts/messages';
 * import { writeJson } from 'bank-access-contracts/json';
 * const message = buildMessage('NEW_TRANSACTIONS', { includeDetails: true });
 * const body = writeJson(await encryptMessage(message, await defaultCipher(TEST_KEY)));
 */
export async function encryptMessage<Plain extends ExactMessage>(
  plain: Plain,
  cipher: Cipher,
): Promise<Encrypted<Plain>> {
  const { copy, fields } = encryptedFields(plain);
  await Promise.all(
    fields.map(async ({ holder, field }) => {
      const value = holder[field];
      const text =
        field === DETAILS && typeof value === 'object' && value !== null ? writeJson(value) : value;
      if (typeof text === 'string') holder[field] = await cipher.encrypt(text);
    }),
  );
  return copy as Encrypted<Plain>;
}

export interface DecryptedMessage<Event extends TriggerEvent = TriggerEvent> {
  /**
   * The message in plain text, `details` as an object: with JavaScript numbers, and as readJson gives it. A field with a
   * problem is absent, whatever its type says; null and numbers are unchanged.
   */
  readonly plain: { readonly value: PlainMessage<Event>; readonly exact: ExactMessage<Event> };
  readonly problems: readonly DecryptionProblem[];
}

/** A field that did not decrypt. `pointer` is its JSON Pointer; `reason` repeats nothing of its value. */
export interface DecryptionProblem {
  readonly pointer: string;
  readonly reason: string;
  /** Set if the text decrypts, but to something that details never hold, which breaks another clause. */
  readonly isContent?: true;
}

/** A field's content or problem; undefined if it is not text. */
type DecryptedField = { readonly content: unknown } | Omit<DecryptionProblem, 'pointer'> | undefined;

/** The trigger event in the type of a message; any if there is none. */
type EventIn<Message> = Message extends { readonly triggerEvent: infer Event extends TriggerEvent }
  ? Event
  : TriggerEvent;

/**
 * Decrypts a message, as its text or its parsed value; one of an unknown trigger event is returned unchanged. All texts are
 * decrypted at once, since WebCrypto mostly waits. Rejects with TypeError for anything but an object, and JsonError for text
 * that is not JSON; a field that cannot be decrypted is a problem.
 *
 * @example
 * import low from 'bank-access-contracts/fixtures/LOW_ACCOUNT_BALANCE/full.json' with { type: 'json' };
 * import { decryptMessage, defaultCipher } from 'bank-access-contracts/messages';
 * const { plain, problems } = await decryptMessage(low.message, await defaultCipher(low.key));
 * problems; // []
 */
export async function decryptMessage<Message extends object>(
  message: Message | string,
  cipher: Cipher,
): Promise<DecryptedMessage<EventIn<Message>>> {
  const json = textOrValue(message);
  if (!isObject(json)) throw new TypeError(`decryptMessage takes a message, and this is ${kindOf(json)}.`);
  const { plain, problems } = await decryptedMessage(json, cipher);
  return {
    plain: {
      value: withFloats(plain) as PlainMessage<EventIn<Message>>,
      exact: plain as ExactMessage<EventIn<Message>>,
    },
    problems,
  };
}

/** The message in plain text, without what cannot be decrypted. */
export async function decryptedMessage(
  message: object,
  cipher: Cipher,
): Promise<{ readonly plain: unknown; readonly problems: readonly DecryptionProblem[] }> {
  const { copy: plain, fields } = encryptedFields(message);
  const decryptedFields = await Promise.all(
    fields.map(({ holder, field }) => decryptedField(holder[field], field, cipher)),
  );
  const problems: DecryptionProblem[] = [];
  for (const [index, { holder, field, pointer }] of fields.entries()) {
    const found = decryptedFields[index];
    if (found === undefined) continue;
    if ('reason' in found) {
      delete holder[field];
      problems.push({ pointer, ...found });
    } else holder[field] = found.content;
  }
  return { plain, problems };
}

async function decryptedField(value: unknown, field: string, cipher: Cipher): Promise<DecryptedField> {
  if (typeof value !== 'string') return undefined;
  const { text, reason } = await decrypted(value, cipher);
  if (text === undefined) return { reason };
  if (field !== DETAILS) return { content: text };
  const details = detailsOf(text);
  const isEncryptedTwice = 'reason' in details && (await decrypted(text, cipher)).text !== undefined;
  return isEncryptedTwice ? { reason: 'what it decrypts to is encrypted, too' } : details;
}

type Decrypted = { text: string; reason?: never } | { text?: never; reason: string };

/** Decrypts a text, or says why it does not decrypt. */
export async function decrypted(text: string, cipher: Cipher): Promise<Decrypted> {
  try {
    return { text: await cipher.decrypt(text) };
  } catch (error) {
    only(error, CipherError);
    return { reason: error.message };
  }
}

function detailsOf(text: string): NonNullable<DecryptedField> {
  try {
    const content = readJson(text);
    const kind = kindOf(content);
    return kind === 'an object'
      ? { content }
      : { reason: `what it decrypts to is ${kind}, not an object`, isContent: true };
  } catch (error) {
    only(error, JsonError);
    return { reason: `what it decrypts to is not JSON: ${error.message}`, isContent: true };
  }
}
