/** Makes one call: a time limit over the whole answer, no redirect followed, nothing repeated; a failed call throws. */
import { isAbsoluteUrl } from '../contract/absolute-url.ts';
import { type Called, MalformedAnswer, NoAnswer, Refused, TimedOut, WebFormRequired } from './call-error.ts';
import type { Client } from './client.ts';
import { member, wordsOf } from './words.ts';

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
