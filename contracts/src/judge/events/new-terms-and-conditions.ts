/** Checks of NEW_TERMS_AND_CONDITIONS messages, which have only the three base fields (Trigger semantics 8). */
import { triggerEvents } from '../../../generated/operations.ts';
import open from '../../../generated/validators/open.js';
import { layoutOf } from '../../base/event-layout.ts';
import { placeOf } from '../../base/schema-place.ts';
import type { MessageCheck } from '../clause-check.ts';
import { absentFields } from './common.ts';

const own = placeOf(open['NEW_TERMS_AND_CONDITIONS.message'].schema).names;

/** All that the documentation lists for any other message or its items. Further fields are not wrong. */
const fieldsOfOthers = triggerEvents.flatMap((event) => {
  const message = placeOf(open[`${event}.message`].schema);
  const items = message.field(layoutOf[event].list ?? '')?.items;
  return [...message.names, ...(items?.names ?? [])].filter((name) => !own.has(name));
});

export const newTermsAndConditions: readonly MessageCheck[] = [
  {
    clause: 'MESSAGE-TERMS-BASE-ONLY',
    check: ({ message }) => absentFields(message.sent, [...new Set(fieldsOfOthers)]),
  },
];
