/** Balance details speak of the account of their item: number, IBAN and both names are the same (Events, NEW_ACCOUNT_BALANCE). */
import type { ClauseId } from '../../../generated/clause-id.ts';
import { askItems } from './ask-each.ts';
import type { QuestionOnMessage } from './message-question.ts';

export const accountOfDetailsQuestions: QuestionOnMessage[] = [
  sameAs('MESSAGE-BALANCE-DETAILS-NUMBER', 'accountNumber', 'accountNumber'),
  sameAs('MESSAGE-BALANCE-DETAILS-IBAN', 'iban', 'accountIban'),
  sameAs('MESSAGE-BALANCE-DETAILS-NAME', 'accountName', 'accountName'),
  sameAs('MESSAGE-BALANCE-DETAILS-CONNECTION', 'bankConnectionName', 'bankConnectionName'),
];

/** `inItem` is what the item calls it. What the details hold where the item has null is not shown (BALANCE-DETAILS-NULL). */
function sameAs(clause: ClauseId, field: string, inItem: string): QuestionOnMessage {
  return {
    clause,
    events: ['NEW_ACCOUNT_BALANCE', 'LOW_ACCOUNT_BALANCE'],
    needs: 'message',
    question: (message) =>
      askItems(message, ({ details, plain }) => {
        const [found, due] = [details?.[field], plain[inItem]];
        if (typeof found !== 'string' || typeof due !== 'string') return 'silent';
        if (isSame(found, due)) return 'held';
        return {
          pointer: `/details/${field}`,
          message: `${field} is another text, not ${inItem} of the item`,
        };
      }),
  };
}

/** How numbers and names are spaced is not shown. */
function isSame(one: string, other: string): boolean {
  return one === other || withoutBlanks(one) === withoutBlanks(other);
}

function withoutBlanks(text: string): string {
  return text.replace(/\s/g, '');
}
