/** The id of a transaction is its own: no list in details has one transaction twice (Events, one row an event). */
import { isLosslessNumber } from 'lossless-json';
import { askItems } from './ask-each.ts';
import { type Stated, statedBy } from './event-layout.ts';
import type { QuestionOnMessage } from './message-question.ts';
import { isFields } from './read-message.ts';
import { idText } from './rule-facts.ts';

export const transactionIdQuestions: QuestionOnMessage[] = statedBy('transactionId').map(ownId);

function ownId({ event, clause }: Stated): QuestionOnMessage {
  return {
    clause,
    events: [event],
    needs: 'message',
    question: (message) =>
      askItems(message, ({ transactions = [] }) => {
        if (transactions.length < 2) return 'silent';
        const index = firstRepeated(transactions);
        if (index === undefined) return 'held';
        return {
          pointer: `/details/${message.layout.transactions}/${index}/id`,
          message: 'id is that of a transaction before it in the list, not one of its own',
        };
      }),
  };
}

/** An id of another kind is a finding of the schema already. */
function firstRepeated(transactions: readonly unknown[]): number | undefined {
  const seen = new Set<number | string>();
  for (let index = 0; index < transactions.length; index++) {
    const transaction = transactions[index];
    const id = isFields(transaction) ? transaction['id'] : undefined;
    if (typeof id !== 'number' && !isLosslessNumber(id)) continue;
    const key = typeof id === 'number' ? id : idText(id);
    if (seen.has(key)) return index;
    seen.add(key);
  }
  return undefined;
}
