/** Trigger events, notification rules and messages as types. */
import type { components } from '../../generated/access.ts';
import type { eventLayouts } from '../../generated/event-layouts.ts';
import type { triggerEvents } from '../../generated/operations.ts';
import type { Decimal, WithDecimals } from '../base/json-value.ts';

export type TriggerEvent = (typeof triggerEvents)[number];

/** A rule as its owner knows it: the request that created it, and its id if a message named it. */
export interface NotificationRule {
  readonly notificationRuleId?: Decimal;
  readonly triggerEvent: TriggerEvent;
  /** The params as sent: native values or strings, every number a Decimal. */
  readonly params?: Readonly<Record<string, unknown>>;
  readonly callbackHandle: string;
  readonly includeDetails?: boolean;
}

type Schemas = components['schemas'];

/** The message of an event as it is sent. */
export type MessageOf<Event extends TriggerEvent = TriggerEvent> = {
  [Message in Schemas['NotificationMessage'] as Message['triggerEvent']]: Message;
}[Event];

/** The decrypted details of an item of the event; never for an event without details. */
export type DetailsOf<Event extends TriggerEvent = TriggerEvent> = {
  [One in Event]: (typeof eventLayouts)[One] extends { readonly details: infer Name extends keyof Schemas }
    ? Schemas[Name]
    : never;
}[Event];

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

/** A plain message with numbers that a float may not keep: write it with writeJson. */
export type ExactMessage<Event extends TriggerEvent = TriggerEvent> = WithDecimals<PlainMessage<Event>>;

/** A published made-up message: encrypted and plain, with its rule and the key. */
export interface MessageFixture<Event extends TriggerEvent = TriggerEvent> {
  /** What is special about the message. */
  readonly name: string;
  /** The published test key, for the default cipher. */
  readonly key: string;
  readonly rule: NotificationRule;
  readonly message: MessageOf<Event>;
  /** The message in plain text, with its details as objects. */
  readonly decrypted: PlainMessage<Event>;
}
