/** Reads what a test has in hand as the answer to a call, whichever tool it comes from. */
import { JsonError, readJson } from '../contract/exact-json.ts';
import type { Body, Headers } from '../judge/exchange.ts';

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
