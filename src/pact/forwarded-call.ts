/** Sends a request of a pact to the provider, written as the provider reads it, and passes the response on. */
import { operations } from '../../contracts/generated/operations.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import type { CaseCall } from '../runner/call.ts';
import { type WireRequest, wireRequest } from '../runner/send.ts';
import { unanswered } from '../runner/unproven.ts';
import type { Provider } from './pact-provider.ts';

/** A request as the verifier passes it on, its body parsed where it is JSON or a form. */
export interface PactCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body?: unknown;
}

/** Where the response goes: a response of node:http. */
export interface ResponseTo {
  writeHead(status: number, headers: Record<string, string>): { end(body: Buffer): unknown };
}

/** They describe the body as it was on the wire. */
const OF_THE_WIRE = ['connection', 'content-encoding', 'content-length', 'transfer-encoding'];

/**
 * The verifier has a proxy of its own, which hangs when a connection breaks and knows no time limit. Throws Unproven when
 * no response comes within that of the target, and CallError when there is no token.
 */
export async function forwardedCall(call: PactCall, to: ResponseTo, provider: Provider): Promise<void> {
  const { request, text } = await forwardedRequest(call, provider);
  const { name, timeLimit } = provider.target;
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeLimit),
      ...(text !== undefined && { body: text }),
    });
    const kept = [...response.headers].filter(([header]) => !OF_THE_WIRE.includes(header));
    to.writeHead(response.status, Object.fromEntries(kept)).end(Buffer.from(await response.arrayBuffer()));
  } catch (error) {
    throw unanswered(name, new URL(request.url).origin, error, timeLimit);
  }
}

/** With the tokens and credentials of the provider in place of those in the pact. Throws for a call that is not documented. */
export async function forwardedRequest(call: PactCall, provider: Provider): Promise<WireRequest> {
  const when = operationOf(call);
  if (when === undefined) throw new Error(`${call.method} ${call.path} is not documented`);
  const { token: caller } = operations[when];
  const isSigned = call.headers['authorization'] !== undefined && caller !== 'no';
  const token = isSigned ? await provider.tokenOf(caller) : undefined;
  const { id, secret } = provider.client;
  const credentials = when === 'createToken' && { client_id: id, client_secret: secret };
  const body = isJson(call.body) ? { ...call.body, ...credentials } : undefined;
  return wireRequest(provider.target, { when } as CaseCall, body, token);
}

/** The documented operation that a request calls. */
export function operationOf(request: { method: string; path: string } | undefined): OperationId | undefined {
  const found = Object.entries(operations).find(
    ([, { method, path }]) => method === request?.method.toUpperCase() && path === request.path,
  );
  return found?.[0] as OperationId | undefined;
}

/** The verifier gives an empty Buffer where there is no body. */
function isJson(body: unknown): body is object {
  return typeof body === 'object' && body !== null && !Buffer.isBuffer(body);
}
