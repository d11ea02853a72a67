/** The lists of transactions in details: newest first, and no longer than the rule allows (Events 5; Limits). */
import { askItems } from './ask-each.ts';
import { firstLater } from './german-order.ts';
import type { MessageQuestion } from './message-question.ts';

export const listQuestions: MessageQuestion[] = [
  {
    clause: 'MESSAGE-LIST-ORDER',
    events: ['NEW_TRANSACTIONS', 'FOREIGN_MONEY_TRANSFER', 'HIGH_TRANSACTION_AMOUNT', 'CATEGORY_CASH_FLOW'],
    needs: 'message',
    question: (message) =>
      askItems(message, ({ transactions = [] }) => {
        if (transactions.length < 2) return 'silent';
        const index = firstLater(transactions);
        if (index === undefined) return 'held';
        return {
          pointer: `/details/${message.layout.transactions}/${index}/bankBookingDate`,
          message: 'bankBookingDate is later than that of the transaction before it, not in descending order',
        };
      }),
  },
  {
    clause: 'MESSAGE-LIST-CAP',
    events: ['NEW_TRANSACTIONS', 'HIGH_TRANSACTION_AMOUNT'],
    needs: 'rule',
    question: (message, { mostTransactions }) =>
      askItems(message, ({ transactions }) => {
        if (transactions === undefined) return 'silent';
        if (transactions.length <= mostTransactions) return 'held';
        const list = message.layout.transactions;
        const found = `${list} is a list of ${transactions.length}`;
        const wanted = `at most ${mostTransactions}, the maxTransactionsCount of the rule`;
        return { pointer: `/details/${list}`, message: `${found}, not ${wanted}` };
      }),
  },
];
