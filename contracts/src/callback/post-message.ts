/** Posts a message to a callback URL and tells in words what came of it. */
import { lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { postOnce } from './post-once.ts';

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
