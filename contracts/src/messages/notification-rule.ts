/** A notification rule as its owner knows it: what was sent to create it, and its id where a message has told it. */
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
