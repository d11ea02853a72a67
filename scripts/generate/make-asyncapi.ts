/** Makes the AsyncAPI 3 document of the notifications from the access API's OpenAPI document. */
import { madeFrom } from '../project.ts';
import { type ExampleMessages, eventFiles } from './make-events.ts';
import { type Document, mapped, type Schema, titledSchemas } from './openapi-documents.ts';

/**
 * The document describes the service, which sends every message to one channel. Schemas, clauses and references are copied
 * from the access document. `x-details` of a message is the schema of the encrypted `details` of its items.
 */
export function asyncApi(document: Document, examples: ExampleMessages): object {
  const { notification } = document.webhooks ?? {};
  const all = titledSchemas(document);
  const mapping = all['NotificationMessage']?.discriminator?.mapping ?? {};
  const summaries = new Map(eventFiles().map(({ event, summary }) => [event, summary]));
  const schemas: Record<string, Schema> = {};
  for (const $ref of Object.values(mapping)) addSchemas(schemas, all, { $ref });
  const messages = mapped(mapping, ($ref, event) => ({
    name: event,
    title: $ref.replace(/.*\//, ''),
    summary: summaries.get(event),
    description: all[$ref.replace(/.*\//, '')]?.description,
    contentType: 'application/json',
    payload: { $ref },
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
        'message names the schema of what its encrypted `details` hold.',
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
    components: { messages, schemas },
  };
}

/** Adds all schemas that `part` references, directly or through other schemas. */
function addSchemas(
  added: Record<string, Schema>,
  all: Readonly<Record<string, Schema>>,
  part: unknown,
): void {
  if (typeof part !== 'object' || part === null) return;
  const name = '$ref' in part ? String(part.$ref).replace(/.*\//, '') : undefined;
  if (name === undefined) {
    for (const inner of Object.values(part)) addSchemas(added, all, inner);
  } else if (!(name in added)) {
    added[name] = all[name] ?? {};
    addSchemas(added, all, all[name]);
  }
}
