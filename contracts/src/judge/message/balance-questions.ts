/** What balance details say of themselves: the change is exact, the balance did change, and a low one is below. */
import { decimal, difference } from '../../contract/decimal.ts';
import { askItems } from './ask-each.ts';
import { compareDecimals, isDifference, mayBeLostDigits } from './compare-decimals.ts';
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
        const isExact = isDifference(balanceChange, newBalance, oldBalance);
        if (isExact === undefined) return 'silent';
        if (isExact) return 'held';
        const apart = difference(newBalance, oldBalance)?.minus(decimal(balanceChange) ?? 0);
        if (mayBeLostDigits(settings, apart, balanceChange, newBalance, oldBalance)) return 'silent';
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
        const change = compareDecimals(newBalance, oldBalance);
        if (change === undefined) return 'silent';
        if (change !== 0) return 'held';
        const apart = difference(newBalance, oldBalance);
        if (mayBeLostDigits(settings, apart, newBalance, oldBalance)) return 'silent';
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
        const threshold = message.exact['balanceThreshold'];
        const above = compareDecimals(newBalance, threshold);
        if (above === undefined) return 'silent';
        if (above < 0) return 'held';
        if (mayBeLostDigits(settings, difference(newBalance, threshold), newBalance)) return 'silent';
        return {
          pointer: '/details/newBalance',
          message: 'newBalance is balanceThreshold or above, not below it',
        };
      }),
  },
];
