/** Plays a request of a pact against the provider over HTTP, and hands on what it answers. */
import { unanswered } from '../drive/calls/no-answer.ts';
import type { Provider } from './provider.ts';
import { type PactCall, wiredRequest } from './wired-request.ts';

/** Where the answer goes: a response of node:http. */
export interface AnswerTo {
  writeHead(status: number, headers: Record<string, string>): { end(body: Buffer): unknown };
}

/** They speak of the body as it was on the wire. */
const OF_THE_WIRE = ['connection', 'content-encoding', 'content-length', 'transfer-encoding'];

/**
 * The verifier has a proxy of its own, which hangs when a connection breaks and knows no time limit. Throws NoAnswer
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
