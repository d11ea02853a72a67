/** The matchers of vitest and jest, for responses and messages as documented. */

import { operations, triggerEvents } from '../../generated/operations.ts';
import { JsonError, textOrValue } from '../base/exact-json.ts';
import { type Finding, findingOf, findingText, foundText } from '../base/finding.ts';
import { member } from '../base/json-value.ts';
import { only } from '../base/only.ts';
import { knownName } from '../base/text.ts';
import { type JudgePlainOptions, judgeMessage } from '../judge/judge-message.ts';
import { answerKind, type OperationId, requestSchema } from '../judge/operation.ts';
import { requestValidatorOf } from '../judge/request-findings.ts';
import { judge } from '../judge.entry.ts';
import { type GivenCipher, givenCipher } from '../messages/cipher.ts';
import type { TriggerEvent } from '../messages/message.ts';

/** What vitest and jest expect of a matcher. */
interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** `documented` names what was expected. Each finding is a line: clause, pointer, found and expected. */
function matcherResult(documented: string, findings: readonly Finding[]): MatcherResult {
  if (findings.length === 0) return { pass: true, message: () => `This is ${documented}.` };
  const lines = findings.map(
    (finding) => `  ${[finding.clause, finding.pointer].filter(Boolean).join(' ')}: ${findingText(finding)}`,
  );
  return { pass: false, message: () => `This is not ${documented}:\n${lines.join('\n')}` };
}

/** A response as the test passes it: a plain body has neither status nor headers. */
interface ReceivedAnswer {
  readonly status?: number;
  readonly headers?: object;
  readonly body: unknown;
}

/** The part of fetch's Response that is read. */
interface FetchedAnswer {
  readonly status: number;
  readonly headers: object;
  readonly bodyUsed: boolean;
  clone(): { text(): Promise<string> };
}

function isFetched(received: unknown): received is FetchedAnswer {
  const { status, clone, bodyUsed } = Object(received);
  return typeof status === 'number' && typeof clone === 'function' && typeof bodyUsed === 'boolean';
}

/** Reads a copy, so that the test can still read the response itself. Throws when its body has been read before. */
async function fetchedAnswer(received: FetchedAnswer): Promise<ReceivedAnswer> {
  const { status, headers, bodyUsed } = received;
  if (bodyUsed)
    throw new Error('The body of this response was read already: pass { status, headers, body } instead.');
  return { status, headers, body: await received.clone().text() };
}

/**
 * An object with a number as `status` is a response: `{ status, headers, body }` or one of supertest, whose body is parsed
 * from its text. Anything else is the body of a response.
 */
function writtenAnswer(received: unknown): ReceivedAnswer {
  const { status, headers, text, body } = Object(received);
  if (typeof status !== 'number') return { body: received };
  return { status, headers, body: typeof text === 'string' && text !== '' ? text : body };
}

/** Recognises the Headers of fetch as a list of pairs, since not every test environment has the class. */
function namedHeaders(headers: object): object {
  return Symbol.iterator in headers
    ? Object.fromEntries(headers as Iterable<readonly [string, string]>)
    : headers;
}

/** The status that a body without a status gets, by range. */
const SOME_NUMBER: Record<string, number> = { '2XX': 200, '4XX': 400 };

const ids = Object.keys(operations) as OperationId[];

/**
 * Returns a promise only for a response of fetch. Throws Error for an undocumented operation or status, and for a body read
 * before. With 'request', `received` is the body of a request, and its deviations are mistakes of the client.
 */
export function toMatchContract(
  received: unknown,
  operationId: string,
  status: number | string,
): MatcherResult | Promise<MatcherResult> {
  const id = knownName('the operation', operationId, ids);
  const schema = requestSchema(id);
  const parts = [...Object.keys(operations[id].answers), ...(schema ? ['request'] : [])];
  const documented = knownName(`the status of ${id}`, String(status), parts);
  if (schema && documented === 'request') {
    const { validate } = requestValidatorOf(schema, { operation: id, clause: operations[id].clauses[0] });
    return matcherResult(`the documented request of ${id}`, validate(textOrValue(received)));
  }
  const resultOf = (answer: ReceivedAnswer) =>
    matcherResult(`the documented ${documented} of ${id}`, findingsOn(id, documented, answer));
  return isFetched(received) ? fetchedAnswer(received).then(resultOf) : resultOf(writtenAnswer(received));
}

function findingsOn(id: OperationId, documented: string, answer: ReceivedAnswer): readonly Finding[] {
  const { status = SOME_NUMBER[documented] ?? Number(documented), headers, body } = answer;
  if (answerKind(id, status)?.status !== documented) return [ofStatus(id, documented, status)];
  const { method, path } = operations[id];
  const response = { status, body, ...(headers && { headers: namedHeaders(headers) }) };
  // Only method and path of the request are known: checks that need its body are skipped.
  return judge(id, { request: { method, path }, response });
}

function ofStatus(id: OperationId, documented: string, status: number): Finding {
  const own = answerKind(id, SOME_NUMBER[documented] ?? Number(documented));
  const [clause = operations[id].clauses[0]] = own?.clauses ?? [];
  const [expected, found] = [documented, `${status}`];
  return findingOf(clause, { kind: 'status', pointer: '/response/status', expected, found });
}

/** A key for the default cipher, or another cipher, and the `rule` of the message. */
type NotificationOptions = Pick<JudgePlainOptions, 'rule' | 'settings'> & GivenCipher;

/** `received` is JSON text or its value. Throws Error for an event that is not documented, and CipherError for a bad key. */
async function toBeNotification(
  received: unknown,
  event: TriggerEvent,
  options: NotificationOptions,
): Promise<MatcherResult> {
  const known = knownName('the trigger event', event, triggerEvents);
  const cipher = await givenCipher('toBeNotification', options);
  const { rule, settings } = options;
  const documented = `the documented message of ${known}`;
  const clause = 'MESSAGE-TRIGGER-EVENT';
  let json: unknown;
  try {
    json = textOrValue(received);
  } catch (error) {
    only(error, JsonError);
    return matcherResult(documented, [
      findingOf(clause, { pointer: '', expected: 'JSON', found: error.message }),
    ]);
  }
  const found = member(json, 'triggerEvent');
  if (found !== known) {
    const kind = found === undefined ? 'missing' : 'value';
    const text = foundText(found, kind, triggerEvents.some((each) => each === found) ? [] : undefined);
    const breach = { kind, pointer: '/triggerEvent', expected: `"${known}"`, found: text } as const;
    return matcherResult(documented, [findingOf(clause, breach)]);
  }
  const judging = { cipher, ...(rule && { rule }), ...(settings && { settings }) };
  const { findings } = await judgeMessage(json, judging);
  return matcherResult(documented, findings);
}

/** 201 or 451 where the documentation shows a number, '2XX' and '4XX' where it shows none. */
type DocumentedStatus<Id extends OperationId> = StatusOf<keyof (typeof operations)[Id]['answers']>;

type StatusOf<Key> = Key extends `${infer Status extends number}`
  ? Status
  : Key extends number
    ? Key
    : Key & string;

/** The matchers that are added to `expect`: `Result` is what the runner's matchers return, `Received` what `expect` got. */
export interface ContractMatchers<Result, Received> {
  /**
   * Takes a response of fetch (then await the matcher), `{ status, headers, body }`, a response of supertest, or a plain body,
   * whose status and headers are not checked. '4XX' is any error response, 4xx or 5xx. With 'request', it takes the body of a
   * request, as JSON text or as a value.
   */
  toMatchContract<Id extends OperationId>(
    operationId: Id,
    status: DocumentedStatus<Id> | 'request',
  ): Received extends FetchedAnswer ? Promise<void> : Result;
  /** Takes a message as JSON text or as a value. Await it. */
  toBeNotification(event: TriggerEvent, options: NotificationOptions): Promise<void>;
}

/**
 * The matchers for `expect.extend` of vitest and jest. They throw Error for an undocumented name, CipherError for a bad key.
 *
 * @example
 * import created from 'bank-access-contracts/fixtures/createStandalonePayment/full.json' with { type: 'json' };
 * import { matchers } from 'bank-access-contracts/vitest';
 * import { expect } from 'vitest';
 * expect.extend(matchers);
 * expect(created.response).toMatchContract('createStandalonePayment', 201);
 */
export const matchers = { toMatchContract, toBeNotification };
