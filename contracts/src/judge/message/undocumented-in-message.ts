/** Finds the fields of a message and of its details that the documentation does not list: worth a note, never a violation. */
import type { TriggerEvent } from '../../messages/notification-rule.ts';
import { member } from '../exchange.ts';
import { undocumentedIn } from '../undocumented-in.ts';
import { eventLayouts } from './event-layout.ts';
import { listOf } from './read-message.ts';
import { messageSchemas } from './shape-findings.ts';

/** `decrypted` is the message in plain text. Calls `seen` with the JSON Pointer, `*` for any index, of every such field. */
export function undocumentedInMessage(
  event: TriggerEvent,
  decrypted: unknown,
  seen: (pointer: string) => void,
): void {
  const { message, details } = messageSchemas[event];
  const layout = eventLayouts[event];
  undocumentedIn(message, '', decrypted, seen);
  for (const item of listOf(decrypted, layout) ?? [])
    undocumentedIn(details, `/${layout.list}/*/details`, member(item, 'details'), seen);
}
