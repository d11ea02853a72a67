/** Reads responses and messages under the documented field names, and a message's items, details and transactions. */

import { triggerEvents } from '../../generated/operations.ts';
import { decimalIn } from '../base/decimal.ts';
import { type EventLayout, layoutOf } from '../base/event-layout.ts';
import { type Fields, isNumber, isObject, member, remade } from '../base/json-value.ts';
import type { Cipher } from '../messages/cipher.ts';
import type { TriggerEvent } from '../messages/message.ts';
import { type DecryptionProblem, decrypted, decryptedMessage } from '../messages/message-encryption.ts';
import type { Settings } from './settings.ts';

type Forms = Pick<Settings, 'fieldAliases'>;

/**
 * The value, of a response, a message or decrypted details, at every depth by the name of the field alone:
 * - fieldAliases: where a documented name is absent and one of its aliases is there, the value is read under the
 *   documented name too; the alias stays beside it as a further field.
 * - BIG-DECIMAL-FORM: a BigDecimal of a message that is text becomes a number, digit for digit.
 */
export function asDocumented(value: unknown, { fieldAliases }: Forms, event?: TriggerEvent): unknown {
  const aliases = Object.entries(fieldAliases);
  const decimals = event ? layoutOf[event].decimals : [];
  // A quick test: a threshold is at the top of its message, an amount deep in it.
  const areNumbers = decimals.every((name) => isNumber(member(value, name)));
  if (aliases.length === 0 && areNumbers) return value;
  return remade(value, (part, name) => {
    if (typeof part === 'string' && decimals.includes(name ?? '')) return decimalIn(part) ?? part;
    if (!isObject(part)) return part;
    const added = aliases.flatMap(([field, others]) => {
      const alias = others.find((other) => member(part, other) !== undefined);
      return alias === undefined || member(part, field) !== undefined ? [] : [[field, part[alias]]];
    });
    return { ...part, ...Object.fromEntries(added) };
  });
}

/** The field of this documented name, or of one of its aliases. */
export function documentedField(value: unknown, name: string, { fieldAliases }: Forms): unknown {
  const names = [name, ...(fieldAliases[name] ?? [])];
  return names.map((each) => member(value, each)).find((found) => found !== undefined);
}

/** A message of a documented trigger event, under the documented names of its fields (asDocumented). */
export interface NotificationMessage {
  readonly event: TriggerEvent;
  readonly layout: EventLayout;
  readonly sent: Fields;
  /** The decrypted message, details as objects, without what could not be decrypted. */
  readonly plain: Fields;
  /** The list of items; undefined where the message has none. */
  readonly list: readonly unknown[] | undefined;
  /** The items of the list that are objects. */
  readonly items: readonly MessageItem[];
  readonly problems: readonly DecryptionProblem[];
  /** The indexes of items with a wrongly encrypted bank name; undefined if nothing was decrypted. */
  readonly encryptedBankNames: readonly number[] | undefined;
}

export interface MessageItem {
  /** The pointer of the item, such as `/newTransactions/0`. */
  readonly pointer: string;
  readonly sent: Fields;
  /** The decrypted item. */
  readonly plain: Fields;
  /** The decrypted details; undefined if absent or unreadable. */
  readonly details: Fields | undefined;
  /** The list of transactions in the details. */
  readonly transactions: readonly unknown[] | undefined;
}

/** The message as documented, and its trigger event; undefined if that is not documented. */
export function messageAsDocumented(
  json: unknown,
  settings: Forms,
):
  | { readonly event: TriggerEvent; readonly json: Fields }
  | { readonly event?: never; readonly json: unknown } {
  const sent = documentedField(json, 'triggerEvent', settings);
  const event = triggerEvents.find((each) => each === sent);
  const documented = asDocumented(json, settings, event);
  return event ? { event, json: documented as Fields } : { json: documented };
}

/** Decrypts and reads a message that is as documented. Never throws. */
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

/** Reads a documented message in plain text as if it had been sent encrypted. */
export function readPlainMessage(plain: Fields, event: TriggerEvent): NotificationMessage {
  const { list = '' } = layoutOf[event];
  const items = listIn(plain, layoutOf[event]);
  const problems = [...(items ?? []).entries()].flatMap(([index, item]) => {
    if (typeof member(item, 'details') !== 'string') return [];
    return { pointer: `/${list}/${index}/details`, reason: 'it is not an object', isContent: true } as const;
  });
  // Any text will do for the encrypted details.
  const sealed = items?.map((item) =>
    isObject(item) && isObject(item['details']) ? { ...item, details: '' } : item,
  );
  return messageOf(event, sealed ? { ...plain, [list]: sealed } : plain, plain, problems);
}

/** The items of a message with this layout; undefined if it has no list. */
function listIn(message: unknown, { list }: EventLayout): readonly unknown[] | undefined {
  const found = list === undefined ? undefined : member(message, list);
  return Array.isArray(found) ? found : undefined;
}

/** Reads a documented message, by default without decrypting it. */
export function messageOf(
  event: TriggerEvent,
  sent: Fields,
  plain = sent,
  problems: readonly DecryptionProblem[] = [],
  encryptedBankNames?: readonly number[],
): NotificationMessage {
  const layout = layoutOf[event];
  const list = listIn(sent, layout);
  const decrypted = listIn(plain, layout);
  const items = [...(list ?? []).entries()].flatMap(([index, sent]): MessageItem[] => {
    const plain = decrypted?.[index];
    if (!isObject(sent) || !isObject(plain)) return [];
    // Details sent as an object are not encrypted, so they do not count as details.
    const details =
      typeof sent['details'] === 'string' && isObject(plain['details']) ? plain['details'] : undefined;
    const found = details?.[layout.transactions ?? ''];
    const transactions = Array.isArray(found) ? found : undefined;
    return [{ pointer: `/${layout.list}/${index}`, sent, plain, details, transactions }];
  });
  return { event, layout, sent, plain, list, items, problems, encryptedBankNames };
}

/**
 * The indexes of items whose bankName decrypts to another text with the client's key. A cipher that decrypts anything
 * (CipherError exists to prevent that) would find every name encrypted.
 */
async function encryptedBankNames(items: readonly unknown[], cipher: Cipher): Promise<number[]> {
  const found = await Promise.all(items.map((item) => isEncrypted(member(item, 'bankName'), cipher)));
  return [...found.keys()].filter((index) => found[index]);
}

/** Names with blanks, which most banks have, are not encrypted text. */
async function isEncrypted(name: unknown, cipher: Cipher): Promise<boolean> {
  if (typeof name !== 'string' || name.includes(' ')) return false;
  const { text = name } = await decrypted(name, cipher);
  return text !== name;
}
