/** Details are there for a rule that asks for them, and only then (Events 3). */
import type { Breach } from '../exchange-rule.ts';
import { askItems } from './ask-each.ts';
import { eventsWithItems } from './event-layout.ts';
import type { MessageQuestion } from './message-question.ts';
import type { ReadItem } from './read-message.ts';

export const detailsQuestions: MessageQuestion[] = [
  {
    clause: 'MESSAGE-DETAILS-ONLY-ASKED',
    events: eventsWithItems,
    needs: 'rule',
    question: (message, { includeDetails }) =>
      askItems(message, (item) => {
        if (includeDetails) return 'silent';
        return hasDetails(item) ? there('details', 'for a rule without includeDetails') : 'held';
      }),
  },
  {
    clause: 'MESSAGE-DETAILS-PRESENT',
    events: eventsWithItems,
    needs: 'rule',
    question: (message, { includeDetails }) =>
      askItems(message, (item) => {
        if (!includeDetails) return 'silent';
        return hasDetails(item) ? 'held' : missing('the rule includes details');
      }),
  },
  {
    // One rule asks for all of them or for none.
    clause: 'MESSAGE-DETAILS-PRESENT',
    events: eventsWithItems,
    needs: 'message',
    question: (message) => {
      if (!message.items.some(hasDetails)) return 'silent';
      return askItems(message, (item) => (hasDetails(item) ? 'held' : missing('another item has them')));
    },
  },
  {
    clause: 'MESSAGE-CATEGORY-NAME-ONLY-DETAILS',
    events: ['CATEGORY_CASH_FLOW'],
    needs: 'rule',
    question: ({ sent }, { includeDetails }) => {
      if (includeDetails) return 'silent';
      const isThere = Object.hasOwn(sent, 'categoryName');
      return isThere ? [there('categoryName', 'for a rule without includeDetails')] : 'held';
    },
  },
  {
    // Items without details show a rule that does not ask for them.
    clause: 'MESSAGE-CATEGORY-NAME-ONLY-DETAILS',
    events: ['CATEGORY_CASH_FLOW'],
    needs: 'message',
    question: ({ sent, items }) => {
      if (items.length === 0 || items.some(hasDetails)) return 'silent';
      const isThere = Object.hasOwn(sent, 'categoryName');
      return isThere ? [there('categoryName', 'while no item has details')] : 'held';
    },
  },
];

function hasDetails({ sent }: ReadItem): boolean {
  return Object.hasOwn(sent, 'details');
}

function there(field: string, when: string): Breach {
  return { pointer: `/${field}`, message: `${field} is there ${when}, not absent` };
}

function missing(why: string): Breach {
  return { pointer: '/details', message: `details is missing, and ${why}` };
}
