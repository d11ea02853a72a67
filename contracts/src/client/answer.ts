/** Makes one call of the client and reads its answer: a time limit, no redirect followed, nothing repeated. */
import { only } from '../base/errors.ts';
import { isJson } from '../base/exact-json.ts';
import { isAbsoluteUrl } from '../base/formats.ts';
import { member } from '../base/json-value.ts';
import { KnownValues } from '../base/known-values.ts';
import { kindOf, oneLine } from '../base/text.ts';
import {
  type CalledOperation,
  MalformedAnswer,
  NoAnswer,
  Refused,
  TimedOut,
  WebFormRequired,
} from './call-error.ts';
import type { Client } from './client.ts';

export interface ClientCall extends CalledOperation {
  /** The documented success: a status, or 2XX where none is shown. */
  readonly wants: 201 | 451 | '2XX';
  /** What the request contains and no error may show. */
  readonly secrets?: readonly (string | undefined)[];
}

/** A documented success. */
export interface ClientAnswer {
  readonly call: ClientCall;
  readonly status: number;
  /** The header `location`, if it holds an absolute address. */
  readonly location: string | undefined;
  /** The text of a 2xx; undefined for an empty body. */
  readonly text: string | undefined;
}

/** What openapi-fetch takes beside the body. */
export interface CallInit {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly parseAs: 'text';
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
}

/** What openapi-fetch returns: the text of a 2xx, or the JSON or text of anything else. */
interface Fetched {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

const REDIRECTS = [301, 302, 303, 307, 308];

/** Throws Refused, WebFormRequired, MalformedAnswer (another status), NoAnswer or TimedOut. */
export async function answerOf(
  client: Client,
  call: ClientCall,
  send: (init: CallInit) => Promise<Fetched>,
): Promise<ClientAnswer> {
  const { data, error, response } = await fetched(client.settings.timeLimit, call, send);
  const { status } = response;
  const location = response.headers.get('location') ?? '';
  const url = isAbsoluteUrl(location) ? location : undefined;
  if (call.wants === '2XX' ? response.ok : status === call.wants) {
    return { call, status, location: url, text: typeof data === 'string' && data !== '' ? data : undefined };
  }
  if (status >= 400) {
    const words = wordsOf(error, [...client.secrets(), ...(call.secrets ?? [])]);
    const requestId = textOf(member(error, 'requestId'));
    const errors = member(error, 'errors');
    const codes = Array.isArray(errors) ? errors.map((one) => member(one, 'code')) : [];
    const asksForWebForm = status === 451 || codes.includes('WEB_FORM_REQUIRED');
    if (!asksForWebForm) throw new Refused(call, { status, words, requestId });
    throw new WebFormRequired(call, { status, words, requestId, url });
  }
  // A browser hides the status of a redirect.
  const isRedirect = response.type === 'opaqueredirect' || REDIRECTS.includes(status);
  const fault = `the status is ${status}, not ${call.wants}`;
  throw new MalformedAnswer(call, status, isRedirect ? 'it is a redirect, which is not followed' : fault);
}

async function fetched(
  timeLimit: number,
  call: ClientCall,
  send: (init: CallInit) => Promise<Fetched>,
): Promise<Fetched> {
  const signal = AbortSignal.timeout(timeLimit);
  let isSent = false;
  try {
    return await send({
      fetch: (request) => {
        isSent = true;
        return fetch(request);
      },
      parseAs: 'text',
      redirect: 'manual',
      signal,
    });
  } catch (error) {
    only(error, TypeError, DOMException);
    // The caller passed a body that cannot be written, which the engine's own error explains best.
    if (!isSent) throw error;
    if (signal.aborted) throw new TimedOut(call, timeLimit);
    // The engine's own error may quote the address, which carries secrets when a token request is written into it.
    throw new NoAnswer(call, textOf(member(member(error, 'cause'), 'code')) ?? 'the connection failed');
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Every text of the body of a refusal, whatever its shape, in order and joined by " | ", without its secrets. */
function wordsOf(body: unknown, secrets: readonly (string | undefined)[]): string {
  const known = new KnownValues<string>();
  for (const secret of secrets) known.add(secret ?? '', '[hidden]');
  return oneLine(known.strike(textsIn(body).join(' | '), (mark) => mark)).trim();
}

/** Without recursion: a body may nest deeper than the stack. */
function textsIn(body: unknown): string[] {
  const texts: string[] = [];
  const rest = [body];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value).reverse()) rest.push(inner);
  }
  return texts;
}

/** How `typeof` names the type of a field. */
type Kind<Value> = Value extends string
  ? 'string'
  : Value extends number
    ? 'number'
    : Value extends boolean
      ? 'boolean'
      : never;

/** The body of a success. Checks only the fields that the caller needs to go on. Throws MalformedAnswer. */
export function neededFields<Body>(
  { call, status, text }: ClientAnswer,
  needed: { readonly [Name in keyof Body]?: Kind<Body[Name]> },
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
