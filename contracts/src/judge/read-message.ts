/** Reads a notification message for its checks: decrypts it and finds its items, their details and their transactions. */

import { type EventLayout, layoutOf } from '../base/event-layout.ts';
import { type Fields, isObject, member } from '../base/json-value.ts';
import type { Cipher } from '../messages/cipher.ts';
import type { TriggerEvent } from '../messages/message.ts';
import { type DecryptionProblem, decrypted, decryptedMessage } from '../messages/message-encryption.ts';
import { asDocumented } from './as-documented.ts';
import type { Settings } from './settings.ts';

/** A message of a documented trigger event, under the documented names of its fields (asDocumented). */
export interface NotificationMessage {
  readonly event: TriggerEvent;
  readonly layout: EventLayout;
  readonly sent: Fields;
  /** Decrypted, its details as objects; what could not be decrypted is absent. */
  readonly plain: Fields;
  /** The list of items; undefined where the message has none. */
  readonly list: readonly unknown[] | undefined;
  /** Those entries of the list that are objects. */
  readonly items: readonly MessageItem[];
  readonly problems: readonly DecryptionProblem[];
  /** The indexes of items whose bank name is encrypted, and must not be; undefined where nothing was decrypted. */
  readonly encryptedBankNames: readonly number[] | undefined;
}

export interface MessageItem {
  /** `/newTransactions/0`. */
  readonly pointer: string;
  readonly sent: Fields;
  /** Decrypted. */
  readonly plain: Fields;
  /** Its decrypted details; undefined where it has none that can be read. */
  readonly details: Fields | undefined;
  /** The list of transactions in the details. */
  readonly transactions: readonly unknown[] | undefined;
}

/** `sent` is as documented. Never throws. */
export async function readEncryptedMessage(
  sent: Fields,
  event: TriggerEvent,
  cipher: Cipher,
  settings: Settings,
): Promise<NotificationMessage> {
  const { plain, problems } = await decryptedMessage(sent, cipher);
  const items = listIn(sent, layoutOf[event]) ?? [];
  const bankNames = await encryptedBankNames(items, cipher);
  return messageOf(event, sent, asDocumented(plain, settings, event) as Fields, problems, bankNames);
}

/** Reads a message in plain text, as documented, as if it had been sent encrypted. */
export function readPlainMessage(plain: Fields, event: TriggerEvent): NotificationMessage {
  const { list = '' } = layoutOf[event];
  const items = listIn(plain, layoutOf[event]);
  const problems = [...(items ?? []).entries()].flatMap(([index, item]) => {
    if (typeof member(item, 'details') !== 'string') return [];
    return { pointer: `/${list}/${index}/details`, reason: 'it is no object', isContent: true } as const;
  });
  // Any text does for details that were encrypted.
  const sealed = items?.map((item) =>
    isObject(item) && isObject(item['details']) ? { ...item, details: '' } : item,
  );
  return messageOf(event, sealed ? { ...plain, [list]: sealed } : plain, plain, problems, undefined);
}

/** Reads a message that is encrypted, as documented, without what is encrypted in it. */
export function readSealedMessage(sent: Fields, event: TriggerEvent): NotificationMessage {
  return messageOf(event, sent, sent, [], undefined);
}

/** The items of a message of this layout; undefined where it has no list of them. */
function listIn(message: unknown, { list }: EventLayout): readonly unknown[] | undefined {
  const found = list === undefined ? undefined : member(message, list);
  return Array.isArray(found) ? found : undefined;
}

function messageOf(
  event: TriggerEvent,
  sent: Fields,
  plain: Fields,
  problems: readonly DecryptionProblem[],
  encryptedBankNames: readonly number[] | undefined,
): NotificationMessage {
  const layout = layoutOf[event];
  const list = listIn(sent, layout);
  const decrypted = listIn(plain, layout);
  const items = [...(list ?? []).entries()].flatMap(([index, sent]): MessageItem[] => {
    const plain = decrypted?.[index];
    if (!isObject(sent) || !isObject(plain)) return [];
    // Details that are sent as an object are not encrypted, and no details.
    const details =
      typeof sent['details'] === 'string' && isObject(plain['details']) ? plain['details'] : undefined;
    const found = details?.[layout.transactions ?? ''];
    const transactions = Array.isArray(found) ? found : undefined;
    return [{ pointer: `/${layout.list}/${index}`, sent, plain, details, transactions }];
  });
  return { event, layout, sent, plain, list, items, problems, encryptedBankNames };
}

/**
 * The indexes of the items whose bankName decrypts to another text with the key of the client. A cipher that decrypts
 * whatever it is given (which CipherError is there to prevent) would find every name encrypted.
 */
async function encryptedBankNames(items: readonly unknown[], cipher: Cipher): Promise<number[]> {
  const found = await Promise.all(items.map((item) => isEncrypted(member(item, 'bankName'), cipher)));
  return [...found.keys()].filter((index) => found[index]);
}

/** No encrypted text has blanks, and most names of banks do. */
async function isEncrypted(name: unknown, cipher: Cipher): Promise<boolean> {
  if (typeof name !== 'string' || name.includes(' ')) return false;
  const { text = name } = await decrypted(name, cipher);
  return text !== name;
}
