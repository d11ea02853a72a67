/** The items of a message: there is one, one per account or connection, and only of those that the rule lists. */
import { isNumber, show } from '../../contract/show.ts';
import { askItems } from './ask-each.ts';
import { eventsWithItems, type Stated, statedBy } from './event-layout.ts';
import type { MessageQuestion } from './message-question.ts';
import { idText } from './rule-facts.ts';

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
