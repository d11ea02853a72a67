/** Finds what proves the clauses of each trigger event: the exports of suites/events/<event>.ts. */
import { triggerEvents } from '../contracts/generated/operations.ts';
import type { TriggerEvent } from '../contracts/src/messages/notification-rule.ts';
import type { Cases } from '../src/drive/case.ts';
import type { BatchUpdate, Scenarios } from '../src/drive/scenario.ts';

interface EventEvidence {
  readonly event: TriggerEvent;
  /** Cases of its rules that stand in no table of suites/rules/. */
  readonly rules?: Cases;
  /** Scenarios of its messages. */
  readonly messages: Scenarios;
  /** Makes the `minimal` rule of the documents send its message in the world `one-account`. */
  readonly update: BatchUpdate;
  /** The decrypted names in the `full` example of its message; that of the account 101 without it. */
  readonly names?: readonly string[];
}

/** In the order of the documentation. An event without a file, or whose file lacks something, stops who loads this. */
export const eventEvidence: readonly EventEvidence[] = await Promise.all(
  triggerEvents.map(async (event) => {
    const file = `./events/${event.toLowerCase().replaceAll('_', '-')}.ts`;
    const found: Partial<EventEvidence> = await import(file);
    const { messages, update } = found;
    if (!messages || !update) throw new Error(`suites/${file.slice(2)} does not export messages and update`);
    return { ...found, event, messages, update };
  }),
);
