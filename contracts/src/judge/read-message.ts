/** Where each trigger event keeps its items, their ids, counts and transactions, and the clauses that stand there, as the documents have it. */
import type { ClauseId } from '../../generated/clause-id.ts';
import { eventLayouts as layouts } from '../../generated/event-layouts.ts';
import { triggerEvents } from '../../generated/operations.ts';
import type { JsonText } from '../base/exact-json.ts';
import type { Cipher } from '../messages/cipher.ts';
import type { TriggerEvent } from '../messages/message.ts';
import { type DecryptionProblem, decryptMessage } from '../messages/message-encryption.ts';
import { documentedViews } from './as-documented.ts';
import { member } from './exchange.ts';
import type { Settings } from './settings.ts';

export interface EventLayout {
  /** The array of items; absent where a message has none. */
  readonly list?: string;
  /** What names the account or connection of an item. */
  readonly id: 'accountId' | 'bankConnectionId';
  /** The param of the rule that lists accounts or connections. */
  readonly listed: 'accountIds' | 'bankConnectionIds';
  /** The list in the decrypted details. */
  readonly transactions?: string;
  /** What counts them in the item. */
  readonly count?: string;
  /** The threshold that the message repeats. */
  readonly threshold?: string;
  /** Whether maxTransactionsCount says how long the list may be. */
  readonly isCapped: boolean;
  /** What is stated at the places that these name. */
  readonly clauses: Readonly<
    Partial<Record<'list' | 'count' | 'threshold' | 'transactions' | 'transactionId', ClauseId>>
  >;
}

export const eventLayouts: Readonly<Record<TriggerEvent, EventLayout>> = layouts;

/** The events whose layout has this part; `of` tells further which. */
export function eventsWith(
  part: keyof EventLayout,
  of: (layout: EventLayout) => boolean = () => true,
): TriggerEvent[] {
  return triggerEvents.filter((event) => eventLayouts[event][part] !== undefined && of(eventLayouts[event]));
}

/** The events whose messages have items. */
export const eventsWithItems = eventsWith('list');

export interface Stated {
  readonly event: TriggerEvent;
  readonly clause: ClauseId;
}

/** The events that have such a place, each with the clause that stands there. */
export function statedBy(place: keyof EventLayout['clauses']): Stated[] {
  return triggerEvents.flatMap((event) => {
    const clause = eventLayouts[event].clauses[place];
    return clause === undefined ? [] : [{ event, clause }];
  });
}

/** A message of a known trigger event as the questions read it: its items, their details and their transactions. */

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

/** Finds names of banks that are encrypted, though they stand in plain text (Events, common item fields). */

/** Whether some name needs a closer look: no cipher text has blanks, and most names of banks do. */
export function mayBeEncrypted(item: unknown): boolean {
  const name = member(item, 'bankName');
  return typeof name === 'string' && !name.includes(' ');
}

/**
 * The indexes of the items whose bankName is encrypted: it decrypts to another text with the key of the client. A cipher
 * that decrypts whatever it is given (which CipherError is there to prevent) would find every name encrypted.
 */
export async function encryptedBankNames(items: readonly unknown[], cipher: Cipher): Promise<number[]> {
  const encrypted = new Set<unknown>();
  const names = items.map((item) => (mayBeEncrypted(item) ? member(item, 'bankName') : undefined));
  for (const name of new Set(names)) if (await isEncrypted(name, cipher)) encrypted.add(name);
  return [...names.keys()].filter((index) => encrypted.has(names[index]));
}

async function isEncrypted(name: unknown, cipher: Cipher): Promise<boolean> {
  if (typeof name !== 'string') return false;
  try {
    return (await cipher.decrypt(name)) !== name;
  } catch {
    return false;
  }
}

/** Makes a message readable: decrypts one that travels, or takes one that is in plain text. */

/** `sent` is as the documentation writes it. */
export async function decryptedMessage(
  sent: JsonText,
  event: TriggerEvent,
  cipher: Cipher,
  settings: Settings,
): Promise<OpenedMessage> {
  const { plain, problems } = await decryptMessage(sent, cipher);
  const list = listOf(sent.value, eventLayouts[event]);
  return {
    event,
    sent,
    plain: documentedViews(plain, settings, event),
    problems,
    encryptedBankNames: list?.some(mayBeEncrypted) ? await encryptedBankNames(list, cipher) : [],
  };
}

/** `plain` is as the documentation writes it, its details objects; it stands for the message that would travel. */
export function plainMessage(plain: JsonText, event: TriggerEvent): OpenedMessage {
  const { list = '' } = eventLayouts[event];
  const items = listOf(plain.value, eventLayouts[event]) ?? [];
  const opened = { event, plain, encryptedBankNames: undefined };
  if (!items.some((item) => member(item, 'details') !== undefined))
    return { ...opened, sent: plain, problems: [] };
  const seal = (message: unknown) => ({
    ...(message as object),
    [list]: (listOf(message, eventLayouts[event]) ?? []).map(sealed),
  });
  const value = seal(plain.value);
  const problems = items.flatMap((item, index) => {
    if (typeof member(item, 'details') !== 'string') return [];
    return { pointer: `/${list}/${index}/details`, reason: 'it is text', isContent: true } as const;
  });
  const exact = plain.exact === plain.value ? value : seal(plain.exact);
  return { ...opened, sent: { value, exact }, problems };
}

/** Any text will do for details that would travel. */
function sealed(item: unknown): unknown {
  return isFields(item) && isFields(item['details']) ? { ...item, details: '' } : item;
}
