/** The count of an item: there is something to count, and the list in the details agrees with it (Events; Limits). */
import type { ClauseId } from '../../../generated/clause-id.ts';
import type { TriggerEvent } from '../../messages/notification-rule.ts';
import type { Ruling } from '../exchange-rule.ts';
import { askItems } from './ask-each.ts';
import type { MessageQuestion, MessageRuling } from './message-question.ts';
import type { ReadItem, ReadMessage } from './read-message.ts';

export const countQuestions: MessageQuestion[] = [
  ...cappedCount('NEW_TRANSACTIONS', 'MESSAGE-TRANSACTIONS', 'MESSAGE-TRANSACTIONS-COUNT'),
  ...cappedCount('HIGH_TRANSACTION_AMOUNT', 'MESSAGE-HIGH', 'MESSAGE-HIGH-COUNT'),
  {
    clause: 'MESSAGE-FOREIGN',
    events: ['FOREIGN_MONEY_TRANSFER'],
    needs: 'message',
    question: (message) => askCounts(message, (count) => isSome(message, count)),
  },
  uncutList('FOREIGN_MONEY_TRANSFER', 'MESSAGE-FOREIGN'),
  uncutList('CATEGORY_CASH_FLOW', 'MESSAGE-CATEGORY'),
];

/** No parameter of these events cuts the list, so it has the transactions that made the item. */
function uncutList(event: TriggerEvent, clause: ClauseId): MessageQuestion {
  return {
    clause,
    events: [event],
    needs: 'message',
    question: (message) =>
      askItems(message, ({ transactions }) => {
        if (transactions === undefined) return 'silent';
        return transactions.length > 0
          ? 'held'
          : lengthBreach(message, transactions, 'the transactions that made the item');
      }),
  };
}

/** Whether a count exceeds a list that was cut is not shown (COUNT-OVER-CAP), so a count may have been cut like its list. */
function cappedCount(event: TriggerEvent, items: ClauseId, counted: ClauseId): MessageQuestion[] {
  return [
    {
      clause: items,
      events: [event],
      needs: 'message',
      // Without details nothing is cut.
      question: (message) =>
        askCounts(message, (count, { details }) =>
          details === undefined ? isSome(message, count) : 'silent',
        ),
    },
    {
      clause: items,
      events: [event],
      needs: 'rule',
      question: (message, { mostTransactions }) =>
        askCounts(message, (count) => (mostTransactions > 0 ? isSome(message, count) : 'silent')),
    },
    {
      clause: counted,
      events: [event],
      needs: 'message',
      question: (message) =>
        askCounts(message, (count, { transactions }) => {
          if (transactions === undefined) return 'silent';
          if (transactions.length <= count) return 'held';
          return lengthBreach(message, transactions, `no more than ${message.layout.count}`);
        }),
    },
    {
      clause: counted,
      events: [event],
      needs: 'rule',
      question: (message, { mostTransactions }, { transactionsCounted }) =>
        askCounts(message, (count, { transactions }) => {
          if (transactions === undefined) return 'silent';
          // Where all new transactions count, fewer of them may qualify (COUNT-QUALIFYING).
          if (event === 'HIGH_TRANSACTION_AMOUNT' && transactionsCounted === 'all') return 'silent';
          const due = Math.min(count, mostTransactions);
          if (transactions.length >= due) return 'held';
          return lengthBreach(
            message,
            transactions,
            `${due}, as ${message.layout.count} and the rule have it`,
          );
        }),
    },
  ];
}

function askCounts(message: ReadMessage, ask: (count: number, item: ReadItem) => Ruling): MessageRuling {
  const { count: field = '' } = message.layout;
  return askItems(message, (item) => {
    const count = item.sent[field];
    // A count of another kind is a finding of the schema already.
    return typeof count === 'number' ? ask(count, item) : 'silent';
  });
}

function isSome({ layout }: ReadMessage, count: number): Ruling {
  if (count > 0) return 'held';
  return {
    pointer: `/${layout.count}`,
    message: `${layout.count} is ${count}, not the number of transactions that made the item`,
  };
}

function lengthBreach({ layout }: ReadMessage, transactions: readonly unknown[], wanted: string): Ruling {
  const list = layout.transactions;
  return {
    pointer: `/details/${list}`,
    message: `${list} is a list of ${transactions.length}, not of ${wanted}`,
  };
}
