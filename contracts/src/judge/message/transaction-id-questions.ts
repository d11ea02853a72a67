/** The id of a transaction is its own: no list in details has one transaction twice (Events, one row an event). */
import { isLosslessNumber } from 'lossless-json';
import type { ClauseId } from '../../../generated/clause-id.ts';
import type { TriggerEvent } from '../../messages/notification-rule.ts';
import { askItems } from './ask-each.ts';
import type { QuestionOnMessage } from './message-question.ts';
import { isFields } from './read-message.ts';
import { idText } from './rule-facts.ts';

export const transactionIdQuestions: QuestionOnMessage[] = [
  ownId('NEW_TRANSACTIONS', 'MESSAGE-TRANSACTIONS-DETAILS-ID'),
  ownId('FOREIGN_MONEY_TRANSFER', 'MESSAGE-FOREIGN-DETAILS-ID'),
  ownId('HIGH_TRANSACTION_AMOUNT', 'MESSAGE-HIGH-DETAILS-ID'),
  ownId('CATEGORY_CASH_FLOW', 'MESSAGE-CATEGORY-DETAILS-ID'),
];

function ownId(event: TriggerEvent, clause: ClauseId): QuestionOnMessage {
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
