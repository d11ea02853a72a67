/** Reads HAR 1.2, the format in which browsers and proxies export what they recorded. */
import type { Content, Entry, PostData } from 'har-format';
import { member } from '../judge/exchange.ts';
import { BrokenRecord } from './broken-record.ts';
import { UNRECORDED } from './recorded-body.ts';

/** The entries of a HAR document, undefined for any other document. */
export function harEntries(document: unknown): readonly unknown[] | undefined {
  const entries = member(member(document, 'log'), 'entries');
  return Array.isArray(entries) ? entries : undefined;
}

/** The entry as a record of the common shape; what is wrong with its parts shows when the record is read. */
export function harRecord(entry: unknown): unknown {
  const { request, response } = (entry ?? {}) as Partial<Entry>;
  return {
    request: request && { ...request, body: postedBody(request.postData, request.bodySize) },
    response: response && { ...response, body: contentBody(response.content) },
  };
}

function postedBody(posted: PostData | undefined, size: number): unknown {
  if (posted?.text) return posted.text;
  if (posted?.params?.length) {
    const pairs = posted.params.map(({ name, value }) => [name, value ?? '']);
    return new URLSearchParams(pairs).toString();
  }
  return size > 0 ? UNRECORDED : undefined;
}

/** The size of a body is known where the text is not: then it was left out of the export. */
function contentBody(content: Content | undefined): unknown {
  const text = content?.text;
  if (!text) return content && content.size > 0 ? UNRECORDED : undefined;
  if (content.encoding !== 'base64') return text;
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)));
  } catch {
    throw new BrokenRecord('the response body is not base64 as its encoding says');
  }
}
