/** Plays a request of a pact against the provider over HTTP, and hands on what it answers. */
import { operations } from '../../contracts/generated/operations.ts';
import { writtenParams } from '../runner/send.ts';
import { unanswered } from '../runner/unproven.ts';
import type { Provider } from './pact-provider.ts';

/** Where the answer goes: a response of node:http. */
export interface AnswerTo {
  writeHead(status: number, headers: Record<string, string>): { end(body: Buffer): unknown };
}

/** They speak of the body as it was on the wire. */
const OF_THE_WIRE = ['connection', 'content-encoding', 'content-length', 'transfer-encoding'];

/**
 * The verifier has a proxy of its own, which hangs when a connection breaks and knows no time limit. Throws Unproven
 * when none comes within that of the target, and CallError when there is no token.
 */
export async function forwardedCall(call: PactCall, to: AnswerTo, provider: Provider): Promise<void> {
  const { url, headers, body } = await wiredRequest(call, provider);
  const { name, timeLimit } = provider.target;
  try {
    const answer = await fetch(url, {
      method: call.method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeLimit),
      ...(body !== undefined && { body }),
    });
    const kept = [...answer.headers].filter(([header]) => !OF_THE_WIRE.includes(header));
    to.writeHead(answer.status, Object.fromEntries(kept)).end(Buffer.from(await answer.arrayBuffer()));
  } catch (error) {
    throw unanswered(name, new URL(url).origin, error, timeLimit);
  }
}

/** A request as the verifier hands it on, its body parsed where it is JSON or a form. */
export interface PactCall {
  readonly method: string;
  readonly path: string;
  /** The path and the query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body?: unknown;
}

export interface WiredRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** What belongs to one connection alone. */
const OF_THE_CONNECTION = ['host', 'connection', 'content-length', 'transfer-encoding', 'authorization'];
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** A call that is not documented goes to the access API as it is. Throws CallError or Unproven when there is no token. */
export async function wiredRequest(call: PactCall, provider: Provider): Promise<WiredRequest> {
  const found = Object.entries(operations).find(
    ([, { method, path }]) => method === call.method && path === call.path,
  );
  const [operation, { document, token }] = found ?? ['', { document: 'access', token: 'no' } as const];
  const { accessUrl, webFormUrl, wire } = provider.target;
  const headers = { ...ownHeaders(call), ...(await authorization(call, token, provider)) };
  if (document === 'web-form') return { url: webFormUrl + call.url, headers, ...jsonBody(call.body) };
  const prefix = call.path.startsWith('/api/') ? '' : wire.accessPrefix;
  const url = accessUrl + prefix + call.url;
  if (operation === 'createToken') return tokenRequest(url, headers, call, provider);
  const body = operation === 'createNotificationRule' ? writtenParams(call.body, wire) : call.body;
  return { url, headers, ...jsonBody(body) };
}

function ownHeaders({ headers }: PactCall): Record<string, string> {
  const own = Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.includes(name));
  return Object.fromEntries(own.map(([name, value]) => [name, String(value)]));
}

async function authorization(
  { headers }: PactCall,
  token: 'client' | 'user' | 'no',
  { tokenOf, target }: Provider,
): Promise<Record<string, string>> {
  if (headers['authorization'] === undefined || token === 'no') return {};
  const { authorizationHeader, authorizationScheme } = target.wire;
  return { [authorizationHeader]: `${authorizationScheme} ${await tokenOf(token)}`.trim() };
}

function tokenRequest(
  url: string,
  headers: Record<string, string>,
  { body }: PactCall,
  { client, target }: Provider,
): WiredRequest {
  const grant = { ...(body as Record<string, string>), client_id: client.id, client_secret: client.secret };
  const form = new URLSearchParams(grant).toString();
  const { 'content-type': _, ...bare } = headers;
  if (target.wire.tokenEncoding === 'query') return { url: `${url}?${form}`, headers: bare };
  if (target.wire.tokenEncoding === 'form')
    return { url, headers: { ...bare, 'content-type': FORM }, body: form };
  return { url, headers: { ...bare, 'content-type': JSON_TYPE }, ...jsonBody(grant) };
}

function jsonBody(body: unknown): { body?: string } {
  return typeof body === 'object' && body !== null && !Buffer.isBuffer(body)
    ? { body: JSON.stringify(body) }
    : {};
}
