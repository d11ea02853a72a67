/** What one file of src/sandbox/events/ says of its trigger event: which transactions count for a rule, and the fields of its message. */
import type { Decimal } from '../../../contracts/src/base/json-value.ts';
import type { PlainMessage } from '../../../contracts/src/messages/message.ts';
import type { Counted } from '../fault-hooks.ts';
import type { Rule, RuleEvent } from '../rules.ts';
import type { SandboxSettings } from '../sandbox-settings.ts';
import type { State } from '../state.ts';
import type { AcceptedUpdate, AccountChange, AccountMatch, RuleMatch, UserUpdate } from '../user-update.ts';

/** What a match and its message depend on, beside the update. */
export interface MessageContext {
  readonly settings: SandboxSettings;
  readonly categories: State['categories'];
}

export interface MatchContext extends MessageContext {
  readonly update: UserUpdate;
}

export interface SandboxEvent<Event extends RuleEvent = RuleEvent> {
  /** The list of the update with the event's connections; absent for an event about accounts. */
  readonly about?: Exclude<keyof AcceptedUpdate, 'accounts'>;
  /**
   * The transactions of a changed account that count for a rule, empty for a balance event; undefined if the rule does not
   * match. Absent for an event that is not about accounts.
   */
  readonly counts?: (change: AccountChange, rule: Rule, context: MatchContext) => Counted | undefined;
  /** When the message may be sent, in epoch milliseconds; at once if absent (Trigger semantics 10). */
  readonly dueAt?: (
    rule: Rule,
    update: UserUpdate,
    accounts: readonly AccountMatch[],
    settings: SandboxSettings,
  ) => number;
  /** The fields of the message beside the base fields. */
  readonly message: (match: RuleMatch, context: MessageContext) => Composed<OwnFields<Event>>;
}

type BaseField = 'notificationRuleId' | 'triggerEvent' | 'callbackHandle';
type OwnFields<Event extends RuleEvent> = Event extends RuleEvent
  ? Omit<PlainMessage<Event>, BaseField>
  : never;

/** The documented fields; settings may replace a text by null and a number by text. */
type Composed<Value> = Value extends number
  ? Decimal | string
  : Value extends string
    ? Value | null
    : Value extends object
      ? { [Name in keyof Value]: Composed<Value[Name]> }
      : Value;

/** A match without transactions. */
export const NONE: Counted = [];

/** The transactions that count; undefined for none, so that the rule does not match. */
export function some(transactions: Counted): Counted | undefined {
  return transactions.length > 0 ? transactions : undefined;
}
