/** Reads an entry of a HAR 1.2 export as a record of the common shape. */

import type { Content, Entry, PostData } from 'har-format';
import { only } from '../base/errors.ts';
import { isObject } from '../base/json-value.ts';
import { BrokenRecord } from './recorded-exchange.ts';

/** What is wrong with the parts of the entry is found when the record is read. Throws BrokenRecord for a bad base64 body. */
export function harRecord(entry: unknown): unknown {
  const { startedDateTime: time, request, response } = (entry ?? {}) as Partial<Entry>;
  return {
    time,
    request: harPart(request, (it) => postedBody(it.postData, it.bodySize)),
    response: harPart(response, (it) => contentBody(it.content)),
  };
}

function harPart<Part extends object>(part: Part | undefined, bodyOf: (part: Part) => unknown): unknown {
  if (!isObject(part)) return part;
  const { method, url, status, headers } = part as Record<string, unknown>;
  return { method, url, status, headers, body: bodyOf(part) };
}

/** Undefined for a body that the export left out. */
function postedBody(posted: PostData | undefined, size: number): unknown {
  if (posted?.text) return posted.text;
  if (posted?.params?.length) {
    const pairs = posted.params.map(({ name, value }) => [name, value ?? '']);
    return new URLSearchParams(pairs).toString();
  }
  return size === 0 ? '' : undefined;
}

/** Undefined for a body that the export left out: it has a size and no text. */
function contentBody(content: Content | undefined): unknown {
  const text = content?.text;
  if (!text) return content?.size === 0 ? '' : undefined;
  if (content?.encoding !== 'base64') return text;
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
  } catch (error) {
    only(error, DOMException);
    throw new BrokenRecord('the response body is not base64 as its encoding says');
  }
}
