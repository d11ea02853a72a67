/** A row of the tables of messages in plain text that break one sentence of the documentation. */
import type { ClauseId } from '../../../generated/clause-id.ts';
import type { TriggerEvent } from '../../messages/notification-rule.ts';

export interface SabotagedMessage {
  readonly event: TriggerEvent;
  /** Pointers into the good message, and what is set there. */
  readonly edits: readonly (readonly [pointer: string, to: unknown])[];
  readonly due: readonly [clause: ClauseId, pointer: string, message: string];
}

export function row(
  event: TriggerEvent,
  edits: SabotagedMessage['edits'],
  ...due: SabotagedMessage['due']
): SabotagedMessage {
  return { event, edits, due };
}
