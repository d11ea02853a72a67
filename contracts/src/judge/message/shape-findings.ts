/** What the schemas say of a message as it travels and of each decrypted details object; no finding repeats a value. */
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

/** One schema describes the details of both events of balances, so its places name the clauses of the other one. */
const OTHER_DETAILS = {
  clause: 'MESSAGE-LOW-DETAILS',
  message: 'details are others, not the same as those of NEW_ACCOUNT_BALANCE',
} as const;

export function shapeFindings({ event, sent, items }: ReadMessage, settings: Settings): Finding[] {
  const { message, details } = messageSchemas[event];
  const at = { pointer: '', name: 'the message', clause: 'MESSAGE-TRIGGER-EVENT', isPersonal: true } as const;
  const findings = schemaFindings(message, sent, at, settings);
  for (const item of items) {
    if (!details || item.details === undefined) continue;
    const pointer = `${item.pointer}/details`;
    const within = { pointer, name: 'details', clause: 'MESSAGE-DETAILS', isPersonal: true } as const;
    const own = schemaFindings(details, item.details, within, settings);
    for (const finding of own) findings.push(finding);
    if (event === 'LOW_ACCOUNT_BALANCE' && own.length > 0) findings.push({ pointer, ...OTHER_DETAILS });
  }
  return findings;
}
