/** Edits the items of the one list that a message has. */
import type { PlainMessage } from '../../../contracts/src/messages/message.ts';

export type Item = Readonly<Record<string, unknown>>;

/** `edit` gives an item back as it is where it changes nothing, and then the message comes back as it is too. */
export function editItems<Message extends object>(
  message: Message,
  edit: (item: Item, index: number) => Item,
): Message {
  const [name, items] = listOf(message);
  if (name === undefined) return message;
  const edited = items.map(edit);
  return edited.some((item, index) => item !== items[index]) ? { ...message, [name]: edited } : message;
}

export function itemsOf(message: object): readonly Item[] {
  return listOf(message)[1];
}

/** The transactions in the details of each item, where there are some. */
export function editTransactions(
  message: PlainMessage,
  edit: (transactions: readonly Item[]) => readonly Item[],
): PlainMessage {
  return editItems(message, (item) => {
    const details = item['details'];
    if (typeof details !== 'object' || details === null) return item;
    const [name, transactions] = listOf(details);
    if (name === undefined) return item;
    const edited = edit(transactions);
    const isSame = edited.every((one, index) => one === transactions[index]);
    return isSame ? item : { ...item, details: { ...details, [name]: edited } };
  });
}

function listOf(holder: object): [name: string | undefined, items: readonly Item[]] {
  const [name, items] = Object.entries(holder).find(([, value]) => Array.isArray(value)) ?? [];
  return [name, (items as readonly Item[] | undefined) ?? []];
}
