/** Reads one record as evidence: a call with its response, a message with its rule, or a request body without its call. */
import { triggerEvents } from '../../generated/operations.ts';
import { only } from '../base/errors.ts';
import { isJson, JsonError, type JsonText, readJson, textOrValue } from '../base/exact-json.ts';
import { isObject, member } from '../base/json-value.ts';
import { kindOf } from '../base/text.ts';
import { type Body, type Headers, jsonOf, type Request, type Response } from '../judge/exchange.ts';
import { type OperationId, operationOf } from '../judge/operation.ts';
import type { NotificationRule, TriggerEvent } from '../messages/message.ts';
import { type RequestKind, recognise, type Version } from '../migration/mapping-table.ts';
import { recordedRule } from './recorded-rule.ts';
import { BrokenRecord } from './recording.ts';

/** Where a record was found. */
export interface RecordSource {
  readonly file: string;
  /** From 0, in its file. */
  readonly index: number;
  /** Of an NDJSON file, from 1. */
  readonly line?: number | undefined;
}

export type Evidence = CallEvidence | MessageEvidence | BodyEvidence;

/** `time` is in milliseconds since 1970, where the record says it with a zone. */
interface Recorded {
  readonly time?: number | undefined;
  readonly record: JsonText;
}

export interface CallEvidence extends Recorded {
  readonly kind: 'call';
  /** null for a call that is not documented. */
  readonly operation: OperationId | null;
  readonly request: Request;
  /** Undefined where none came or none was recorded, and for a call that is not documented. */
  readonly response?: Response | undefined;
}

export interface MessageEvidence extends Recorded {
  readonly kind: 'message';
  /** As it was sent. */
  readonly message: JsonText;
  readonly rule?: NotificationRule | undefined;
}

/** Of a V1 or V2 request for one flow, which its fields tell. */
export interface BodyEvidence extends Recorded {
  readonly kind: 'body';
  readonly version: Version;
  readonly of: RequestKind;
}

/**
 * Reads {"time"?, "request": {method, url, headers, body}, "response": {status, headers, body}}, {"time"?, "message", "rule"?},
 * a message by itself, or the body of a request by itself. Throws BrokenRecord.
 */
export function readEvidence(record: JsonText): Evidence {
  const { value } = record;
  if (isBareMessage(value)) return { kind: 'message', record, message: record };
  if (member(value, 'message') !== undefined && member(value, 'request') === undefined)
    return messageEvidence(record);
  const body = bareRequest(value);
  return body ? { kind: 'body', record, ...body } : callEvidence(record);
}

/** What a record is about, as far as that is known of one that cannot be read. */
export function subjectOf(record: unknown): OperationId | TriggerEvent | null {
  const [method, url] = ['method', 'url'].map((name) => member(member(record, 'request'), name));
  if (typeof method === 'string' && typeof url === 'string')
    return operationOf({ method: method.toUpperCase(), url }) ?? null;
  const event = member(member(record, 'message'), 'triggerEvent');
  return triggerEvents.find((each) => each === event) ?? null;
}

function isBareMessage(record: unknown): boolean {
  if (typeof member(record, 'triggerEvent') !== 'string') return false;
  return ['message', 'request', 'response'].every((name) => member(record, name) === undefined);
}

function messageEvidence(record: JsonText): MessageEvidence {
  const rule = member(record.value, 'rule');
  return {
    kind: 'message',
    record,
    time: recordedTime(record.value),
    message: messageIn(record),
    rule: rule === undefined ? undefined : recordedRule(rule, member(record.exact, 'rule')),
  };
}

/** The message as a JSON object, or as the text of one. */
function messageIn({ value: plain, exact }: JsonText): JsonText {
  const value = member(plain, 'message');
  let message: JsonText;
  try {
    message = typeof value === 'string' ? textOrValue(value) : { value, exact: member(exact, 'message') };
  } catch (error) {
    only(error, JsonError);
    throw new BrokenRecord(`the message is no valid JSON: ${error.message}`);
  }
  const kind = kindOf(message.value);
  if (kind !== 'an object') throw new BrokenRecord(`the message is ${kind}, not a JSON object`);
  return message;
}

function callEvidence(record: JsonText): CallEvidence {
  // The fixtures of the package have a path.
  const { method, path, url = path, headers, body } = partOf(record.value, 'request');
  if (typeof method !== 'string') throw new BrokenRecord(`the request method is ${kindOf(method)}, not text`);
  if (typeof url !== 'string') throw new BrokenRecord(`the request url is ${kindOf(url)}, not text`);
  const call = { method: method.toUpperCase(), url };
  const operation = operationOf(call) ?? null;
  const sent =
    operation === 'createToken' ? recordedToken(body, url) : operation && recordedBody(body, 'request');
  return {
    kind: 'call',
    record,
    operation,
    time: recordedTime(record.value),
    request: { ...call, headers: recordedHeaders(headers), ...(sent && { body: sent }) },
    response: operation === null ? undefined : recordedResponse(record.value),
  };
}

/** None came where its status is 0. */
function recordedResponse(record: unknown): Response | undefined {
  const response = member(record, 'response');
  if (response === undefined || response === null || member(response, 'status') === 0) return undefined;
  const { status, headers, body: recorded } = partOf(record, 'response');
  const body = recordedBody(recorded, 'response');
  return { status: statusOf(status), headers: recordedHeaders(headers), ...(body && { body }) };
}

/** The body of the request or response with the digits of every number; undefined where it was not recorded or is no object. */
export function exactBody(
  { exact }: JsonText,
  side: 'request' | 'response',
  options?: { readonly keepSource: boolean },
): object | undefined {
  const recorded = member(member(exact, side), 'body');
  const body = typeof recorded === 'string' ? readJson(recorded, options).exact : recorded;
  return isObject(body) ? body : undefined;
}

/** An object of names and values, or a list of {name, value} as HAR has it. Names in lower case, repeated headers joined by a comma. */
export function recordedHeaders(recorded: unknown): Headers {
  const headers: Record<string, string> = {};
  if (recorded === undefined || recorded === null) return headers;
  if (typeof recorded !== 'object') throw new BrokenRecord('the headers are neither an object nor a list');
  if (!Array.isArray(recorded)) {
    for (const name in recorded) add(headers, name, (recorded as Record<string, unknown>)[name]);
    return headers;
  }
  for (const header of recorded) {
    const { name, value } = (header ?? {}) as { name?: unknown; value?: unknown };
    if (typeof name !== 'string')
      throw new BrokenRecord('the headers are a list of something other than {name, value}');
    add(headers, name, value);
  }
  return headers;
}

function add(headers: Record<string, string>, name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  const text = Array.isArray(value) ? value.join(', ') : value;
  if (typeof text === 'object') throw new BrokenRecord('a header is an object, not text');
  const key = name.toLowerCase();
  const earlier = headers[key];
  // A header may be called `constructor`, which every object inherits.
  headers[key] = typeof earlier === 'string' ? `${earlier}, ${text}` : String(text);
}

/** Text that is JSON is parsed; undefined, null and empty text are no body. `whose` is `request` or `response`. */
export function recordedBody(recorded: unknown, whose: string): Body | undefined {
  if (recorded === undefined || recorded === null || recorded === '') return undefined;
  if (typeof recorded !== 'string') return { json: recorded };
  try {
    return { json: readJson(recorded).value };
  } catch (error) {
    only(error, JsonError);
    // Parsers disagree about a repeated key, so such a text proves nothing.
    if (isJson(recorded)) throw new BrokenRecord(`the ${whose} body is unclear JSON: ${error.message}`);
    return { text: recorded };
  }
}

/** The body of a token call as fields, however they were encoded (TOKEN-ENCODING): form, query, or JSON. */
export function recordedToken(recorded: unknown, url: string): Body | undefined {
  const form = typeof recorded === 'string' ? formFields(recorded) : undefined;
  const query = formFields(/\?([^#]*)/.exec(url)?.[1] ?? '');
  const body = form ? { json: form } : recordedBody(recorded, 'request');
  const fields = jsonOf(body);
  if (!query || (typeof fields !== 'object' && body)) return body;
  return { json: { ...query, ...(fields as object | undefined) } };
}

/** Undefined for text that is no form; no JSON text looks like one. */
function formFields(text: string): Record<string, string> | undefined {
  return /^[\w.-]+=/.test(text) ? Object.fromEntries(new URLSearchParams(text)) : undefined;
}

/** Undefined for a record, a message, the body of another call, and one that both versions or several calls could have. */
export function bareRequest(
  record: unknown,
): { readonly version: Version; readonly of: RequestKind } | undefined {
  if (!isObject(record) || Object.keys(record).length === 0) return undefined;
  if (['request', 'response', 'message', 'triggerEvent'].some((key) => key in record)) return undefined;
  const [asV1, asV2] = [recognise(record, 'V1'), recognise(record, 'V2')];
  if (asV1.isOtherVersion === asV2.isOtherVersion) return undefined;
  const version = asV1.isOtherVersion ? 'V2' : 'V1';
  const [kind, second] = (version === 'V2' ? asV2 : asV1).kinds;
  return kind === undefined || second !== undefined ? undefined : { version, of: kind };
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i;

/** When the call was made or the message arrived, in milliseconds since 1970; undefined without `time` or a zone in it. */
export function recordedTime(record: unknown): number | undefined {
  const time = member(record, 'time');
  // Date.parse alone would also take what names no zone.
  if (typeof time !== 'string' || !INSTANT.test(time)) return undefined;
  const instant = Date.parse(time);
  return Number.isNaN(instant) ? undefined : instant;
}

/** The host of an address with its port, in lower case; undefined for a path. */
export function hostOf(url: string): string | undefined {
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#]+)/i.exec(url)?.[1]?.toLowerCase();
}

function partOf(record: unknown, name: 'request' | 'response') {
  if (!isObject(record)) throw new BrokenRecord('the record is not a JSON object');
  const part = record[name];
  if (!isObject(part)) throw new BrokenRecord(`the ${name} is ${kindOf(part)}, not an object`);
  return part;
}

function statusOf(status: unknown): number {
  if (typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 999) return status;
  const found = typeof status === 'number' ? status : kindOf(status);
  throw new BrokenRecord(`the response status is ${found}, not a whole number from 100 to 999`);
}
