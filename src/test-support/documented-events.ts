/** The second copies of messages, by hand: the tables of the package, and what the files of later events have of their own. */

import type { TriggerEvent } from '../../contracts/src/messages/message.ts';
import { type DocumentedEvent, eventEvidence } from '../../suites/event-evidence.ts';
import type { DocumentedField } from './field-sabotages.ts';
import { messageFields as tabledFields } from './message-fields.ts';

type Copies<Copy> = Readonly<Record<string, Copy>>;

/** By event; none of the events that are in the tables. */
export const ownCopies: readonly (readonly [event: TriggerEvent, copy: DocumentedEvent])[] =
  eventEvidence.flatMap(({ event, documented }) => (documented ? [[event, documented] as const] : []));

/** By the names of schemas, `<event>.message` and `<event>.details`. */
export const messageFields: Copies<readonly DocumentedField[]> = {
  ...tabledFields,
  ...ofBoth(({ fields }) => fields),
};

/** The names of those fields of the messages that are encrypted, and of those of the details that are somebody's data. */
export const encryptedFields: Copies<readonly string[]> = named('message', ({ encrypted }) => encrypted);
export const personalFields: Copies<readonly string[]> = named('details', ({ personal }) => personal);

function ofBoth<Copy>(copyOf: (part: DocumentedEvent['message']) => Copy): Copies<Copy> {
  const parts = ownCopies.flatMap(([event, { message, details }]) => [
    [`${event}.message`, copyOf(message)] as const,
    ...(details ? [[`${event}.details`, copyOf(details)] as const] : []),
  ]);
  return Object.fromEntries(parts);
}

function named(
  part: string,
  namesOf: (copy: DocumentedEvent) => readonly string[],
): Copies<readonly string[]> {
  const all = ownCopies.map(([event, copy]) => [`${event}.${part}`, namesOf(copy).toSorted()] as const);
  return Object.fromEntries(all.filter(([, names]) => names.length > 0));
}
