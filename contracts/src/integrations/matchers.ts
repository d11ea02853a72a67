/** What a matcher gives its test runner, vitest and jest alike. */

import { operations, triggerEvents } from '../../generated/operations.ts';
import { JsonError, type JsonText, readJson } from '../base/exact-json.ts';
import { knownName, show } from '../base/text.ts';
import type { Finding } from '../judge/clause-check.ts';
import { type Body, type Headers, member } from '../judge/exchange.ts';
import { judge } from '../judge/judge.ts';
import { type JudgePlainOptions, judgeMessage } from '../judge/judge-message.ts';
import { answerKind, type OperationId } from '../judge/operation.ts';
import { type GivenCipher, givenCipher } from '../messages/cipher.ts';
import type { TriggerEvent } from '../messages/message.ts';

export interface Verdict {
  readonly pass: boolean;
  readonly message: () => string;
}

/** `documented` names what was wanted; a finding is a line with its clause, its place, and what is found and wanted. */
export function verdictOn(documented: string, findings: readonly Finding[]): Verdict {
  if (findings.length === 0) return { pass: true, message: () => `This is ${documented}.` };
  const lines = findings.map(
    ({ clause, pointer, message }) => `  ${[clause, pointer].filter(Boolean).join(' ')}: ${message}`,
  );
  return { pass: false, message: () => `This is not ${documented}:\n${lines.join('\n')}` };
}

/** Reads what a test has in hand as the answer to a call, whichever tool it comes from. */

/** As far as a test shows it: a plain body has neither a status nor headers. */
export interface ReceivedAnswer {
  readonly status?: number;
  readonly headers?: Headers;
  readonly body?: Body;
}

interface HeadersOfFetch {
  forEach(each: (value: string, name: string) => void): void;
}

/** The answer of fetch, as far as it is read. */
export interface FetchedAnswer {
  readonly status: number;
  readonly headers: HeadersOfFetch;
  readonly bodyUsed: boolean;
  clone(): { text(): Promise<string> };
}

/** `{ status, headers, body }` and what supertest gives; the text goes before the body, which is made from it. */
interface WrittenAnswer {
  readonly status: number;
  readonly headers?: HeadersOfFetch | Readonly<Record<string, unknown>>;
  readonly text?: unknown;
  readonly body?: unknown;
}

export function isFetched(received: unknown): received is FetchedAnswer {
  const { status, clone, bodyUsed } = Object(received);
  return typeof status === 'number' && typeof clone === 'function' && typeof bodyUsed === 'boolean';
}

/** Reads a copy, so that the test can still read the answer itself. Throws when its body has been read before. */
export async function fetchedAnswer(received: FetchedAnswer): Promise<ReceivedAnswer> {
  if (received.bodyUsed)
    throw new Error('The body of this answer has been read before: pass { status, headers, body } instead.');
  const headers = headersOf(received.headers);
  return { status: received.status, headers, ...bodyOf(await received.clone().text()) };
}

/** An object with a number as its status is an answer; anything else is the body of one, as a value or as text. */
export function writtenAnswer(received: unknown): ReceivedAnswer {
  if (!isWritten(received)) return bodyOf(received);
  const { status, headers, text, body } = received;
  return {
    status,
    ...(headers && { headers: headersOf(headers) }),
    ...bodyOf(typeof text === 'string' && text !== '' ? text : body),
  };
}

function isWritten(received: unknown): received is WrittenAnswer {
  return typeof received === 'object' && received !== null && typeof Object(received).status === 'number';
}

/** Not every place where tests run has the Headers of fetch, so they are known by what they do. */
function headersOf(headers: HeadersOfFetch | Readonly<Record<string, unknown>>): Headers {
  const named: Record<string, string> = {};
  const add = (value: unknown, name: string) => {
    named[name.toLowerCase()] = String(value);
  };
  if (typeof headers.forEach === 'function') headers.forEach(add);
  else for (const [name, value] of Object.entries(headers)) add(value, name);
  return named;
}

function bodyOf(body: unknown): { body?: Body } {
  if (body === undefined || body === '') return {};
  if (typeof body !== 'string') return { body: { json: body } };
  try {
    return { body: { json: readJson(body).value } };
  } catch (error) {
    if (error instanceof JsonError) return { body: { text: body } };
    throw error;
  }
}

/** The matcher of answers: the status, the body and, where they are known, the headers of a documented answer. */

/** A number of each range, for a body that comes without one. */
const SOME_NUMBER: Record<string, number> = { '2XX': 200, '4XX': 400 };

const ids = Object.keys(operations) as OperationId[];

/**
 * A promise for an answer of fetch only. Throws for an operation that is not documented, a status that is not documented for
 * it, and an answer of fetch whose body has been read before.
 */
export function toMatchContract(
  received: unknown,
  operationId: string,
  status: number | string,
): Verdict | Promise<Verdict> {
  const id = knownName('the operation', operationId, ids);
  const documented = knownName(`the status of ${id}`, String(status), Object.keys(operations[id].answers));
  if (isFetched(received)) return fetchedAnswer(received).then((answer) => verdict(id, documented, answer));
  return verdict(id, documented, writtenAnswer(received));
}

function verdict(id: OperationId, documented: string, answer: ReceivedAnswer): Verdict {
  return verdictOn(`the documented ${documented} of ${id}`, findingsOn(id, documented, answer));
}

function findingsOn(id: OperationId, documented: string, answer: ReceivedAnswer): Finding[] {
  const { status = SOME_NUMBER[documented] ?? Number(documented), headers, body } = answer;
  if (answerKind(id, status)?.status !== documented) return [ofStatus(id, documented, status)];
  const { method, path: url } = operations[id];
  // Of the request only the call is known; what compares the answer with its body is silent.
  const exchange = {
    request: { method, url, headers: {} },
    response: { status, headers: headers ?? {}, ...(body && { body }) },
  };
  const findings = judge(id, exchange);
  return headers ? findings : findings.filter(({ pointer }) => !pointer.startsWith('/response/headers'));
}

function ofStatus(id: OperationId, documented: string, status: number): Finding {
  const { clauses, answers } = operations[id];
  const own = (answers as Record<string, { readonly clauses: readonly string[] }>)[documented]?.clauses[0];
  const clause = (own ?? clauses[0]) as Finding['clause'];
  return { clause, pointer: '/response/status', message: `the status is ${status}, not ${documented}` };
}

/** The matcher of messages: the trigger event, what is encrypted, and everything else that is documented. */

/** The data decryption key for the default cipher, or a cipher of one's own. With a `rule`, that rule has sent it. */
export type NotificationOptions = Pick<JudgePlainOptions, 'rule' | 'settings'> & GivenCipher;

/** `received` is JSON text or its value. Throws for an event that is not documented, and for a bad key. */
export async function toBeNotification(
  received: unknown,
  event: TriggerEvent,
  options: NotificationOptions,
): Promise<Verdict> {
  const known = knownName('the trigger event', event, triggerEvents);
  const cipher = await givenCipher('toBeNotification', options);
  const { rule, settings } = options;
  const documented = `the documented message of ${known}`;
  const json = textOf(received);
  if (json instanceof JsonError)
    return verdictOn(documented, [ofEvent(`the message is not JSON: ${json.message}`)]);
  const found = member(json.value, 'triggerEvent');
  if (found !== known) {
    const isAnother = triggerEvents.some((each) => each === found);
    const shown = found === undefined ? 'missing' : show(found, !isAnother);
    return verdictOn(documented, [ofEvent(`triggerEvent is ${shown}, not "${known}"`, '/triggerEvent')]);
  }
  const { findings } = await judgeMessage(json, {
    cipher,
    ...(rule && { rule }),
    ...(settings && { settings }),
  });
  return verdictOn(documented, findings);
}

function textOf(received: unknown): JsonText | JsonError {
  if (typeof received !== 'string') return { value: received, exact: received };
  try {
    return readJson(received);
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
}

function ofEvent(message: string, pointer = '') {
  return { clause: 'MESSAGE-TRIGGER-EVENT', pointer, message } as const;
}

/** The matchers as test runners type them; the modules for vitest and jest add them to `expect`. */

/** 201 or 451 where the documentation shows a number; '2XX' and '4XX' stand for all that it leaves open. */
type DocumentedStatus<Id extends OperationId> = StatusOf<keyof (typeof operations)[Id]['answers']>;

type StatusOf<Key> = Key extends `${infer Status extends number}`
  ? Status
  : Key extends number
    ? Key
    : Key & string;

/** `Result` is what the runner's own matchers give back, `Received` what was passed to `expect`. */
export interface ContractMatchers<Result, Received> {
  /**
   * An answer of fetch (then the matcher is awaited), `{ status, headers, body }`, what supertest gives, or a plain body is
   * the documented answer of the operation. Of a plain body no status and no header is looked at. A refusal ('4XX') is
   * any 4xx or 5xx.
   */
  toMatchContract<Id extends OperationId>(
    operationId: Id,
    status: DocumentedStatus<Id>,
  ): Received extends FetchedAnswer ? Promise<void> : Result;
  /** A message, as JSON text or as its value, is of the event, decrypts, and keeps all that is documented; awaited. */
  toBeNotification(event: TriggerEvent, options: NotificationOptions): Promise<void>;
}

/** Both matchers, as `expect.extend` of vitest and of jest takes them. */

export const matchers = { toMatchContract, toBeNotification };
