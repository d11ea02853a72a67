/** A made-up message as it is published: as it travels, what it holds, the rule that sent it, and the key. */
import type { MessageOf, PlainMessage } from './message.ts';
import type { NotificationRule, TriggerEvent } from './notification-rule.ts';

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
