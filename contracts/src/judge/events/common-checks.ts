/** Puts a question to every item of a message, or to every transaction in its details, and gathers the answers. */

import type { ClauseId } from '../../../generated/clause-id.ts';
import { triggerEvents } from '../../../generated/operations.ts';
import { sameDecimal } from '../../base/decimal.ts';
import { isNumber, show } from '../../base/text.ts';
import type { DecryptionProblem } from '../../messages/message-encryption.ts';
import type {
  Breach,
  MessageQuestion,
  MessageRuling,
  QuestionOnMessage,
  QuestionOnRule,
  Ruling,
} from '../clause-check.ts';
import {
  type EventLayout,
  eventsWith,
  eventsWithItems,
  type Fields,
  isFields,
  type ReadItem,
  type ReadMessage,
  type Stated,
  statedBy,
} from '../read-message.ts';
import { idText } from '../rule-facts.ts';

/** Pointers of the answers are relative to the item. */
export function askItems({ items }: ReadMessage, ask: (item: ReadItem) => Ruling): MessageRuling {
  let ruling: MessageRuling = 'silent';
  for (const item of items) {
    const answer = ask(item);
    ruling = typeof answer === 'string' ? plus(ruling, answer) : broken(ruling, answer, item.pointer);
  }
  return ruling;
}

/** Pointers of the answers are relative to the transaction. */
export function askTransactions(
  { items, layout }: ReadMessage,
  ask: (transaction: Fields, item: ReadItem) => Ruling,
): MessageRuling {
  let ruling: MessageRuling = 'silent';
  for (const item of items) {
    const { transactions = [] } = item;
    for (let index = 0; index < transactions.length; index++) {
      const transaction = transactions[index];
      const answer = isFields(transaction) ? ask(transaction, item) : 'silent';
      if (typeof answer === 'string') ruling = plus(ruling, answer);
      else ruling = broken(ruling, answer, `${item.pointer}/details/${layout.transactions}/${index}`);
    }
  }
  return ruling;
}

/** Silent where all answers are. */
function plus(ruling: MessageRuling, answer: 'held' | 'silent'): MessageRuling {
  return ruling === 'silent' ? answer : ruling;
}

/** Adds to the list that these two functions own: a hostile message has as many breaches as it has items. */
function broken(ruling: MessageRuling | Breach[], { pointer, message }: Breach, at: string): Breach[] {
  const breaches = typeof ruling === 'string' ? [] : (ruling as Breach[]);
  breaches.push({ pointer: at + pointer, message });
  return breaches;
}

/** Whose message it is: the id, the trigger event and the callback handle are those of its rule (Events 2). */

export const identityQuestions: QuestionOnRule[] = [
  {
    clause: 'MESSAGE-RULE-ID',
    events: triggerEvents,
    needs: 'rule',
    question: ({ exact }, { rule }) => {
      const [id, due] = [exact['notificationRuleId'], rule.notificationRuleId];
      if (due === undefined || !isNumber(id)) return 'silent';
      if (sameDecimal(id, due)) return 'held';
      const message = `notificationRuleId is ${show(id, false)}, not ${due}, the id of its rule`;
      return [{ pointer: '/notificationRuleId', message }];
    },
  },
  {
    clause: 'MESSAGE-TRIGGER-EVENT',
    events: triggerEvents,
    needs: 'rule',
    question: ({ event }, { rule }) => {
      if (event === rule.triggerEvent) return 'held';
      const message = `triggerEvent is "${event}", not "${rule.triggerEvent}", that of its rule`;
      return [{ pointer: '/triggerEvent', message }];
    },
  },
  {
    clause: 'MESSAGE-CALLBACK-HANDLE',
    events: triggerEvents,
    needs: 'rule',
    question: ({ sent }, { rule }) => {
      const handle = sent['callbackHandle'];
      // A handle of another kind is a finding of the schema already.
      if (typeof handle !== 'string') return 'silent';
      if (handle === rule.callbackHandle) return 'held';
      // Whoever creates a rule may choose somebody's e-mail address.
      const message = `callbackHandle is another ${show(handle, true)}, not that of its rule`;
      return [{ pointer: '/callbackHandle', message }];
    },
  },
];

/** What is encrypted in a message and what is not (Events 3; Events, common item fields). */

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

/** Details are there for a rule that asks for them, and only then (Events 3). */

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

/** The items of a message: there is one, one per account or connection, and only of those that the rule lists. */

export const itemQuestions: MessageQuestion[] = [
  ...statedBy('list').map(oncePerMatch),
  {
    clause: 'MESSAGE-LISTED-ONLY',
    events: eventsWithItems,
    needs: 'rule',
    question: (message, { listed }) =>
      askItems(message, ({ plain }) => {
        const { id, listed: param } = message.layout;
        const found = plain[id];
        if (listed === undefined || found === undefined) return 'silent';
        if (listed.has(idText(found))) return 'held';
        const wanted = `one of ${param} of the rule`;
        return { pointer: `/${id}`, message: `${id} is ${shown(found)}, not ${wanted}` };
      }),
  },
];

/** An id is a number; what stands there else may be anything. */
function shown(id: unknown): string {
  return show(id, !isNumber(id));
}

/** A message exists because something matched, and each match is one item. */
function oncePerMatch({ event, clause }: Stated): MessageQuestion {
  return {
    clause,
    events: [event],
    needs: 'message',
    question: (message) => {
      const { list, layout } = message;
      if (list?.length === 0) {
        const found = `${layout.list} is an empty list, not what made the rule send the message`;
        return [{ pointer: `/${layout.list}`, message: found }];
      }
      const seen = new Set<unknown>();
      return askItems(message, ({ plain }) => {
        const id = plain[layout.id];
        if (id === undefined) return 'silent';
        const key = typeof id === 'number' ? id : idText(id);
        if (seen.has(key)) {
          const found = `${layout.id} is ${shown(id)}, which another item has already`;
          return { pointer: `/${layout.id}`, message: found };
        }
        seen.add(key);
        return 'held';
      });
    },
  };
}
