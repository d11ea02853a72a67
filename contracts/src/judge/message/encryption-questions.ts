/** What is encrypted in a message and what is not (Events 3; Events, common item fields). */
import type { ClauseId } from '../../../generated/clause-id.ts';
import type { DecryptionProblem } from '../../messages/decrypt-message.ts';
import type { Breach } from '../exchange-rule.ts';
import { type EventLayout, eventsWith, eventsWithItems } from './event-layout.ts';
import type { QuestionOnMessage } from './message-question.ts';

export const encryptionQuestions: QuestionOnMessage[] = [
  {
    clause: 'MESSAGE-ENCRYPTION',
    events: eventsWithItems,
    needs: 'message',
    question: ({ items, problems, encryptedBankNames }) => {
      const found = problems.filter(({ isContent }) => !isContent);
      if (found.length > 0) return found.map(breachOf);
      return items.length > 0 && encryptedBankNames !== undefined ? 'held' : 'silent';
    },
  },
  {
    clause: 'MESSAGE-DETAILS',
    events: eventsWithItems,
    needs: 'message',
    question: ({ items, problems }) => {
      const found = problems.filter(({ isContent }) => isContent);
      if (found.length > 0) return found.map(breachOf);
      return items.some(({ details }) => details !== undefined) ? 'held' : 'silent';
    },
  },
  plainBankName('MESSAGE-ITEM-BANK-NAME', 'accountId'),
  plainBankName('MESSAGE-LOGIN-BANK-NAME', 'bankConnectionId'),
];

/** The reason of a problem repeats nothing of what stands there. */
function breachOf({ pointer, reason, isContent }: DecryptionProblem): Breach {
  const field = pointer.slice(pointer.lastIndexOf('/') + 1);
  const what = isContent ? 'holds no JSON object' : 'does not decrypt';
  return { pointer, message: `${field} ${what}: ${reason}` };
}

/** Of the items that name their account, or their connection. */
function plainBankName(clause: ClauseId, id: EventLayout['id']): QuestionOnMessage {
  const message = 'bankName is encrypted, not plain text';
  return {
    clause,
    events: eventsWith('list', (layout) => layout.id === id),
    needs: 'message',
    question: ({ items, layout, encryptedBankNames: encrypted }) => {
      if (items.length === 0 || encrypted === undefined) return 'silent';
      if (encrypted.length === 0) return 'held';
      return encrypted.map((index) => ({ pointer: `/${layout.list}/${index}/bankName`, message }));
    },
  };
}
