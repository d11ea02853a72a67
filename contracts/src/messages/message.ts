/** A notification rule as its owner knows it: what was sent to create it, and its id where a message has told it. */

import type { components, webhooks } from '../../generated/access.ts';
import type { eventLayouts } from '../../generated/event-layouts.ts';
import type { triggerEvents } from '../../generated/operations.ts';

export type TriggerEvent = (typeof triggerEvents)[number];

export interface NotificationRule {
  readonly notificationRuleId?: number;
  readonly triggerEvent: TriggerEvent;
  /** As they were sent: native values or strings, numbers plain or LosslessNumbers. */
  readonly params?: Readonly<Record<string, unknown>>;
  readonly callbackHandle: string;
  readonly includeDetails?: boolean;
}

/** The notification messages as types: as they travel, and in plain text as they are before encryption. */

/** The message of an event as it travels. */
export type MessageOf<Event extends TriggerEvent = TriggerEvent> = NonNullable<
  webhooks[Event]['post']['requestBody']
>['content']['application/json'];

type Schemas = components['schemas'];

/** By the names that the documents give them; never for an event without details. */
type AllDetails = {
  [Event in TriggerEvent]: (typeof eventLayouts)[Event] extends {
    readonly details: infer Name extends keyof Schemas;
  }
    ? Schemas[Name]
    : never;
};

/** The decrypted details of an item of the event. */
export type DetailsOf<Event extends TriggerEvent = TriggerEvent> = AllDetails[Event];

/**
 * A message before encryption: every encrypted text plain, and `details` the object that it holds. Numbers may be
 * LosslessNumbers where a float cannot keep them, which the type does not know.
 */
export type PlainMessage<Event extends TriggerEvent = TriggerEvent> = Event extends TriggerEvent
  ? { [Field in keyof MessageOf<Event>]: PlainField<MessageOf<Event>[Field], Event> }
  : never;

type PlainField<Value, Event extends TriggerEvent> = Value extends readonly (infer Item)[]
  ? readonly PlainItem<Item, Event>[]
  : Value;
type PlainItem<Item, Event extends TriggerEvent> = Omit<Item, 'details'> & {
  readonly details?: DetailsOf<Event>;
};

/** A made-up message as it is published: as it travels, what it holds, the rule that sent it, and the key. */

export interface MessageFixture<Event extends TriggerEvent = TriggerEvent> {
  /** What is special about it, in words. */
  readonly name: string;
  /** The published test key, for the default cipher. */
  readonly key: string;
  readonly rule: NotificationRule;
  readonly message: MessageOf<Event>;
  /** The same with its texts in plain and its details as objects. */
  readonly decrypted: PlainMessage<Event>;
}
