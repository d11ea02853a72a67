/** A row of the tables of messages that are good alone but not as messages of their rule. */
import type { ClauseId } from '../../../generated/clause-id.ts';
import type { NotificationRule, TriggerEvent } from '../../messages/notification-rule.ts';

export interface SabotagedByRule {
  readonly event: TriggerEvent;
  /** Pointers into the good message, and what is set there. */
  readonly edits: readonly (readonly [pointer: string, to: unknown])[];
  /** What the good rule of the event has instead. */
  readonly rule: Partial<NotificationRule>;
  readonly due: readonly [clause: ClauseId, pointer: string, message: string];
}

export function row(
  event: TriggerEvent,
  edits: SabotagedByRule['edits'],
  rule: SabotagedByRule['rule'],
  ...due: SabotagedByRule['due']
): SabotagedByRule {
  return { event, edits, rule, due };
}
