// The examples of the documents and the fixtures made of them: enough of each, as documented, upheld by the judges, made up.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import generatedMessages from '../../contracts/generated/example-messages.json' with { type: 'json' };
import generated from '../../contracts/generated/examples.json' with { type: 'json' };
import { operations, triggerEvents } from '../../contracts/generated/operations.ts';
import { readJson } from '../../contracts/src/base/exact-json.ts';
import type { ExchangeFixture } from '../../contracts/src/base/ledgers.ts';
import type { Validate } from '../../contracts/src/base/schema.ts';
import type { Exchange } from '../../contracts/src/judge/exchange.ts';
import { judge } from '../../contracts/src/judge/judge.ts';
import { judgeMessage, judgePlainMessage } from '../../contracts/src/judge/judge-message.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import { type Cipher, defaultCipher, TEST_KEY } from '../../contracts/src/messages/cipher.ts';
import type { MessageFixture } from '../../contracts/src/messages/message.ts';
import { closed } from '../../src/test-support/compiled-schemas.ts';
import { messageFields } from '../../src/test-support/event-readings.ts';
import { answerFields, requestFields } from '../../src/test-support/exchange-fields.ts';
import { type DocumentedField, pointerOf } from '../../src/test-support/field-sabotages.ts';
import { PROJECT } from '../project.ts';
import { eventFiles } from './make-events.ts';
import type { Examples } from './make-operations.ts';
import type { Named } from './openapi-documents.ts';

const FIXTURES = join(PROJECT, 'contracts/generated/fixtures');
const examples: Examples = generated;
const messages: Readonly<Record<string, Named>> = generatedMessages.messages;
const fieldsOfMessage: Readonly<Record<string, readonly DocumentedField[]>> = messageFields;
const ids = Object.keys(operations) as OperationId[];
const strict: Record<string, Validate | undefined> = closed;

function fixturesOf(subject: string): { name: string; text: string }[] {
  return readdirSync(join(FIXTURES, subject)).map((name) => ({
    name,
    text: readFileSync(join(FIXTURES, subject, name), 'utf8'),
  }));
}

function missingIn(value: unknown, fields: readonly DocumentedField[]): string[] {
  const isThere = ({ field }: DocumentedField) => {
    const steps = pointerOf(field).slice(1).split('/');
    const at = (node: unknown, step: string) => (node as Named | undefined)?.[step];
    return steps.reduce(at, value) !== undefined;
  };
  return fields.filter((field) => !isThere(field)).map(({ field }) => field);
}

test('a full request or answer carries every documented field', () => {
  for (const [id, fields] of Object.entries(requestFields))
    expect(missingIn(examples.requests[id]?.['full'], fields), id).toEqual([]);
  for (const [name, fields] of Object.entries(answerFields)) {
    const [id = '', status = ''] = name.split('.');
    expect(missingIn(examples.answers[id]?.[status]?.['full'], fields), name).toEqual([]);
  }
});

test('every operation and every message has its folder, with three fixtures or more', () => {
  expect(readdirSync(FIXTURES).sort()).toEqual([...ids, ...triggerEvents].sort());
  for (const subject of [...ids, ...triggerEvents]) {
    const names = readdirSync(join(FIXTURES, subject));
    expect(names.length, subject).toBeGreaterThanOrEqual(3);
    expect(names).toContain('an-unknown-extra-field.json');
  }
});

describe.each(ids)('%s', (operationId) => {
  const fixtures = fixturesOf(operationId).map(({ text }) => JSON.parse(text) as ExchangeFixture);

  test('has a fixture for every documented answer and every example of its request', () => {
    const names = fixturesOf(operationId).map(({ name }) => name.replace('.json', ''));
    for (const due of Object.keys(examples.requests[operationId] ?? {})) expect(names).toContain(due);
    const answers = new Set(fixtures.map(({ documented }) => documented));
    expect([...answers].sort()).toEqual(Object.keys(operations[operationId].answers).sort());
  });

  test('its requests are what we send, and its exchanges are upheld and hold no field but one of a later version that is not documented', () => {
    const undocumented: string[] = [];
    for (const { request } of fixtures)
      expect(strict[`${operationId}.request`]?.(request.body) ?? request.body === undefined).toBe(true);
    for (const exchange of fixtures.map(exchangeOf)) {
      const judged = judge(operationId, exchange);
      expect(judged.findings).toEqual([]);
      undocumented.push(...judged.undocumented);
    }
    expect(undocumented.filter((pointer) => !pointer.endsWith('/fieldOfALaterVersion'))).toEqual([]);
  });
});

describe.each(triggerEvents)('%s', (event) => {
  const fixtures = fixturesOf(event);
  let cipher: Cipher;
  beforeAll(async () => {
    cipher = await defaultCipher(TEST_KEY);
  });

  const fields = fieldsOfMessage[`${event}.message`] ?? [];
  const { plain } = eventFiles().find((each) => each.event === event) ?? {};

  test.each(Object.entries(messages[event] ?? {}))(
    'the example %s is what the documentation describes, and decrypts to that in plain',
    async (name, value) => {
      const due = name === 'full' ? fields : fields.filter(({ mayBe }) => !mayBe);
      expect(missingIn(value, due)).toEqual([]);
      expect(strict[`${event}.message`]?.(value)).toBe(true);
      const judged = await judgeMessage(value, { cipher });
      expect(judged).toMatchObject({ verdict: 'upheld', findings: [] });
      expect(judged.decrypted).toEqual(plain?.[name]?.value);
    },
  );

  test.each(fixtures)(
    '$name is as documented, its rule may send it, and it decrypts to its plain message, digit for digit',
    async ({ text }) => {
      const { message, rule, key, decrypted } = readJson(text) as MessageFixture;
      expect(key).toBe(TEST_KEY);
      const judged = await judgeMessage(message, { cipher, rule });
      expect(judged).toMatchObject({ triggerEvent: event, verdict: 'upheld', findings: [] });
      expect(judged.decrypted).toEqual(decrypted);
      expect(judgePlainMessage(decrypted, { rule }).findings).toEqual([]);
    },
  );
});

test('every token, secret, address and key is one of the made-up ones', () => {
  const texts = [...ids, ...triggerEvents].flatMap(fixturesOf).map(({ text }) => text);
  for (const text of texts) {
    for (const [, secret] of text.matchAll(
      /"(?:client_secret|password|access_token|authorization)": "([^"]*)"/g,
    ))
      expect(secret).toContain('example');
    for (const [, host = ''] of text.matchAll(/https?:\/\/([^/"]+)/g)) expect(host).toMatch(/\.example$/);
    for (const [, key] of text.matchAll(/"key": "([^"]*)"/g)) expect(key).toBe(TEST_KEY);
  }
});

function exchangeOf({ request, response }: ExchangeFixture): Exchange {
  const { path: url, body, ...rest } = request;
  return {
    request: { ...rest, url, ...(body !== undefined && { body: { json: body } }) },
    response: { ...response, body: { json: response.body } },
  };
}
