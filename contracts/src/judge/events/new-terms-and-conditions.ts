/** Checks of NEW_TERMS_AND_CONDITIONS messages, which have only the three base fields (Trigger semantics 8). */
import { eventLayouts } from '../../../generated/event-layouts.ts';
import type { MessageCheck } from '../clause-check.ts';
import { absentFields } from './common.ts';

const { unset } = eventLayouts.NEW_TERMS_AND_CONDITIONS;

/** The documented fields of other messages and of their items have no value. Further fields are not wrong. */
export const newTermsAndConditions: readonly MessageCheck[] = [
  {
    clause: 'MESSAGE-TERMS-BASE-ONLY',
    check: ({ message }) => absentFields(message.sent, unset),
  },
];
