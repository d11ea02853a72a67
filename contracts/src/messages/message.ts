/** Trigger events, notification rules and messages as types. */
import type { components } from '../../generated/access.ts';
import type { eventLayouts } from '../../generated/event-layouts.ts';
import type { triggerEvents } from '../../generated/operations.ts';
import type { Decimal, WithDecimals } from '../base/json-value.ts';

export type TriggerEvent = (typeof triggerEvents)[number];

/** A rule as its owner knows it: what was sent to create it, and its id where a message named it. */
export interface NotificationRule {
  readonly notificationRuleId?: Decimal;
  readonly triggerEvent: TriggerEvent;
  /** As they were sent: native values or strings, every number a Decimal. */
  readonly params?: Readonly<Record<string, unknown>>;
  readonly callbackHandle: string;
  readonly includeDetails?: boolean;
}

type Schemas = components['schemas'];

type AllMessages = {
  [Message in Schemas['NotificationMessage'] as Message['triggerEvent']]: Message;
};

/** The message of an event as it is sent. */
export type MessageOf<Event extends TriggerEvent = TriggerEvent> = AllMessages[Event];

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

/** A message before encryption: every encrypted text plain, and `details` as the object that it holds. */
export type PlainMessage<Event extends TriggerEvent = TriggerEvent> = Event extends TriggerEvent
  ? { [Field in keyof MessageOf<Event>]: PlainField<MessageOf<Event>[Field], Event> }
  : never;

type PlainField<Value, Event extends TriggerEvent> = Value extends readonly (infer Item)[]
  ? readonly PlainItem<Item, Event>[]
  : Value;
type PlainItem<Item, Event extends TriggerEvent> = Omit<Item, 'details'> & {
  readonly details?: DetailsOf<Event>;
};

/** A plain message whose numbers may need more digits than a float keeps: write it with writeJson. */
export type ExactMessage<Event extends TriggerEvent = TriggerEvent> = WithDecimals<PlainMessage<Event>>;

/** A made-up message as it is published: encrypted and in plain, with the rule that it belongs to and the key. */
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
