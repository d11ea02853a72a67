/** How the sandbox posts its messages over HTTP. */
import type { LookupFunction } from 'node:net';
import { postOnce } from '../../../contracts/src/callback/post-once.ts';
import { callbackAddress } from '../../../contracts/src/contract/callback-address.ts';

// Not by import, as in http-server.ts.
const http = process.getBuiltinModule('node:http');
const https = process.getBuiltinModule('node:https');
const dns = process.getBuiltinModule('node:dns');

/**
 * Gives the text to the receiver and resolves with the status that it answers; rejects when no answer comes, and with
 * RefusedAddress when nothing is sent. Gives up when the signal says so.
 */
export type Deliver = (url: string, text: string, signal: AbortSignal, as?: PostedAs) => Promise<number>;

/** How a message is posted otherwise than by POST as JSON (DELIVERY-METHOD). */
export interface PostedAs {
  readonly method?: string;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What it waits for. */
  readonly after?: () => Promise<unknown>;
}

/** `lookUp` resolves all addresses of a name. */
export function poster(lookUp: LookupFunction = dns.lookup): Deliver {
  return async (url, text, signal, { method, headers } = {}) => {
    const address = callbackAddress(url);
    const { request } = address.protocol === 'https:' ? https : http;
    const otherwise = { ...(method !== undefined && { method }), ...(headers && { headers }) };
    return postOnce(address, text, { request, lookUp, signal, ...otherwise });
  };
}
