/** The notification messages as types: as they travel, and in plain text as they are before encryption. */
import type { components, webhooks } from '../../generated/access.ts';
import type { eventLayouts } from '../../generated/event-layouts.ts';
import type { TriggerEvent } from './notification-rule.ts';

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
