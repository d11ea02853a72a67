/** The second reading of every trigger event, from its file in src/test-support/events/. */
import { triggerEvents } from '../../contracts/generated/operations.ts';
import type { TriggerEvent } from '../../contracts/src/messages/message.ts';
import type { EventReading } from './event-reading.ts';
import { type DocumentedField, documented } from './field-sabotages.ts';

/** In the order of the documentation; an event without a file is an error. */
export const eventReadings: readonly (readonly [TriggerEvent, EventReading])[] = await Promise.all(
  triggerEvents.map(async (event) => {
    const file = event.toLowerCase().replaceAll('_', '-');
    const { reading } = (await import(`./events/${file}.ts`)) as { reading: EventReading };
    return [event, reading] as const;
  }),
);

/** Every field that the documentation lists, by the name of the schema: of messages and of their decrypted details. */
export const messageFields: Readonly<Record<string, readonly DocumentedField[]>> = Object.fromEntries(
  eventReadings.flatMap(([event, { message, details }]) => [
    [
      `${event}.message`,
      [
        documented('notificationRuleId', 'number', 'MESSAGE-RULE-ID'),
        documented('triggerEvent', { words: [event] }, 'MESSAGE-TRIGGER-EVENT'),
        documented('callbackHandle', 'text', 'MESSAGE-CALLBACK-HANDLE'),
        ...message,
      ],
    ],
    ...(details ? [[`${event}.details`, details]] : []),
  ]),
);
