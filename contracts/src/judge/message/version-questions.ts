/** isAdjustingEntry is in transaction details since service version 1.30.0 (Versioning 3). */
import type { ClauseId } from '../../../generated/clause-id.ts';
import type { TriggerEvent } from '../../messages/notification-rule.ts';
import { askTransactions } from './ask-each.ts';
import { knowsAdjustingEntry } from './knows-adjusting-entry.ts';
import type { QuestionOnMessage } from './message-question.ts';

export const versionQuestions: QuestionOnMessage[] = [
  sinceVersion('MESSAGE-TRANSACTIONS-DETAILS-ADJUSTING', 'NEW_TRANSACTIONS'),
  sinceVersion('MESSAGE-HIGH-DETAILS-ADJUSTING', 'HIGH_TRANSACTION_AMOUNT'),
];

function sinceVersion(clause: ClauseId, event: TriggerEvent): QuestionOnMessage {
  return {
    clause,
    events: [event],
    needs: 'message',
    question: (message, { serviceVersion }) => {
      if (!knowsAdjustingEntry(serviceVersion)) return 'silent';
      return askTransactions(message, ({ isAdjustingEntry }) => {
        if (isAdjustingEntry !== undefined) return 'held';
        const since = `since service version 1.30.0, and this is ${serviceVersion}`;
        return { pointer: '/isAdjustingEntry', message: `isAdjustingEntry is missing; it is due ${since}` };
      });
    },
  };
}
