/** A message of a known trigger event as the questions read it: its items, their details and their transactions. */
import type { JsonText } from '../../contract/exact-json.ts';
import type { DecryptionProblem } from '../../messages/decrypt-message.ts';
import type { TriggerEvent } from '../../messages/notification-rule.ts';
import { member } from '../exchange.ts';
import { type EventLayout, eventLayouts } from './event-layout.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A message as it travels and as it is in plain text, both as the documentation writes it (documentedViews). */
export interface OpenedMessage {
  readonly event: TriggerEvent;
  readonly sent: JsonText;
  readonly plain: JsonText;
  readonly problems: readonly DecryptionProblem[];
  /** The indexes of items whose bank name is encrypted, and shall not be; undefined where nothing was decrypted. */
  readonly encryptedBankNames: readonly number[] | undefined;
}

export interface ReadMessage extends Omit<OpenedMessage, 'sent'> {
  readonly layout: EventLayout;
  /** As it travels, in the plain view, which schemas judge. */
  readonly sent: Fields;
  /** The same in the exact view. */
  readonly exact: Fields;
  /** undefined where the message has no list of items. */
  readonly list: readonly unknown[] | undefined;
  /** Those entries of the list that are objects. */
  readonly items: readonly ReadItem[];
}

export interface ReadItem {
  /** `/newTransactions/0`. */
  readonly pointer: string;
  /** As it travels, in the plain view. */
  readonly sent: Fields;
  /** In plain text, in the exact view; what could not be decrypted is absent. */
  readonly plain: Fields;
  /** Its details in the plain view, where it has some that can be read. */
  readonly details: Fields | undefined;
  /** The same in the exact view. */
  readonly exactDetails: Fields | undefined;
  /** The list of transactions in the exact details. */
  readonly transactions: readonly unknown[] | undefined;
}

export function readMessage(opened: OpenedMessage): ReadMessage {
  const { event, sent, plain, problems, encryptedBankNames } = opened;
  const layout = eventLayouts[event];
  const list = listOf(sent.value, layout);
  return {
    event,
    layout,
    plain,
    problems,
    encryptedBankNames,
    sent: sent.value as Fields,
    exact: sent.exact as Fields,
    list,
    items: list === undefined ? [] : itemsOf(list, plain, layout),
  };
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The items of a message of this layout; undefined where it has none. */
export function listOf(message: unknown, { list }: EventLayout): readonly unknown[] | undefined {
  const found = list === undefined ? undefined : member(message, list);
  return Array.isArray(found) ? found : undefined;
}

function itemsOf(list: readonly unknown[], plain: JsonText, layout: EventLayout): ReadItem[] {
  const [values, exacts] = [listOf(plain.value, layout), listOf(plain.exact, layout)];
  const items: ReadItem[] = [];
  for (let index = 0; index < list.length; index++) {
    const [sent, value, exact] = [list[index], values?.[index], exacts?.[index]];
    if (isFields(sent) && isFields(value) && isFields(exact))
      items.push(itemOf(`/${layout.list}/${index}`, sent, value, exact, layout));
  }
  return items;
}

function itemOf(pointer: string, sent: Fields, value: Fields, plain: Fields, layout: EventLayout): ReadItem {
  // Details that travel as an object are not encrypted, and no details.
  const isText = typeof sent['details'] === 'string';
  const details = isText && isFields(value['details']) ? value['details'] : undefined;
  const exactDetails = details && (plain['details'] as Fields);
  const transactions = layout.transactions && exactDetails?.[layout.transactions];
  return {
    pointer,
    sent,
    plain,
    details,
    exactDetails,
    transactions: Array.isArray(transactions) ? transactions : undefined,
  };
}
