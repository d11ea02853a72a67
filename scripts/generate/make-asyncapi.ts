/** Makes the AsyncAPI 3 document of the notifications from the messages of the access document. */
import { madeFrom } from '../project.ts';
import type { ExampleMessages } from './make-events.ts';
import type { Schemas } from './make-schemas.ts';
import { type Document, mapped, messagesOf } from './openapi-documents.ts';

/**
 * The service is the application that the document describes: it sends every message to the one channel. Schemas and
 * clauses are those of the access document; `x-details` of a payload is what the encrypted `details` of items hold.
 */
export function asyncApi(document: Document, schemas: Schemas, examples: ExampleMessages): object {
  const { notification } = document.webhooks ?? {};
  const messages = mapped(messagesOf(document), ({ title, description }, event) => ({
    name: event,
    title,
    description,
    contentType: 'application/json',
    payload: { ...schemas[`${event}.message`], 'x-details': schemas[`${event}.details`] },
    examples: Object.entries(examples[event] ?? {}).map(([name, { summary, value }]) => {
      return { name, summary, payload: value };
    }),
  }));
  return {
    asyncapi: '3.0.0',
    'x-generated': madeFrom('openapi/'),
    id: 'urn:bank-access-contracts:notifications',
    info: {
      title: 'Notifications of the banking data access API',
      version: document.info?.version,
      description:
        'The messages that the service sends to a client after a batch update, one for each rule that matches. A ' +
        'client receives them. Texts with `x-encrypted` are decrypted with its data decryption key; `x-details` of a ' +
        'payload is what its encrypted `details` hold.',
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    channels: {
      callback: {
        address: null,
        title: 'The callback URL of the client',
        description: notification?.post.description,
        'x-clauses': notification?.post['x-clauses'],
        messages: mapped(messages, (_, event) => ({ $ref: `#/components/messages/${event}` })),
      },
    },
    operations: {
      sendNotification: {
        action: 'send',
        channel: { $ref: '#/channels/callback' },
        'x-not-shown': notification?.post['x-not-shown'],
        messages: Object.keys(messages).map((event) => ({ $ref: `#/channels/callback/messages/${event}` })),
      },
    },
    components: { messages },
  };
}
