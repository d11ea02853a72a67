/** Reads one record, {"time"?, "request": {method, url, headers, body}, "response": {status, headers, body}}, as an exchange. */
import { only } from '../base/errors.ts';
import { isJson, JsonError, readJson } from '../base/exact-json.ts';
import { isObject, member } from '../base/json-value.ts';
import { kindOf } from '../base/text.ts';
import { type Body, type Exchange, type Headers, jsonOf, type Request } from '../judge/exchange.ts';
import { isSuccess, type OperationId, operationOf } from '../judge/operation.ts';
import { type RequestKind, recognise, type Version } from '../migration/mapping-table.ts';

/** Thrown for a record that cannot be read; `message` says what is there and what is expected, and repeats no value. */
export class BrokenRecord extends Error {
  override readonly name = 'BrokenRecord';
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

type Fields = Readonly<Record<string, unknown>>;

/** A request body without its call, for one version of the API. */
export interface BareRequest {
  readonly version: Version;
  readonly kind: RequestKind;
}

/** Undefined for a record, a message, the body of another call, and one that both versions or several calls could have. */
export function bareRequest(record: unknown): BareRequest | undefined {
  if (!isObject(record) || Object.keys(record).length === 0) return undefined;
  if (['request', 'response', 'message', 'triggerEvent'].some((key) => key in record)) return undefined;
  const [asV1, asV2] = [recognise(record, 'V1'), recognise(record, 'V2')];
  if (asV1.isOtherVersion === asV2.isOtherVersion) return undefined;
  const version = asV1.isOtherVersion ? 'V2' : 'V1';
  const [kind, second] = (version === 'V2' ? asV2 : asV1).kinds;
  return kind === undefined || second !== undefined ? undefined : { version, kind };
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

/** Method, in capitals, and address: enough to recognise the operation. */
export type RecordedCall = Pick<Request, 'method' | 'url'>;

/** The host of an address with its port, in lower case; undefined for a path. */
export function hostOf(url: string): string | undefined {
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#]+)/i.exec(url)?.[1]?.toLowerCase();
}

/** The host of a call that issued a token; undefined for any other record. */
export function tokenHost(record: unknown): string | undefined {
  const [request, response] = [member(record, 'request'), member(record, 'response')];
  const [method, url, status] = [
    member(request, 'method'),
    member(request, 'url'),
    member(response, 'status'),
  ];
  if (typeof url !== 'string' || !isSuccess('createToken', Number(status))) return undefined;
  return operationOf({ method: String(method).toUpperCase(), url }) === 'createToken'
    ? hostOf(url)
    : undefined;
}

/** Throws BrokenRecord. */
export function recordedCall(record: unknown): RecordedCall {
  // The fixtures of the package have a path.
  const { method, path, url = path } = partOf(record, 'request');
  if (typeof method !== 'string') throw new BrokenRecord(`the request method is ${kindOf(method)}, not text`);
  if (typeof url !== 'string') throw new BrokenRecord(`the request url is ${kindOf(url)}, not text`);
  return { method: method.toUpperCase(), url };
}

/** Whether a response of the call is in the record: none came where its status is 0. */
export function hasResponse(record: unknown): boolean {
  const response = member(record, 'response');
  return response !== undefined && response !== null && member(response, 'status') !== 0;
}

/** The whole exchange of a call that was recognised. Throws BrokenRecord. */
export function recordedExchange(
  record: unknown,
  { method, url }: RecordedCall,
  operation: OperationId,
): Exchange {
  const sent = partOf(record, 'request');
  const answered = partOf(record, 'response');
  const status = statusOf(answered['status']);
  const body =
    operation === 'createToken' ? recordedToken(sent['body'], url) : recordedBody(sent['body'], 'request');
  const answer = recordedBody(answered['body'], 'response');
  return {
    request: { method, url, headers: recordedHeaders(sent['headers']), ...(body && { body }) },
    response: { status, headers: recordedHeaders(answered['headers']), ...(answer && { body: answer }) },
  };
}

function partOf(record: unknown, name: 'request' | 'response'): Fields {
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
