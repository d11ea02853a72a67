/** Finds what proves the clauses of each trigger event: the exports of suites/events/<event>.ts. */

import { triggerEvents } from '../contracts/generated/operations.ts';
import type { TriggerEvent } from '../contracts/src/messages/message.ts';
import type { Cases } from '../src/runner/case.ts';
import type { BatchUpdate } from '../src/runner/control.ts';
import type { Scenarios } from '../src/runner/scenarios/scenario.ts';
import type { DocumentedField } from '../src/test-support/field-sabotages.ts';

/** What the documentation says of an event, by hand once more, so that a wrong schema is seen. */
export interface DocumentedEvent {
  /** The attributes of the params of its rules in their order, `!` behind a required one. */
  readonly params: readonly string[];
  /** Its message and its details: every field that is listed, and a good one with all of them. */
  readonly message: { readonly fields: readonly DocumentedField[]; readonly good: object };
  readonly details?: DocumentedEvent['message'];
  /** The paths of the encrypted fields of its message, and of the personal ones of its details. */
  readonly encrypted: readonly string[];
  readonly personal: readonly string[];
}

interface EventEvidence {
  readonly event: TriggerEvent;
  /** Cases of its rules that are not in suites/rules/. */
  readonly rules?: Cases;
  /** Scenarios of its messages. */
  readonly messages: Scenarios;
  /** Makes the `minimal` rule of the documents send its message in the world `one-account`. */
  readonly update: BatchUpdate;
  /** The decrypted names in the `full` example of its message; that of the account 101 without it. */
  readonly names?: readonly string[];
  /** For an event that is not in the tables of contracts/src/judge/documented/. */
  readonly documented?: DocumentedEvent;
}

/** In the order of the documentation. An event without a file, or whose file lacks something, stops who loads this. */
export const eventEvidence: readonly EventEvidence[] = await Promise.all(
  triggerEvents.map(async (event) => {
    const name = event.toLowerCase().replaceAll('_', '-');
    // Written out, so that a bundler finds the files.
    const found: Partial<EventEvidence> = await import(`./events/${name}.ts`);
    const { messages, update } = found;
    if (!messages || !update) throw new Error(`suites/events/${name}.ts does not export messages and update`);
    return { ...found, event, messages, update };
  }),
);
