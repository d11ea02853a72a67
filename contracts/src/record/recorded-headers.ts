/** Reads recorded headers: an object of names and values, or a list of {name, value} as HAR has it. */
import type { Headers } from '../judge/exchange.ts';
import { BrokenRecord } from './broken-record.ts';

/** Names come out in lower case, repeated headers joined by a comma. */
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
