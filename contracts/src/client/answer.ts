/** What opening a web form gives, over V1 and over V2. */

import { isAbsoluteUrl } from '../base/formats.ts';
import { kindOf, oneLine } from '../base/text.ts';
import { type Called, MalformedAnswer, NoAnswer, Refused, TimedOut, WebFormRequired } from './call-error.ts';
import type { Client } from './client.ts';

/**
 * The part that both have. V1 gives no more; the functions of v2.ts add what is born with V2 (id, createdAt, expiresAt,
 * type, status), so code that keeps to this type runs over both, and code that reads more does not compile over V1.
 */
export interface WebForm {
  /** The absolute http or https address to send the end user to. */
  readonly url: string;
}

/** What a refusal says, whatever its body looks like, since only the 451 answer is documented with its envelope. */

/**
 * Every text of a body, in its order, joined by " | " and without control characters; a body that is no JSON is one
 * text. The secrets are hidden.
 */
export function wordsOf(body: unknown, secrets: readonly (string | undefined)[]): string {
  const hidden = secrets.flatMap((secret) => (secret ? spellings(secret) : []));
  // A secret may be part of another one.
  hidden.sort((a, b) => b.length - a.length);
  const words = textsIn(body).join(' | ');
  return oneLine(hidden.reduce((text, secret) => text.replaceAll(secret, '[hidden]'), words)).trim();
}

/** A member of a value; undefined for a value that has none. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** Walks without recursion: a body may nest deeper than the stack. */
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

/** As it is, and as an address, a form and a JSON text write it. */
function spellings(secret: string): string[] {
  return [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    new URLSearchParams([['', secret]]).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
  ];
}

/** Makes one call: a time limit over the whole answer, no redirect followed, nothing repeated; a failed call throws. */

export interface Call extends Called {
  /** The documented success: a status, or 2XX where none is shown. */
  readonly wants: 201 | 451 | '2XX';
  /** What the request carries and no error may show. */
  readonly secrets?: readonly (string | undefined)[];
}

/** A documented success. */
export interface Answer {
  readonly call: Call;
  readonly status: number;
  /** An absolute address that the header `location` holds. */
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

/** What openapi-fetch gives: the text of a 2xx, or the JSON or text of anything else. */
interface Fetched {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

const REDIRECTS = [301, 302, 303, 307, 308];

/** Throws Refused, WebFormRequired, MalformedAnswer (another status), NoAnswer or TimedOut. */
export async function answerOf(
  client: Client,
  call: Call,
  send: (init: CallInit) => Promise<Fetched>,
): Promise<Answer> {
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
    if (!asksForWebForm(status, error)) throw new Refused(call, { status, words, requestId });
    throw new WebFormRequired(call, { status, words, requestId, url });
  }
  // A browser hides the status of a redirect.
  const isRedirect = response.type === 'opaqueredirect' || REDIRECTS.includes(status);
  throw new MalformedAnswer(
    call,
    status,
    isRedirect ? 'it is a redirect, which is not followed' : `the status is ${status}, not ${call.wants}`,
  );
}

async function fetched(
  timeLimit: number,
  call: Call,
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
    // A body that cannot be written is the fault of the caller, whom the engine's own error serves best.
    if (!isSent) throw error;
    if (signal.aborted) throw new TimedOut(call, timeLimit);
    // The engine's own error may quote the address, which carries secrets when a token request is written into it.
    throw new NoAnswer(call, textOf(member(member(error, 'cause'), 'code')) ?? 'the connection failed');
  }
}

function asksForWebForm(status: number, body: unknown): boolean {
  const errors = member(body, 'errors');
  const codes = Array.isArray(errors) ? errors.map((error) => member(error, 'code')) : [];
  return status === 451 || codes.includes('WEB_FORM_REQUIRED');
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Reads the body of a success, and refuses one that lacks what the caller needs to go on. */

type Kind<Value> = Value extends string
  ? 'string'
  : Value extends number
    ? 'number'
    : Value extends boolean
      ? 'boolean'
      : never;

/**
 * The body, typed as documented. Only the needed fields are looked at: a caller is better served by a user or payment
 * that was created than by the complaint that its answer lacks a field which nobody reads. Whoever wants every field
 * judged has the validators. Throws MalformedAnswer.
 */
export function neededFields<Body>(
  { call, status, text }: Answer,
  needed: { readonly [Name in keyof Body]?: Kind<Body[Name]> },
): Body {
  const body = jsonOf(text);
  if (body === undefined) {
    throw new MalformedAnswer(call, status, `the body is ${text === undefined ? 'empty' : 'not JSON'}`);
  }
  const faults = Object.entries(needed).flatMap(([name, kind]) => {
    const value = member(body, name);
    return typeof value === kind && value !== ''
      ? []
      : [`${name} is ${value === '' ? 'empty' : kindOf(value)}`];
  });
  if (faults.length > 0) throw new MalformedAnswer(call, status, faults.join(', '));
  return body as Body;
}

function jsonOf(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
