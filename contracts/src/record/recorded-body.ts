/** Reads recorded bodies: JSON as a value or as its text, the fields of a token call, or any other text. */
import { JsonError, readJson } from '../contract/exact-json.ts';
import { type Body, jsonOf } from '../judge/exchange.ts';
import { BrokenRecord } from './broken-record.ts';
import { isJson } from './is-json.ts';

/** Stands for a body that was sent but that the recorder left out. */
export const UNRECORDED = Symbol('unrecorded body');

/** Text that is JSON is read; no body at all is undefined, null or empty text. `whose` is `request` or `response`. */
export function recordedBody(recorded: unknown, whose: string): Body | undefined {
  if (recorded === undefined || recorded === null || recorded === '' || recorded === UNRECORDED)
    return undefined;
  if (typeof recorded !== 'string') return { json: recorded };
  try {
    return { json: readJson(recorded).value };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    // Readers disagree about a repeated key, so such a text is evidence of nothing.
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

/** undefined for text that is no form; no JSON text looks like one. */
function formFields(text: string): Record<string, string> | undefined {
  return /^[\w.-]+=/.test(text) ? Object.fromEntries(new URLSearchParams(text)) : undefined;
}
