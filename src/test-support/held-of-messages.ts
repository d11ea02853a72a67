/** Which clauses the questions on messages find held in the good messages: with details, without them, without an item. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { TriggerEvent } from '../../contracts/src/messages/message.ts';

export type Form = 'full' | 'without details' | 'empty';

export interface Held {
  readonly alone: readonly ClauseId[];
  /** What its rule adds, beside the three questions that ask whose message it is. */
  readonly withRule: readonly ClauseId[];
}

const details = ['MESSAGE-DETAILS', 'MESSAGE-DETAILS-PRESENT'] as const;
const account = [
  'MESSAGE-BALANCE-DETAILS-NUMBER',
  'MESSAGE-BALANCE-DETAILS-IBAN',
  'MESSAGE-BALANCE-DETAILS-NAME',
  'MESSAGE-BALANCE-DETAILS-CONNECTION',
] as const;

export const heldOfMessages: Readonly<Partial<Record<TriggerEvent, Partial<Record<Form, Held>>>>> = {
  NEW_ACCOUNT_BALANCE: {
    full: {
      // One item an account, and each of them changed.
      alone: [
        ...details,
        'MESSAGE-BALANCE-CHANGES',
        'MESSAGE-BALANCE-DETAILS-CHANGE',
        'MESSAGE-BALANCE-CHANGES',
        ...account,
      ],
      withRule: ['MESSAGE-DETAILS-PRESENT', 'MESSAGE-LISTED-ONLY'],
    },
    'without details': { alone: ['MESSAGE-BALANCE-CHANGES'], withRule: ['MESSAGE-LISTED-ONLY'] },
    empty: { alone: [], withRule: [] },
  },
  NEW_TRANSACTIONS: {
    full: {
      alone: [
        ...details,
        'MESSAGE-TRANSACTIONS',
        // Not below the list, and whole.
        'MESSAGE-TRANSACTIONS-COUNT',
        'MESSAGE-TRANSACTIONS-COUNT',
        'MESSAGE-LIST-ORDER',
        'MESSAGE-TRANSACTIONS-DETAILS-ID',
        'MESSAGE-TRANSACTIONS-DETAILS-ADJUSTING',
      ],
      withRule: [
        'MESSAGE-DETAILS-PRESENT',
        'MESSAGE-LISTED-ONLY',
        'MESSAGE-TRANSACTIONS',
        'MESSAGE-TRANSACTIONS-COUNT',
        'MESSAGE-LIST-CAP',
      ],
    },
    // One item an account, and each with a count.
    'without details': {
      alone: ['MESSAGE-TRANSACTIONS', 'MESSAGE-TRANSACTIONS', 'MESSAGE-TRANSACTIONS-COUNT'],
      withRule: ['MESSAGE-LISTED-ONLY', 'MESSAGE-TRANSACTIONS'],
    },
    empty: { alone: [], withRule: [] },
  },
  BANK_LOGIN_ERROR: {
    full: {
      alone: [
        ...details,
        'MESSAGE-LOGIN-ERRORS',
        'MESSAGE-LOGIN-DETAILS-MESSAGE',
        'MESSAGE-LOGIN-NO-ACCOUNT',
      ],
      withRule: ['MESSAGE-DETAILS-PRESENT', 'MESSAGE-LISTED-ONLY'],
    },
    'without details': {
      alone: ['MESSAGE-LOGIN-ERRORS', 'MESSAGE-LOGIN-NO-ACCOUNT'],
      withRule: ['MESSAGE-LISTED-ONLY'],
    },
    empty: { alone: [], withRule: [] },
  },
  FOREIGN_MONEY_TRANSFER: {
    full: {
      alone: [
        ...details,
        'MESSAGE-FOREIGN',
        'MESSAGE-FOREIGN',
        // No parameter cuts its list.
        'MESSAGE-FOREIGN',
        // That of the list, and whole.
        'MESSAGE-FOREIGN-COUNT',
        'MESSAGE-FOREIGN-DETAILS-LIST',
        'MESSAGE-FOREIGN-COUNT',
        'MESSAGE-LIST-ORDER',
        'MESSAGE-FOREIGN-DETAILS-ID',
        'MESSAGE-FOREIGN-OUTGOING',
        'MESSAGE-FOREIGN-COUNTRY',
      ],
      withRule: ['MESSAGE-DETAILS-PRESENT'],
    },
    'without details': {
      alone: ['MESSAGE-FOREIGN', 'MESSAGE-FOREIGN', 'MESSAGE-FOREIGN-COUNT'],
      withRule: [],
    },
    empty: { alone: [], withRule: [] },
  },
  LOW_ACCOUNT_BALANCE: {
    full: {
      // One item an account, and each of them below.
      alone: [
        'MESSAGE-LOW-DETAILS',
        ...details,
        'MESSAGE-LOW',
        'MESSAGE-BALANCE-DETAILS-CHANGE',
        'MESSAGE-LOW',
        ...account,
      ],
      withRule: ['MESSAGE-DETAILS-PRESENT', 'MESSAGE-LOW-THRESHOLD'],
    },
    'without details': { alone: ['MESSAGE-LOW'], withRule: ['MESSAGE-LOW-THRESHOLD'] },
    empty: { alone: [], withRule: ['MESSAGE-LOW-THRESHOLD'] },
  },
  HIGH_TRANSACTION_AMOUNT: {
    full: {
      alone: [
        ...details,
        'MESSAGE-HIGH',
        // Not below the list, and whole.
        'MESSAGE-HIGH-COUNT',
        'MESSAGE-HIGH-COUNT',
        'MESSAGE-LIST-ORDER',
        'MESSAGE-HIGH-DETAILS-ID',
        'MESSAGE-HIGH-QUALIFYING',
        'MESSAGE-HIGH-DETAILS-ADJUSTING',
      ],
      withRule: [
        'MESSAGE-DETAILS-PRESENT',
        'MESSAGE-HIGH',
        'MESSAGE-HIGH-COUNT',
        'MESSAGE-LIST-CAP',
        'MESSAGE-HIGH-THRESHOLD',
      ],
    },
    'without details': {
      alone: ['MESSAGE-HIGH', 'MESSAGE-HIGH', 'MESSAGE-HIGH-COUNT'],
      withRule: ['MESSAGE-HIGH', 'MESSAGE-HIGH-THRESHOLD'],
    },
    empty: { alone: [], withRule: ['MESSAGE-HIGH-THRESHOLD'] },
  },
  CATEGORY_CASH_FLOW: {
    full: {
      alone: [
        ...details,
        'MESSAGE-CATEGORY',
        'MESSAGE-CATEGORY',
        'MESSAGE-LIST-ORDER',
        'MESSAGE-CATEGORY-DETAILS-ID',
        'MESSAGE-CATEGORY-SUB-OFF',
      ],
      withRule: ['MESSAGE-DETAILS-PRESENT', 'MESSAGE-CATEGORY-ID', 'MESSAGE-CATEGORY-CHILDREN'],
    },
    'without details': {
      alone: ['MESSAGE-CATEGORY'],
      withRule: ['MESSAGE-CATEGORY-ID', 'MESSAGE-CATEGORY-CHILDREN'],
    },
    empty: { alone: [], withRule: ['MESSAGE-CATEGORY-ID', 'MESSAGE-CATEGORY-CHILDREN'] },
  },
  NEW_TERMS_AND_CONDITIONS: { full: { alone: ['MESSAGE-TERMS-BASE-ONLY'], withRule: [] } },
};
