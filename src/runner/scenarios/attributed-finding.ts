/** Which clause it breaks that a scenario has other messages, items or transactions than it states. */
import type { ClauseId } from '../../../contracts/generated/clause-id.ts';
import { triggerEvents } from '../../../contracts/generated/operations.ts';
import { clausesOfSchemas } from '../../../contracts/src/judge/operation.ts';
import type { TriggerEvent } from '../../../contracts/src/messages/message.ts';
import type { CaseFinding } from '../verdict.ts';
import type { MessageDifference } from './message-difference.ts';

/** What differs from the expected messages: a field, or without `of` what else there is. */
export interface ExpectationBreach extends MessageDifference {
  /** Another number of messages of a rule, other items of a message, or other transactions of an item. */
  readonly of?: 'messages' | 'items' | 'transactions';
  /** Whether fewer messages came than are due. */
  readonly isMissing?: boolean;
  /** That of the rule. */
  readonly event?: TriggerEvent;
  /** Whether its rule waits for categorization. */
  readonly waits?: boolean;
  /** Which clause on listed accounts or connections the difference breaks, for a rule that lists some. */
  readonly listed?: 'MESSAGE-LISTED-ANY' | 'MESSAGE-LISTED-ONLY';
}

/** What may be wrong with several users or rules and not with one. */
export function furtherSurroundings({ users, rules, hasGeneral }: Surroundings): ClauseId[] {
  return [
    ...(users > 1 ? (['MESSAGE-USERS-RULES'] as const) : []),
    ...(rules > 1 ? (['MESSAGE-EACH-RULE'] as const) : []),
    ...(hasGeneral ? (['RULE-NO-PRIORITY'] as const) : []),
  ];
}

interface Surroundings {
  /** Of the scenario. */
  readonly clause: ClauseId;
  /** How many users its world has. */
  readonly users: number;
  /** The most accounts and connections that a user has. */
  readonly accounts: number;
  /** How many rules there are. */
  readonly rules: number;
  /** Whether a rule lists nothing beside another one of its event that lists something. */
  readonly hasGeneral: boolean;
}

/** The clauses of an event that say when it sends a message, for what it has items, and which transactions an item has. */
export const clausesOfEvent: Readonly<
  Record<TriggerEvent, { messages: ClauseId; items?: ClauseId; transactions?: ClauseId }>
> = {
  NEW_ACCOUNT_BALANCE: { messages: 'MESSAGE-BALANCE-FIRES', items: 'MESSAGE-BALANCE-CHANGES' },
  NEW_TRANSACTIONS: {
    messages: 'MESSAGE-TRANSACTIONS-FIRES',
    items: 'MESSAGE-TRANSACTIONS',
    transactions: 'MESSAGE-TRANSACTIONS-DETAILS-LIST',
  },
  BANK_LOGIN_ERROR: { messages: 'MESSAGE-LOGIN-FIRES', items: 'MESSAGE-LOGIN-ERRORS' },
  FOREIGN_MONEY_TRANSFER: {
    messages: 'MESSAGE-FOREIGN-FIRES',
    items: 'MESSAGE-FOREIGN',
    transactions: 'MESSAGE-FOREIGN-DETAILS-LIST',
  },
  LOW_ACCOUNT_BALANCE: { messages: 'MESSAGE-LOW-FIRES', items: 'MESSAGE-LOW' },
  HIGH_TRANSACTION_AMOUNT: {
    messages: 'MESSAGE-HIGH-FIRES',
    items: 'MESSAGE-HIGH',
    transactions: 'MESSAGE-HIGH-DETAILS-LIST',
  },
  CATEGORY_CASH_FLOW: {
    messages: 'MESSAGE-CATEGORY-FIRES',
    items: 'MESSAGE-CATEGORY',
    transactions: 'MESSAGE-CATEGORY-DETAILS-LIST',
  },
  NEW_TERMS_AND_CONDITIONS: { messages: 'MESSAGE-TERMS-FIRES' },
};

/** Further clauses that say whether a rule sends a message, so that a missing or needless one breaks them. */
const CHOOSES: ReadonlySet<ClauseId> = new Set<ClauseId>([
  'CONFIG-BATCH-UPDATES',
  'MESSAGE-CATEGORIES-NEED-SETTING',
  'MESSAGE-CATEGORY-SUB',
  'MESSAGE-CATEGORY-SUB-INERT',
  'MESSAGE-CATEGORY-SUB-OFF',
  'MESSAGE-DESTINATION',
  'MESSAGE-EACH-RULE',
  'MESSAGE-EMITTED',
  'MESSAGE-FOREIGN-COUNTRY',
  'MESSAGE-FOREIGN-OUTGOING',
  'MESSAGE-LISTED-ANY',
  'MESSAGE-LISTED-ONLY',
  'MESSAGE-ONE-PER-RULE',
  'MESSAGE-OVERLAP-EXAMPLE',
  'MESSAGE-SEPARATE-RULES',
  'MESSAGE-UNLISTED-ALL',
  'MESSAGE-USERS-RULES',
  'MESSAGE-WAITS',
  'RULE-CATEGORY-CHILDREN-DEFAULT',
  'RULE-DUPLICATE-REFUSED',
  'RULE-MAX-COUNT-INERT',
  'RULE-NO-PRIORITY',
  'RULE-OWNED-BY-USER',
  'RULE-WAIT-DEFAULT',
  'USER-AUTO-UPDATE-OFF',
  'USER-AUTO-UPDATE-ON',
]);

/** Those that say which transactions an event fires for. */
const COUNTS_FOR: Readonly<Partial<Record<TriggerEvent, readonly ClauseId[]>>> = {
  FOREIGN_MONEY_TRANSFER: ['MESSAGE-FOREIGN-OUTGOING', 'MESSAGE-FOREIGN-COUNTRY'],
  CATEGORY_CASH_FLOW: [
    'MESSAGE-CATEGORY-SUB',
    'MESSAGE-CATEGORY-SUB-OFF',
    'MESSAGE-CATEGORY-SUB-INERT',
    'RULE-CATEGORY-CHILDREN-DEFAULT',
  ],
};
const DEFINES: ReadonlySet<ClauseId> = new Set(Object.values(COUNTS_FOR).flat());

/** Those that say when a field is set. */
const SETS: ReadonlySet<ClauseId> = new Set<ClauseId>([
  'MESSAGE-CATEGORIES-NEED-SETTING',
  'MESSAGE-CATEGORY-NAME-ONLY-DETAILS',
  'MESSAGE-LOGIN-UNKNOWN-REASON',
  'MESSAGE-LOGIN-WRONG-CREDENTIALS',
  'RULE-MAX-COUNT-INERT',
]);

/** The clauses on fields of messages: whatever else is wrong with a message breaks none of them. */
const OF_FIELDS: ReadonlySet<ClauseId> = new Set(
  clausesOfSchemas(triggerEvents.flatMap((event) => [`${event}.message`, `${event}.details`])),
);

/**
 * A field with another value breaks its own clause. Other messages break the clause that says when the event sends one,
 * other items and transactions the clause of their list; each breaks the clause of the scenario instead, if that is about
 * them, and as long as nothing simpler is broken: the event with one rule and one user, then listed accounts, then several
 * users, then several rules.
 */
export function attributedFinding(breach: ExpectationBreach, surroundings: Surroundings): CaseFinding {
  const { clauses, of, event, listed, waits, isMissing, pointer, message } = breach;
  // A user who is not updated gets no message, so a missing one is that of a user who is.
  const isOfUpdated = surroundings.clause === 'USER-AUTO-UPDATE-OFF' && isMissing;
  const clause = isOfUpdated ? 'USER-AUTO-UPDATE-ON' : surroundings.clause;
  if (of === undefined || event === undefined || clauses.length > 0) {
    const [first = clause] = clauses;
    const isAbout = clauses.includes(clause) || (SETS.has(clause) && of !== 'messages');
    return { clause: isAbout ? clause : first, pointer, message };
  }
  const { messages: fires, items = fires, transactions = items } = clausesOfEvent[event];
  const messages = waits ? 'MESSAGE-WAITS' : fires;
  const ofList = { messages, items, transactions }[of];
  const isAbout = {
    messages: CHOOSES.has(clause),
    // These two ask only for a message, and one that lacks an item was sent.
    items: !OF_FIELDS.has(clause) && clause !== 'MESSAGE-UNLISTED-ALL' && clause !== 'MESSAGE-LISTED-ANY',
    transactions: !OF_FIELDS.has(clause) && clause !== items && !CHOOSES.has(clause),
  }[of];
  const ofEvent = isAbout || clause === messages ? clause : ofList;
  const isOfListed = ofEvent === messages || (ofEvent === items && listed === 'MESSAGE-LISTED-ONLY');
  const broken = listed && isOfListed ? listed : ofEvent;
  const simpler = new Set<ClauseId>([
    fires,
    messages,
    ofList,
    // What fires for one account does so for one of several.
    ...((isMissing || of === 'items') && !listed && surroundings.accounts > 1
      ? (['MESSAGE-UNLISTED-ALL'] as const)
      : []),
    ...(clause === 'MESSAGE-EMITTED' ? (COUNTS_FOR[event] ?? []) : []),
    ...(listed ? [items, listed] : []),
    ...(ofList === 'MESSAGE-HIGH-DETAILS-LIST' ? (['MESSAGE-HIGH-QUALIFYING'] as const) : []),
    ...furtherSurroundings(surroundings),
  ]);
  simpler.delete(broken);
  // What counts for the event says more than that it fires.
  if (DEFINES.has(broken)) simpler.delete(fires);
  return { clause: broken, pointer, message, ...(simpler.size > 0 && { unless: [...simpler] }) };
}
