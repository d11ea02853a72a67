/** Makes one call of the client and reads its response: a time limit, no redirect followed, nothing repeated. */
import { operations } from '../../generated/operations.ts';
import { isJson } from '../base/exact-json.ts';
import { isAbsoluteUrl } from '../base/formats.ts';
import { member, textsIn } from '../base/json-value.ts';
import { striking } from '../base/known-values.ts';
import { only } from '../base/only.ts';
import { isError } from '../base/status.ts';
import { kindOf, oneLine } from '../base/text.ts';
import { type CalledOperation, MalformedAnswer, NoAnswer, Refused } from './call-error.ts';
import type { Client } from './client.ts';

interface ClientCall extends CalledOperation {
  /** The body as text: JSON, unless the headers say something else. */
  readonly body?: string;
  /** The path between {base_url} and the documented path. */
  readonly prefix?: string;
  /** The query, with its question mark. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The secrets of the request, which no error may show. */
  readonly secrets?: readonly (string | undefined)[];
}

export interface ClientAnswer {
  readonly call: ClientCall;
  readonly status: number;
  /** The header `location`, if it holds an absolute URL. */
  readonly location: string | undefined;
  /** The body of a 2xx as text; undefined if empty. */
  readonly text: string | undefined;
}

/** Makes a call. Throws Refused, MalformedAnswer (another status) or NoAnswer. */
export async function callService(client: Client, call: ClientCall): Promise<ClientAnswer> {
  const { response, text } = await fetched(httpRequest(client, call), call, client.settings.timeLimit);
  const { status } = response;
  const url = response.headers.get('location') ?? '';
  const location = isAbsoluteUrl(url) ? url : undefined;
  // The documented success status; 2XX where none is shown.
  const wanted = Object.keys(operations[call.operation].answers).find((each) => each !== '4XX');
  if (wanted === '2XX' ? response.ok : String(status) === wanted)
    return { call, status, location, text: text === '' ? undefined : text };
  if (isError(status)) {
    const body: unknown = isJson(text) ? JSON.parse(text) : text;
    const words = wordsOf(body, [client.token(), ...(call.secrets ?? [])]);
    throw new Refused(call, { status, words, requestId: textOrNone(member(body, 'requestId')) });
  }
  // A browser hides the status of a redirect.
  const isRedirect = response.type === 'opaqueredirect' || (status >= 300 && status <= 399);
  const fault = `expected ${wanted}, got ${status}`;
  throw new MalformedAnswer(call, status, isRedirect ? 'it is a redirect, which is not followed' : fault);
}

function httpRequest({ settings, token }: Client, call: ClientCall): Request {
  const { operation, body, prefix = '', query = '', headers } = call;
  const { document, method, path } = operations[operation];
  const { accessUrl, webFormUrl, authorizationHeader, authorizationScheme } = settings;
  const authorization = `${authorizationScheme} ${token() ?? ''}`.trim();
  return new Request(`${document === 'access' ? accessUrl : webFormUrl}${prefix}${path}${query}`, {
    method,
    headers: {
      accept: 'application/json',
      ...(token() !== undefined && { [authorizationHeader]: authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
    redirect: 'manual',
  });
}

async function fetched(request: Request, call: ClientCall, timeLimit: number) {
  const signal = AbortSignal.timeout(timeLimit);
  try {
    const response = await fetch(request, { signal });
    return { response, text: await response.text() };
  } catch (error) {
    only(error, TypeError, DOMException);
    if (signal.aborted) throw new NoAnswer(call, `none within ${timeLimit / 1000} s`);
    // The runtime's own error may quote the URL, which in a token request may hold secrets.
    throw new NoAnswer(call, textOrNone(member(member(error, 'cause'), 'code')) ?? 'the connection failed');
  }
}

function textOrNone(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Joins every text of an error body by " | ", in order and whatever its shape, with the secrets of the request removed. */
function wordsOf(body: unknown, secrets: readonly (string | undefined)[]): string {
  return oneLine(striking(secrets, '[hidden]')(textsIn(body).join(' | '))).trim();
}

/** The body of a success. Checks only the fields that the caller needs. Throws MalformedAnswer. */
export function neededFields<Body>(
  { call, status, text }: ClientAnswer,
  needed: { readonly [Name in keyof Body]?: 'string' | 'number' | 'boolean' },
): Body {
  const body: unknown = text !== undefined && isJson(text) ? JSON.parse(text) : undefined;
  if (body === undefined) {
    throw new MalformedAnswer(call, status, `the body is ${text === undefined ? 'empty' : 'not JSON'}`);
  }
  const faults = Object.entries(needed).flatMap(([name, kind]) => {
    const value = member(body, name);
    if (typeof value === kind && value !== '') return [];
    return `${name} is ${value === '' ? 'empty' : kindOf(value)}`;
  });
  if (faults.length > 0) throw new MalformedAnswer(call, status, faults.join(', '));
  return body as Body;
}
