// The AsyncAPI document: one channel, one message an event, and the schemas, examples and clauses of the messages.
import { expect, test } from 'vitest';
import { asyncApi } from './make-asyncapi.ts';
import { exampleMessages } from './make-examples.ts';
import { derivedSchemas } from './make-schemas.ts';
import { bundled, mapSubschemas, type Schema } from './openapi-documents.ts';

interface Made {
  asyncapi: string;
  channels: Record<string, { address: null; messages: Record<string, { $ref: string }> }>;
  operations: Record<string, { action: string; channel: { $ref: string }; messages: { $ref: string }[] }>;
  components: {
    messages: Record<string, { payload: Schema; examples: { name: string; payload: unknown }[] }>;
    schemas: Record<string, Schema>;
  };
}

const access = await bundled('access');
const made = asyncApi(access, await exampleMessages()) as Made;
const { messages, schemas } = made.components;

// By hand from the documentation.
const events = [
  ...['NEW_ACCOUNT_BALANCE', 'NEW_TRANSACTIONS', 'BANK_LOGIN_ERROR', 'FOREIGN_MONEY_TRANSFER'],
  ...['LOW_ACCOUNT_BALANCE', 'HIGH_TRANSACTION_AMOUNT', 'CATEGORY_CASH_FLOW', 'NEW_TERMS_AND_CONDITIONS'],
];

test('there is one channel, whose address is not shown', () => {
  expect(made.asyncapi).toMatch(/^3\./);
  expect(Object.keys(made.channels)).toEqual(['callback']);
  expect(made.channels['callback']).toMatchObject({ address: null });
  expect(Object.keys(made.channels['callback']?.messages ?? {})).toEqual(events);
});

test('the service sends a message of every trigger event', () => {
  expect(made.operations).toEqual({
    sendNotification: {
      action: 'send',
      channel: { $ref: '#/channels/callback' },
      'x-not-shown': 'DELIVERY-METHOD',
      messages: events.map((event) => ({ $ref: `#/channels/callback/messages/${event}` })),
    },
  });
  for (const event of events) expect(messages[event]?.examples.map(({ name }) => name)).toContain('full');
});

test('payloads and details are what the validators are made from, clauses included', () => {
  const derived = derivedSchemas([access]);
  for (const [event, { payload }] of Object.entries(messages)) {
    const { 'x-details': details, ...message } = withoutReferences(payload);
    expect(message, event).toEqual(derived[`${event}.message`]);
    if (details) expect(withoutReferences(details), event).toEqual(derived[`${event}.details`]);
  }
});

test('every clause of a message is in the document, and every schema is referred to', () => {
  const text = JSON.stringify(made);
  const clauses = new Set(clausesIn([access.webhooks, derivedSchemas([access])]).filter(isOfMessages));
  expect(clauses.size).toBeGreaterThan(20);
  expect([...clauses].filter((clause) => !text.includes(`"${clause}"`))).toEqual([]);
  const idle = Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`));
  expect(idle).toEqual([]);
});

function withoutReferences(schema: Schema): Schema {
  const name = (schema as { $ref?: string }).$ref?.replace('#/components/schemas/', '');
  if (name !== undefined) return withoutReferences(schemas[name] ?? {});
  const { contentMediaType: _, contentSchema: __, examples: ___, ...own } = schema;
  return mapSubschemas(own, withoutReferences);
}

function isOfMessages(clause: string): boolean {
  return clause.startsWith('MESSAGE-');
}

function clausesIn(value: unknown): string[] {
  const lists = [...JSON.stringify(value).matchAll(/"x-clauses":\[([^\]]*)\]/g)];
  return lists.flatMap(([, list = '']) => JSON.parse(`[${list}]`) as string[]);
}
