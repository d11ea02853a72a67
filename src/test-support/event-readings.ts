/** The second reading of every trigger event, from its file in src/test-support/events/. */
import { triggerEvents } from '../../contracts/generated/operations.ts';
import type { TriggerEvent } from '../../contracts/src/messages/message.ts';
import {
  accountItems,
  brokenItems,
  brokenOrder,
  type EventReading,
  transactionFields,
} from './event-reading.ts';
import { type DocumentedField, documented } from './field-sabotages.ts';

/** In the order of the documentation; an event without a file is an error. */
export const eventReadings: readonly (readonly [
  TriggerEvent,
  Required<Pick<EventReading, 'message' | 'details'>> & EventReading,
])[] = await Promise.all(
  triggerEvents.map(async (event) => {
    const file = event.toLowerCase().replaceAll('_', '-');
    const { reading } = (await import(`./events/${file}.ts`)) as { reading: EventReading };
    const { accounts, transactions, message = [], details = [] } = reading;
    return [
      event,
      {
        ...reading,
        message: [...(accounts ? accountItems(accounts) : []), ...message],
        details: [...(transactions ? transactionFields(transactions) : []), ...details],
        broken: [
          ...(accounts ? brokenItems(event, accounts) : []),
          ...(accounts && transactions ? brokenOrder(accounts[0], transactions) : []),
          ...reading.broken,
        ],
      },
    ] as const;
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
    ...(details.length > 0 ? [[`${event}.details`, details]] : []),
  ]),
);
