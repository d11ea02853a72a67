/** Puts a question to every item of a message, or to every transaction in its details, and gathers the answers. */
import type { Breach, Ruling } from '../exchange-rule.ts';
import type { MessageRuling } from './message-question.ts';
import { type Fields, isFields, type ReadItem, type ReadMessage } from './read-message.ts';

/** Pointers of the answers are relative to the item. */
export function askItems({ items }: ReadMessage, ask: (item: ReadItem) => Ruling): MessageRuling {
  let ruling: MessageRuling = 'silent';
  for (const item of items) {
    const answer = ask(item);
    ruling = typeof answer === 'string' ? plus(ruling, answer) : broken(ruling, answer, item.pointer);
  }
  return ruling;
}

/** Pointers of the answers are relative to the transaction. */
export function askTransactions(
  { items, layout }: ReadMessage,
  ask: (transaction: Fields, item: ReadItem) => Ruling,
): MessageRuling {
  let ruling: MessageRuling = 'silent';
  for (const item of items) {
    const { transactions = [] } = item;
    for (let index = 0; index < transactions.length; index++) {
      const transaction = transactions[index];
      const answer = isFields(transaction) ? ask(transaction, item) : 'silent';
      if (typeof answer === 'string') ruling = plus(ruling, answer);
      else ruling = broken(ruling, answer, `${item.pointer}/details/${layout.transactions}/${index}`);
    }
  }
  return ruling;
}

/** Silent where all answers are. */
function plus(ruling: MessageRuling, answer: 'held' | 'silent'): MessageRuling {
  return ruling === 'silent' ? answer : ruling;
}

/** Adds to the list that these two functions own: a hostile message has as many breaches as it has items. */
function broken(ruling: MessageRuling | Breach[], { pointer, message }: Breach, at: string): Breach[] {
  const breaches = typeof ruling === 'string' ? [] : (ruling as Breach[]);
  breaches.push({ pointer: at + pointer, message });
  return breaches;
}
