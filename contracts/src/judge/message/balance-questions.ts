/** What balance details say of themselves: the change is exact, the balance did change, and a low one is below. */
import { askItems } from './ask-each.ts';
import { compareDecimals, isDifference } from './compare-decimals.ts';
import type { QuestionOnMessage } from './message-question.ts';

export const balanceQuestions: QuestionOnMessage[] = [
  {
    clause: 'MESSAGE-BALANCE-DETAILS-CHANGE',
    events: ['NEW_ACCOUNT_BALANCE', 'LOW_ACCOUNT_BALANCE'],
    needs: 'message',
    question: (message) =>
      askItems(message, ({ exactDetails }) => {
        if (exactDetails === undefined) return 'silent';
        const { balanceChange, newBalance, oldBalance } = exactDetails;
        const isExact = isDifference(balanceChange, newBalance, oldBalance);
        if (isExact === undefined) return 'silent';
        if (isExact) return 'held';
        return {
          pointer: '/details/balanceChange',
          message: 'balanceChange is another amount, not newBalance less oldBalance',
        };
      }),
  },
  {
    clause: 'MESSAGE-BALANCE-CHANGES',
    events: ['NEW_ACCOUNT_BALANCE'],
    needs: 'message',
    question: (message) =>
      askItems(message, ({ exactDetails }) => {
        if (exactDetails === undefined) return 'silent';
        const change = compareDecimals(exactDetails['newBalance'], exactDetails['oldBalance']);
        if (change === undefined) return 'silent';
        if (change !== 0) return 'held';
        return {
          pointer: '/details/newBalance',
          message: 'newBalance is the same as oldBalance, not a changed balance',
        };
      }),
  },
  {
    clause: 'MESSAGE-LOW',
    events: ['LOW_ACCOUNT_BALANCE'],
    needs: 'message',
    question: (message) =>
      askItems(message, ({ exactDetails }) => {
        if (exactDetails === undefined) return 'silent';
        const above = compareDecimals(exactDetails['newBalance'], message.exact['balanceThreshold']);
        if (above === undefined) return 'silent';
        if (above < 0) return 'held';
        return {
          pointer: '/details/newBalance',
          message: 'newBalance is balanceThreshold or above, not below it',
        };
      }),
  },
];
