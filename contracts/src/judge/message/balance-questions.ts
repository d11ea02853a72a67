/** What balance details say of themselves: the change is exact, the balance did change, and a low one is below. */
import { askItems } from './ask-each.ts';
import { compareDecimals, isDifference, mayHaveLostDigits } from './compare-decimals.ts';
import type { QuestionOnMessage } from './message-question.ts';

export const balanceQuestions: QuestionOnMessage[] = [
  {
    clause: 'MESSAGE-BALANCE-DETAILS-CHANGE',
    events: ['NEW_ACCOUNT_BALANCE', 'LOW_ACCOUNT_BALANCE'],
    needs: 'message',
    question: (message, settings) =>
      askItems(message, ({ exactDetails }) => {
        if (exactDetails === undefined) return 'silent';
        const { balanceChange, newBalance, oldBalance } = exactDetails;
        if (mayHaveLostDigits(settings, balanceChange, newBalance, oldBalance)) return 'silent';
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
    question: (message, settings) =>
      askItems(message, ({ exactDetails }) => {
        if (exactDetails === undefined) return 'silent';
        const { newBalance, oldBalance } = exactDetails;
        if (mayHaveLostDigits(settings, newBalance, oldBalance)) return 'silent';
        const change = compareDecimals(newBalance, oldBalance);
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
    question: (message, settings) =>
      askItems(message, ({ exactDetails }) => {
        if (exactDetails === undefined) return 'silent';
        const { newBalance } = exactDetails;
        if (mayHaveLostDigits(settings, newBalance)) return 'silent';
        const above = compareDecimals(newBalance, message.exact['balanceThreshold']);
        if (above === undefined) return 'silent';
        if (above < 0) return 'held';
        return {
          pointer: '/details/newBalance',
          message: 'newBalance is balanceThreshold or above, not below it',
        };
      }),
  },
];
