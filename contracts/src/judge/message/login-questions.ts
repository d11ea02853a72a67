/** A login that the bank server denied has its denial message in the details (Events, BANK_LOGIN_ERROR). */
import { kindOf } from '../../contract/show.ts';
import { askItems } from './ask-each.ts';
import type { QuestionOnMessage } from './message-question.ts';

export const loginQuestions: QuestionOnMessage[] = [
  {
    // What it holds where the reason is unknown is not shown (LOGIN-ERROR-MESSAGE), and left to the schema.
    clause: 'MESSAGE-LOGIN-DETAILS-MESSAGE',
    events: ['BANK_LOGIN_ERROR'],
    needs: 'message',
    question: (message) =>
      askItems(message, ({ sent, details }) => {
        if (details === undefined || sent['errorCode'] !== 'WRONG_CREDENTIALS') return 'silent';
        const found = details['errorMessage'];
        if (typeof found === 'string') return 'held';
        const due = 'the denial message of the bank server';
        return { pointer: '/details/errorMessage', message: `errorMessage is ${kindOf(found)}, not ${due}` };
      }),
  },
];
