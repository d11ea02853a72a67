/** Posts a message to a callback URL, once, and tells what came of it. */
import { lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { refuseClosed } from '../contract/callback-address.ts';

export type Posted =
  /** Of the answer; a redirect is one, and is not followed. */
  | { readonly status: number }
  /** `failure` says in words why there was no answer, `isReached` whether there was a connection. */
  | { readonly failure: string; readonly isReached: boolean };

/** How long a body may go on after the status. */
const PARTING_MS = 1000;

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection is refused',
  ECONNRESET: 'the receiver broke the connection off',
  ENOTFOUND: 'there is no such host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed; NODE_EXTRA_CA_CERTS names one to trust',
  EAI_AGAIN: 'the name of the host cannot be looked up',
};

/**
 * Sends the text as application/json; how a service sends it is not shown (DELIVERY-METHOD). Each message has a
 * connection of its own: on one that is kept, a receiver that closes it loses a message. Never throws.
 */
export function postMessage(
  url: URL,
  text: string,
  timeLimitMs: number,
  lookUp: LookupFunction = lookup,
): Promise<Posted> {
  const { request, connected } =
    url.protocol === 'https:'
      ? { request: requestHttps, connected: 'secureConnect' }
      : { request: requestHttp, connected: 'connect' };
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  const signal = AbortSignal.timeout(timeLimitMs);
  return new Promise((resolve) => {
    let isReached = false;
    const options = { method: 'POST', headers, agent: false, signal, lookup: guarded(lookUp) };
    const call = request(url, options, (response) => {
      resolve({ status: response.statusCode ?? 0 });
      // Nobody reads the body, but a receiver that is cut off in the middle may take it ill.
      response.on('error', () => {}).resume();
      setTimeout(() => response.destroy(), PARTING_MS).unref();
    });
    call.on('socket', (socket) => {
      socket.once(connected, () => {
        isReached = true;
      });
    });
    call.on('error', (error: NodeJS.ErrnoException) => {
      const late = `no answer within ${timeLimitMs / 1000} s`;
      resolve({ failure: signal.aborted ? late : wordsOf(error), isReached });
    });
    call.end(text);
  });
}

/** What a name resolves to is what the connection is made to, so it is judged here. */
function guarded(lookUp: LookupFunction): LookupFunction {
  return (name, options, callback) =>
    lookUp(name, options, (error, found, family) => {
      try {
        refuseClosed([found ?? []].flat().map((one) => (typeof one === 'string' ? one : one.address)));
      } catch (refused) {
        callback(refused as Error, '');
        return;
      }
      callback(error, found, family);
    });
}

function wordsOf({ code, message }: NodeJS.ErrnoException): string {
  return code === undefined ? message : (WORDS[code] ?? code);
}
