/** What balance details say of themselves: the change is exact, the balance did change, and a low one is below. */

import type { ClauseId } from '../../../generated/clause-id.ts';
import { decimal, difference, sameDecimal } from '../../base/decimal.ts';
import { isNumber, show } from '../../base/text.ts';
import type { MessageQuestion, QuestionOnMessage } from '../clause-check.ts';
import { compareDecimals, isDifference, magnitude, mayBeLostDigits } from '../compare-decimals.ts';
import { type Stated, statedBy } from '../read-message.ts';
import { askItems, askTransactions } from './common-checks.ts';

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

/** Balance details speak of the account of their item: number, IBAN and both names are the same (Events, NEW_ACCOUNT_BALANCE). */

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

/** A message repeats the threshold of its rule, and a high amount reaches it (Trigger semantics 6; Events, LOW, HIGH). */

export const thresholdQuestions: MessageQuestion[] = [
  ...statedBy('threshold').map(repeated),
  {
    clause: 'MESSAGE-HIGH-QUALIFYING',
    events: ['HIGH_TRANSACTION_AMOUNT'],
    needs: 'message',
    question: (message, settings) =>
      askTransactions(message, ({ amount }) => {
        const [size, threshold] = [magnitude(amount), message.exact['absoluteAmountThreshold']];
        const above = compareDecimals(size, threshold);
        if (above === undefined) return 'silent';
        if (above >= 0) return 'held';
        if (mayBeLostDigits(settings, difference(size, threshold), amount)) return 'silent';
        return {
          pointer: '/amount',
          message: 'amount is below absoluteAmountThreshold by its absolute value, not at it or above',
        };
      }),
  },
];

function repeated({ event, clause }: Stated): MessageQuestion {
  return {
    clause,
    events: [event],
    needs: 'rule',
    question: ({ exact, layout }, { threshold }) => {
      const { threshold: field = '' } = layout;
      const found = exact[field];
      if (threshold === undefined || !isNumber(found)) return 'silent';
      if (sameDecimal(found, threshold)) return 'held';
      const message = `${field} is ${show(found, false)}, not ${show(threshold, false)}, that of the rule`;
      return [{ pointer: `/${field}`, message }];
    },
  };
}
