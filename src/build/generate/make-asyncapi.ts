/** Makes the AsyncAPI 3 document of the notifications from the messages of the access document. */
import { madeFrom } from '../project.ts';
import type { ExampleMessages } from './make-events.ts';
import { type Document, messagesOf, type Schema } from './openapi-documents.ts';

const CHANNEL = 'callback';

/**
 * The service is the application that the document describes: it sends every message to the one channel. Schemas and
 * clauses are those of the access document; `x-details` of a payload is what the encrypted `details` of items hold.
 */
export function asyncApi(document: Document, examples: ExampleMessages): object {
  const { receiveNotification } = Object.fromEntries(
    Object.values(document.webhooks ?? {}).map(({ post }) => [post.operationId, post]),
  );
  const messages = Object.fromEntries(
    messagesOf(document).map(([event, { title, description }, $ref]) => [
      event,
      {
        name: event,
        title,
        description,
        contentType: 'application/json',
        payload: { $ref },
        examples: Object.entries(examples[event] ?? {}).map(([name, { summary, value }]) => {
          return { name, summary, payload: value };
        }),
      },
    ]),
  );
  const references = (holder: string) =>
    Object.keys(messages).map((event) => [event, { $ref: `${holder}/${event}` }] as const);
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
      [CHANNEL]: {
        address: null,
        title: 'The callback URL of the client',
        description: receiveNotification?.description,
        'x-clauses': receiveNotification?.['x-clauses'],
        messages: Object.fromEntries(references('#/components/messages')),
      },
    },
    operations: {
      sendNotification: {
        action: 'send',
        channel: { $ref: `#/channels/${CHANNEL}` },
        'x-not-shown': receiveNotification?.['x-not-shown'],
        messages: references(`#/channels/${CHANNEL}/messages`).map(([, reference]) => reference),
      },
    },
    components: { messages, schemas: schemasOf(document, messages) },
  };
}

/** The schemas that these parts refer to, and those that they refer to themselves. */
function schemasOf({ components }: Document, parts: object): Record<string, Schema> {
  const used: Record<string, Schema> = {};
  const seek = (part: unknown): void => {
    const references = JSON.stringify(part).matchAll(/"\$ref":"#\/components\/schemas\/([^"/]+)"/g);
    for (const [, name = ''] of references) {
      const schema = components.schemas?.[name];
      if (name in used || schema === undefined) continue;
      used[name] = schema;
      seek(schema);
    }
  };
  seek(parts);
  return used;
}
