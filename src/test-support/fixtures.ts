/** The generated fixtures as judges read them, and edits of them: the one set of sample exchanges and messages. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations, triggerEvents } from '../../contracts/generated/operations.ts';
import { readJson } from '../../contracts/src/base/exact-json.ts';
import type { Finding } from '../../contracts/src/base/finding.ts';
import type { ExchangeFixture } from '../../contracts/src/base/ledgers.ts';
import type { Exchange } from '../../contracts/src/judge/exchange.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import type { MessageFixture, NotificationRule, TriggerEvent } from '../../contracts/src/messages/message.ts';

const WEB_FORMS = ['createBankConnectionImport', 'createStandalonePayment'];
const FOLDER = join(import.meta.dirname, '../../contracts/generated/fixtures');

/** JSON Pointers, and what is set there; GONE takes away. */
export type Edits = Readonly<Record<string, unknown>>;
export const GONE = Symbol('gone');

/** By operation, all that are not refused; the first of each has every documented field of request and answer. */
export const goodExchanges = Object.fromEntries(
  Object.keys(operations).map((id) => [id, exchangesOf(id as OperationId)]),
) as unknown as Readonly<Record<OperationId, readonly [Exchange, ...Exchange[]]>>;

/** The `full` fixture of each trigger event. */
export const fullMessages = Object.fromEntries(
  triggerEvents.map((event) => [event, fixture(event, 'full')]),
) as Readonly<Record<TriggerEvent, MessageFixture>>;

/** By the name of the schema, each with every documented field: messages as they are sent, and details decrypted. */
export const documentedMessages: Readonly<Record<string, object>> = Object.fromEntries(
  triggerEvents.flatMap((event) => {
    const { message, decrypted } =
      event === 'NEW_TRANSACTIONS' ? fixture<MessageFixture>(event, 'categorized') : fullMessages[event];
    const reason = event === 'BANK_LOGIN_ERROR' ? { '/loginErrors/0/errorCode': 'WRONG_CREDENTIALS' } : {};
    const [item] = Object.values(decrypted).find(Array.isArray) ?? [];
    return [
      [`${event}.message`, edited(message, reason)],
      ...(item ? [[`${event}.details`, item.details]] : []),
    ];
  }),
);

/** A copy of a JSON value with these places changed; a pointer that leads nowhere is an error of the test. */
export function edited<Value>(value: Value, edits: Edits): Value {
  return Object.entries(edits).reduce<unknown>((left, [pointer, to]) => {
    const edit = (node: unknown, [step = '', ...rest]: string[]): unknown => {
      if (typeof node !== 'object' || node === null) throw new Error(`${pointer} leads nowhere`);
      const copy = (Array.isArray(node) ? [...node] : { ...node }) as Record<string, unknown>;
      if (rest.length > 0) copy[step] = edit(copy[step], rest);
      else if (to !== GONE) copy[step] = to;
      else if (!(step in copy)) throw new Error(`${pointer} is not there to be taken away`);
      else delete copy[step];
      return copy;
    };
    return edit(left, pointer.slice(1).split('/'));
  }, value) as Value;
}

/** A number in edits of a message, with all its digits. */
export function digits(text: string): string {
  return `#${text}#`;
}

/** The decrypted `full` message of the event with these edits. */
export function messageJson(event: TriggerEvent, edits: Edits = {}): unknown {
  const text = JSON.stringify(edited(fullMessages[event].decrypted, edits));
  return readJson(text.replace(/"#(.*?)#"/g, '$1'));
}

/** The rule of that message with other fields. */
export function ruleWith(event: TriggerEvent, fields: Partial<NotificationRule> = {}): NotificationRule {
  return { ...fullMessages[event].rule, ...fields };
}

/** `CLAUSE pointer`, with `(client)` at the end of what the client did. */
export function placesOf(findings: readonly Finding[]): string[] {
  return findings.map(
    ({ clause, about, pointer }) => `${clause} ${pointer}${about === 'client' ? ' (client)' : ''}`,
  );
}

function exchangesOf(operationId: OperationId): Exchange[] {
  const names = readdirSync(join(FOLDER, operationId)).map((file) => file.replace('.json', ''));
  const isFirst = (name: string) => name === 'full' || name === 'newTransactionsFull';
  const good = names.filter((name) => name !== 'refused').sort();
  const host = WEB_FORMS.includes(operationId) ? 'https://webform.example' : 'https://access.example';
  return [...good.filter(isFirst), ...good.filter((name) => !isFirst(name))].map((name) => {
    const { request, response } = fixture<ExchangeFixture>(operationId, name);
    const { method, path, headers, body } = request;
    return {
      request: { method, url: host + path, headers, ...(body === undefined ? {} : { body: { json: body } }) },
      response: { status: response.status, headers: response.headers, body: { json: response.body } },
    };
  });
}

function fixture<Fixture>(folder: string, name: string): Fixture {
  return JSON.parse(readFileSync(join(FOLDER, folder, `${name}.json`), 'utf8')) as Fixture;
}
