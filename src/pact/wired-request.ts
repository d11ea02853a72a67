/** What only the provider knows is put into a request of a pact: real tokens and credentials, and how it is called. */
import { operations } from '../../contracts/generated/operations.ts';
import { writtenParams } from '../drive/calls/written-params.ts';
import type { Provider } from './provider.ts';

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

/** A call that is not documented goes to the access API as it is. Throws CallError or NoAnswer when there is no token. */
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
