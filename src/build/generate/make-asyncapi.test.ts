// The AsyncAPI document: one channel, one operation an event, and the schemas, examples and clauses of the webhooks.
import { expect, test } from 'vitest';
import { asyncApi } from './make-asyncapi.ts';
import { derivedSchemas } from './make-schemas.ts';
import { bundled, mapSubschemas, type Schema } from './openapi-documents.ts';

interface Made {
  asyncapi: string;
  channels: Record<string, { address: null; messages: Record<string, { $ref: string }> }>;
  operations: Record<string, { action: string; channel: { $ref: string }; messages: { $ref: string }[] }>;
  components: {
    messages: Record<
      string,
      { payload: Schema; 'x-details'?: { $ref: string }; examples: { name: string; payload: unknown }[] }
    >;
    schemas: Record<string, Schema>;
  };
}

const access = await bundled('access');
const made = asyncApi(access) as Made;
const { messages, schemas } = made.components;

// By hand from the documentation: trigger event and operation.
const events = [
  ['NEW_ACCOUNT_BALANCE', 'newAccountBalance'],
  ['NEW_TRANSACTIONS', 'newTransactions'],
  ['BANK_LOGIN_ERROR', 'bankLoginError'],
  ['FOREIGN_MONEY_TRANSFER', 'foreignMoneyTransfer'],
  ['LOW_ACCOUNT_BALANCE', 'lowAccountBalance'],
  ['HIGH_TRANSACTION_AMOUNT', 'highTransactionAmount'],
  ['CATEGORY_CASH_FLOW', 'categoryCashFlow'],
  ['NEW_TERMS_AND_CONDITIONS', 'newTermsAndConditions'],
] as const;

test('there is one channel, whose address is not shown', () => {
  expect(made.asyncapi).toMatch(/^3\./);
  expect(Object.keys(made.channels)).toEqual(['callback']);
  expect(made.channels['callback']).toMatchObject({ address: null });
  expect(Object.keys(made.channels['callback']?.messages ?? {})).toEqual(events.map(([event]) => event));
});

test('the service sends one message an operation, and there is an operation for every trigger event', () => {
  const due = events.map(([event, operationId]) => [
    operationId,
    {
      action: 'send',
      channel: { $ref: '#/channels/callback' },
      messages: [{ $ref: `#/channels/callback/messages/${event}` }],
    },
  ]);
  expect(made.operations).toMatchObject(Object.fromEntries(due));
  expect(Object.keys(made.operations)).toHaveLength(events.length);
});

test('payloads and details are what the validators are made from, clauses included', () => {
  const derived = derivedSchemas([access]);
  for (const [event, { payload, 'x-details': details }] of Object.entries(messages)) {
    expect(withoutReferences(payload), event).toEqual(derived[`${event}.message`]);
    if (details) expect(withoutReferences(details), event).toEqual(derived[`${event}.details`]);
  }
});

test('every clause of a webhook is in the document, and every schema is referred to', () => {
  const text = JSON.stringify(made);
  const clauses = new Set(clausesIn(access.webhooks));
  expect(clauses.size).toBeGreaterThan(20);
  expect([...clauses].filter((clause) => !text.includes(`"${clause}"`))).toEqual([]);
  const idle = Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`));
  expect(idle).toEqual([]);
});

function withoutReferences(schema: Schema): Schema {
  const name = (schema as { $ref?: string }).$ref?.replace('#/components/schemas/', '');
  if (name !== undefined) return withoutReferences(schemas[name] ?? {});
  return mapSubschemas(schema, withoutReferences);
}

function clausesIn(value: unknown): string[] {
  const lists = [...JSON.stringify(value).matchAll(/"x-clauses":\[([^\]]*)\]/g)];
  return lists.flatMap(([, list = '']) => JSON.parse(`[${list}]`) as string[]);
}
