/** What the schemas say of a message as it travels and of each decrypted details object. */
import { triggerEvents } from '../../../generated/operations.ts';
import open from '../../../generated/validators/open.js';
import type { Compiled } from '../../contract/compiled.ts';
import type { TriggerEvent } from '../../messages/notification-rule.ts';
import type { Finding } from '../finding.ts';
import { schemaFindings } from '../schema-findings.ts';
import type { Settings } from '../settings.ts';
import type { ReadMessage } from './read-message.ts';

const validators: Readonly<Record<string, Compiled | undefined>> = open;

/** `details` is undefined for the event that has none. */
export const messageSchemas = Object.fromEntries(
  triggerEvents.map((event) => [
    event,
    { message: open[`${event}.message`], details: validators[`${event}.details`] },
  ]),
) as Readonly<Record<TriggerEvent, { readonly message: Compiled; readonly details: Compiled | undefined }>>;

export function shapeFindings({ event, sent, items }: ReadMessage, settings: Settings): Finding[] {
  const { message, details } = messageSchemas[event];
  const at = { pointer: '', name: 'the message', clause: 'MESSAGE-TRIGGER-EVENT' } as const;
  const findings = schemaFindings(message, sent, at, settings);
  for (const item of items) {
    if (!details || item.details === undefined) continue;
    const pointer = `${item.pointer}/details`;
    const within = { pointer, name: 'details', clause: 'MESSAGE-DETAILS' } as const;
    for (const finding of schemaFindings(details, item.details, within, settings)) findings.push(finding);
  }
  return findings;
}
