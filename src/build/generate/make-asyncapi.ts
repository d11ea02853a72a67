/** Makes the AsyncAPI 3 document of the notifications from the webhooks of the access document. */
import { madeFrom } from '../project.ts';
import { type Document, type DocumentOperation, type Schema, webhooksOf } from './openapi-documents.ts';

const CHANNEL = 'callback';
const SCHEMAS = '#/components/schemas/';

/**
 * The service is the application that the document describes: it sends, once an event, to the one channel. Schemas,
 * examples, clauses and what is not shown are those of the webhooks; `x-details` names what the encrypted `details`
 * of items hold. Throws for a webhook without a body.
 */
export function asyncApi(document: Document): object {
  const posts = webhooksOf(document);
  const messages = Object.fromEntries(posts.map(([event, post]) => [event, messageOf(event, post)]));
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
        'message names what its encrypted `details` hold.',
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    channels: {
      [CHANNEL]: {
        address: null,
        title: 'The callback URL of the client',
        description: 'The userNotificationCallbackUrl of the client configuration; each client has its own.',
        'x-clauses': ['MESSAGE-DESTINATION'],
        messages: Object.fromEntries(
          posts.map(([event]) => [event, { $ref: `#/components/messages/${event}` }]),
        ),
      },
    },
    operations: Object.fromEntries(
      posts.map(([event, post]) => [post.operationId, operationOf(event, post)]),
    ),
    components: { messages, schemas: schemasOf(document, messages) },
  };
}

function operationOf(event: string, { summary, description, ...post }: DocumentOperation): object {
  return {
    action: 'send',
    channel: { $ref: `#/channels/${CHANNEL}` },
    summary,
    description,
    'x-clauses': post['x-clauses'],
    'x-not-shown': post['x-not-shown'],
    messages: [{ $ref: `#/channels/${CHANNEL}/messages/${event}` }],
  };
}

function messageOf(event: string, { summary, requestBody, ...post }: DocumentOperation): object {
  const body = requestBody?.content['application/json'];
  if (body === undefined) throw new Error(`the webhook ${event} has no JSON body`);
  const details = post['x-details'];
  const examples = Object.entries(body.examples ?? {}).map(([name, { value, ...example }]) => {
    return { name, ...example, payload: value };
  });
  return {
    name: event,
    title: summary,
    contentType: 'application/json',
    payload: body.schema,
    ...(details !== undefined && { 'x-details': { $ref: SCHEMAS + details } }),
    examples,
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
