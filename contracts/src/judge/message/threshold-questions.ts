/** A message repeats the threshold of its rule, and a high amount reaches it (Trigger semantics 6; Events, LOW, HIGH). */
import { difference, sameDecimal } from '../../contract/decimal.ts';
import { isNumber, show } from '../../contract/show.ts';
import { askTransactions } from './ask-each.ts';
import { compareDecimals, magnitude, mayBeLostDigits } from './compare-decimals.ts';
import { type Stated, statedBy } from './event-layout.ts';
import type { MessageQuestion } from './message-question.ts';

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
