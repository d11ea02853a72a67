/** The lists of transactions in details: newest first, and no longer than the rule allows (Events 5; Limits). */
import type { ClauseId } from '../../../generated/clause-id.ts';
import { askItems } from './ask-each.ts';
import { eventsWith } from './event-layout.ts';
import { firstLater } from './german-order.ts';
import { listEnd } from './list-end.ts';
import type { MessageQuestion } from './message-question.ts';

export const listQuestions: MessageQuestion[] = [
  {
    clause: 'MESSAGE-LIST-ORDER',
    events: eventsWith('transactions'),
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
  cap('MESSAGE-LIST-CAP', true, 'the maxTransactionsCount of the rule'),
  cap('RULE-MAX-COUNT-DEFAULT', false, 'as for every rule without maxTransactionsCount'),
];

/** Of the rules that say how many transactions a list holds at most, or of those that do not. */
function cap(clause: ClauseId, isGiven: boolean, why: string): MessageQuestion {
  return {
    clause,
    events: eventsWith('transactions', ({ isCapped }) => isCapped),
    needs: 'rule',
    question: (message, rule, settings) => {
      const end = listEnd(rule, settings);
      if (end === undefined || rule.isMostGiven !== isGiven) return 'silent';
      return askItems(message, ({ transactions }) => {
        if (transactions === undefined) return 'silent';
        if (transactions.length <= end) return 'held';
        const list = message.layout.transactions;
        const found = `${list} is a list of ${transactions.length}`;
        return { pointer: `/details/${list}`, message: `${found}, not at most ${end}, ${why}` };
      });
    },
  };
}
