/** Posts a text over HTTP: once, to the address that was named and to no other. */

import { lookup } from 'node:dns';
import { type request, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { refuseClosed } from '../base/callback-address.ts';

export interface Posting {
  /** Of the protocol of the address, and the resolver of names: who posts knows how it loads them. */
  readonly request: typeof request;
  readonly lookUp: LookupFunction;
  readonly signal: AbortSignal;
  /** POST without it. */
  readonly method?: string;
  /** Names in lower case, beside those of JSON. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly onSocket?: (socket: Socket) => void;
}

/** What is read and thrown away of an answer, in bytes and milliseconds: a receiver that is cut off may take it ill. */
const MOST_BYTES = 1 << 16;
const PARTING = 1_000;

/**
 * Resolves with the status of the answer; a redirect is one, and is not followed. Rejects when none comes, with
 * RefusedAddress when nothing is sent, and when the signal says so. How a service sends is not shown (DELIVERY-METHOD).
 */
export function postOnce(
  address: URL,
  text: string,
  { request, lookUp, signal, method = 'POST', headers: own, onSocket = () => {} }: Posting,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const length = { 'content-length': Buffer.byteLength(text) };
    const headers = { 'content-type': 'application/json', ...own, ...length };
    // A connection of its own: on one that is kept, a receiver that closes it loses a message.
    const options = { method, headers, signal, agent: false, lookup: guarded(lookUp) };
    const outgoing = request(address, options, (incoming) => {
      resolve(incoming.statusCode ?? 0);
      let bytes = 0;
      incoming.on('error', () => {});
      incoming.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MOST_BYTES) incoming.destroy();
      });
      const parting = setTimeout(() => incoming.destroy(), PARTING).unref();
      incoming.on('close', () => clearTimeout(parting));
    });
    // An answer that asks for another protocol is one, too.
    outgoing.on('upgrade', (incoming, socket) => {
      resolve(incoming.statusCode ?? 0);
      socket.destroy();
    });
    outgoing.on('socket', onSocket);
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

/** What a name resolves to is what the connection is made to, so it is judged here and nowhere else. */
function guarded(lookUp: LookupFunction): LookupFunction {
  return (name, options, callback) => {
    lookUp(name, { ...options, all: true }, (error, found) => {
      const addresses = typeof found === 'string' ? [{ address: found, family: 0 }] : (found ?? []);
      try {
        if (!error) refuseClosed(addresses.map(({ address }) => address));
      } catch (refused) {
        callback(refused as Error, '');
        return;
      }
      const [first] = addresses;
      if (error || options.all || !first) callback(error, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** Posts a message to a callback URL and tells in words what came of it. */

export type Posted =
  /** Of the answer. */
  | { readonly status: number }
  /** `failure` says in words why there was no answer, `isReached` whether there was a connection. */
  | { readonly failure: string; readonly isReached: boolean };

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection is refused',
  ECONNRESET: 'the receiver broke the connection off',
  ENOTFOUND: 'there is no such host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed; NODE_EXTRA_CA_CERTS names one to trust',
  EAI_AGAIN: 'the name of the host cannot be looked up',
};

/** Never throws. */
export async function postMessage(
  url: URL,
  text: string,
  timeLimitMs: number,
  lookUp: LookupFunction = lookup,
): Promise<Posted> {
  const isSecure = url.protocol === 'https:';
  const signal = AbortSignal.timeout(timeLimitMs);
  let isReached = false;
  try {
    const status = await postOnce(url, text, {
      request: isSecure ? requestHttps : requestHttp,
      lookUp,
      signal,
      onSocket: (socket) => {
        socket.once(isSecure ? 'secureConnect' : 'connect', () => {
          isReached = true;
        });
      },
    });
    return { status };
  } catch (error) {
    const late = `no answer within ${timeLimitMs / 1000} s`;
    return { failure: signal.aborted ? late : wordsOf(error as NodeJS.ErrnoException), isReached };
  }
}

function wordsOf({ code, message }: NodeJS.ErrnoException): string {
  return code === undefined ? message : (WORDS[code] ?? code);
}
