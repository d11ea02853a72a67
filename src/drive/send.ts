/** Makes one call over HTTP and returns the exchange; never follows a redirect and never repeats a call. */
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import { operations } from '../../contracts/generated/operations.ts';
import { readJson, writeJson } from '../../contracts/src/contract/exact-json.ts';
import type { Body, Exchange, Request } from '../../contracts/src/judge/exchange.ts';
import { type Call, sentBody } from './call.ts';
import { fill } from './fill.ts';
import type { Session, Target } from './target.ts';

/** The call got no answer: refused connection, broken answer, or the time limit passed. */
export class NoAnswer extends Error {}

/** Throws NoAnswer when the target does not answer within its time limit. */
export async function send(
  target: Target,
  session: Session,
  call: Call,
  earlier: readonly Exchange[] = [],
): Promise<Exchange> {
  const body = fill(sentBody(call.send), session.values, earlier);
  const wire = body === undefined ? undefined : written(body, operations[call.when].encoding);
  const request = await requestOf(target, session, call, wire?.body);
  const { document } = operations[call.when];
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(target.timeLimit),
      ...(wire && { body: wire.text }),
    });
    const body = readBody(await response.text());
    const headers = Object.fromEntries(response.headers);
    return { request, response: { status: response.status, headers, ...(body && { body }) } };
  } catch (error) {
    const url = document === 'access' ? target.accessUrl : target.webFormUrl;
    throw new NoAnswer(`${target.name} gives no answer on ${url} (${reasonOf(error, target.timeLimit)})`);
  }
}

async function requestOf(
  target: Target,
  session: Session,
  call: Call,
  body: Body | undefined,
): Promise<Request> {
  const { document, method, path, token, encoding } = operations[call.when];
  const base = document === 'access' ? target.accessUrl : target.webFormUrl;
  const caller = call.as ?? (token === 'no' ? 'nobody' : token);
  const value = await session.token(caller);
  const prefer = target.takesPreferences ? preference(call) : '';
  const headers = {
    accept: 'application/json',
    ...(value !== undefined && { authorization: `Bearer ${value}` }),
    ...(encoding === 'json' && { 'content-type': 'application/json' }),
    ...(encoding === 'form' && { 'content-type': 'application/x-www-form-urlencoded' }),
    ...(prefer !== '' && { prefer }),
  };
  return { method, url: base + path, headers, ...(body && { body }) };
}

/** Asks a mock for the documented answer, and for its example of the same name where the request was one. */
function preference({ send, then, when }: Call): string {
  const answers: Record<string, object> = examples.answers[when];
  const name = typeof send === 'object' && 'example' in send ? send.example : '';
  const code = typeof then === 'number' ? [`code=${then}`] : [];
  return [...code, ...(name in (answers[String(then)] ?? {}) ? [`example=${name}`] : [])].join(', ');
}

/** The text on the wire, and the body as a judge reads it; numbers that keep their digits leave digit for digit. */
function written(json: unknown, encoding: 'form' | 'json' | 'none'): { text: string; body: Body } {
  if (encoding === 'form') {
    return { text: new URLSearchParams(json as Record<string, string>).toString(), body: { json } };
  }
  const text = writeJson(json);
  return { text, body: { json: readJson(text).value } };
}

/** JSON where the text is JSON, whatever its content type says; undefined for no body. */
function readBody(text: string): Body | undefined {
  if (text === '') return undefined;
  try {
    return { json: readJson(text).value };
  } catch {
    return { text };
  }
}

function reasonOf(error: unknown, timeLimit: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${timeLimit / 1000} s`;
  const cause = error.cause as { code?: string } | undefined;
  return cause?.code ?? error.message;
}
