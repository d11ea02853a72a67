/** Reads the headers and bodies of a recorded exchange, and finds bodies that are missing, cut or not readable. */

import { isJson, JsonError, readJson } from '../base/exact-json.ts';
import { isNumber, isSet, member, toFloat } from '../base/json-value.ts';
import { only } from '../base/only.ts';
import { type Body, type Headers, jsonOf } from '../judge/exchange.ts';
import type { OperationId } from '../judge/operation.ts';

/** The error of an unreadable record; `message` says what is found and expected, and repeats no value. */
export class BrokenRecord extends Error {
  override readonly name = 'BrokenRecord';
}

/** Reads headers from an object, or from a list of {name, value} as in HAR. Lowers names, joins repeated headers by commas. */
export function recordedHeaders(recorded: unknown): Headers {
  if (typeof (recorded ?? {}) !== 'object')
    throw new BrokenRecord('the headers are neither an object nor a list');
  const pairs: (readonly [unknown, unknown])[] = Array.isArray(recorded)
    ? recorded.map((header) => [member(header, 'name'), member(header, 'value')])
    : Object.entries(recorded ?? {});
  const headers: Record<string, string> = {};
  for (const [name, value] of pairs) {
    if (typeof name !== 'string')
      throw new BrokenRecord('the headers are a list of something other than {name, value}');
    if (!isSet(value)) continue;
    const text = Array.isArray(value) ? value.join(', ') : value;
    if (typeof text === 'object') throw new BrokenRecord('a header is an object, not text');
    const key = name.toLowerCase();
    // A header may be named `constructor`, which every object inherits.
    headers[key] = Object.hasOwn(headers, key) ? `${headers[key]}, ${text}` : String(text);
  }
  return headers;
}

/** Reads a body: JSON text is parsed; undefined, null and empty text are none. `whose` is `request` or `response`. */
export function recordedBody(recorded: unknown, whose: string): Body | undefined {
  if (!isSet(recorded) || recorded === '') return undefined;
  if (typeof recorded !== 'string') return { json: recorded };
  try {
    return { json: readJson(recorded) };
  } catch (error) {
    only(error, JsonError);
    // It is JSON with a repeated key, which parsers read differently, so it proves nothing.
    if (isJson(recorded)) throw new BrokenRecord(`the ${whose} body is unclear JSON: ${error.message}`);
    return { text: recorded };
  }
}

/** The body of a request. For createToken, its fields: from the query, and from a form or JSON (TOKEN-ENCODING). */
export function recordedRequest(operation: OperationId, recorded: unknown, url: string): Body | undefined {
  if (operation !== 'createToken') return recordedBody(recorded, 'request');
  const form = typeof recorded === 'string' ? formFields(recorded) : undefined;
  const query = formFields(/\?([^#]*)/.exec(url)?.[1] ?? '');
  const body = form ? { json: form } : recordedBody(recorded, 'request');
  const fields = jsonOf(body);
  if (!query || (typeof fields !== 'object' && body)) return body;
  return { json: { ...query, ...(fields as object | undefined) } };
}

/** The fields of a form; undefined for other text. No JSON text looks like a form. */
function formFields(text: string): Record<string, string> | undefined {
  return /^[\w.-]+=/.test(text) ? Object.fromEntries(new URLSearchParams(text)) : undefined;
}

/** Characters that text does not contain: control characters, and the mark for bytes that are not UTF-8. */
const NO_TEXT = /[\p{Cc}\ufffd]/u;
const BASE64 = /^[A-Za-z0-9+/]{16,}={0,2}$/;

/** What is wrong with the recorded body; undefined if it is complete or was empty. `size` is the recorded size in bytes. */
export function gapOfBody(body: unknown, headers: Headers, size?: unknown): string | undefined {
  const length = headers['content-length'];
  if (body === undefined) return length === '0' ? undefined : 'was not recorded';
  if (Array.isArray(body) && body.length > 0 && body.every((piece) => typeof piece === 'string'))
    return 'is in pieces in the recording';
  if (body !== null && typeof body !== 'string') return undefined;
  const text = body ?? '';
  const coding = headers['content-encoding'] ?? 'identity';
  const isCoded = coding !== 'identity';
  const sizes = [isNumber(size) ? toFloat(size) : 0, isCoded ? 0 : Number(length ?? 0)];
  const bytes = new TextEncoder().encode(text).length;
  const isShort = bytes < Math.max(...sizes.filter(Number.isFinite));
  if (text === '') return isShort ? 'was not recorded' : undefined;
  if (isJson(text)) return undefined;
  if (NO_TEXT.test(text.replace(/\s/g, '')))
    return isCoded ? 'is still compressed in the recording' : 'is not text in the recording';
  if (BASE64.test(text) && (isCoded || isJson(unpackedText(text))))
    return isCoded ? 'is still compressed in the recording' : 'is base64 in the recording';
  if (isShort) return 'is cut in the recording';
  // If its length is that of the content-length header, it was not cut but sent like this.
  return isUnfinished(text) && Number(length) !== bytes
    ? 'is cut, or was sent as half of a JSON text'
    : undefined;
}

/** Decodes base64; plain text stays as it is. Bytes other than UTF-8 are replaced. */
export function unpackedText(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0)));
  } catch (error) {
    only(error, DOMException);
    return text;
  }
}

/** Whether a JSON text is cut off; a recorder may have added a mark such as `[truncated]`. */
function isUnfinished(text: string): boolean {
  let [open, isQuoted] = [0, false];
  if (!/^\s*[[{]/.test(text)) return false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) at += Number(character === '\\');
    else if (character === '{' || character === '[') open++;
    else if (character === '}' || character === ']') open--;
  }
  return isQuoted || open > 0;
}
