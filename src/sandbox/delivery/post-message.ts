/** Posts a message to a receiver over HTTP: once, to the address that was named and to no other. */
import type { LookupAddress, LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { callbackAddress, refuseClosed } from '../../../contracts/src/contract/callback-address.ts';

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

/** What is read and thrown away of an answer, in bytes and milliseconds: a receiver that is cut off may take it ill. */
const MOST_BYTES = 1 << 16;
const PARTING = 1_000;

/** `lookup` resolves all addresses of a name. */
export function poster(lookup: typeof dns.lookup = dns.lookup): Deliver {
  return (url, text, signal, { method = 'POST', headers: own } = {}) =>
    new Promise((resolve, reject) => {
      const address = callbackAddress(url);
      const { request } = address.protocol === 'https:' ? https : http;
      const length = { 'content-length': Buffer.byteLength(text) };
      const headers = { 'content-type': 'application/json', ...own, ...length };
      // A connection of its own: on one that is kept, a receiver that closes it loses a message.
      const options = { method, headers, signal, agent: false, lookup: guarded(lookup) };
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
      outgoing.on('error', reject);
      outgoing.end(text);
    });
}

/** What a name resolves to is what the connection is made to, so it is judged here and nowhere else. */
function guarded(lookup: typeof dns.lookup): LookupFunction {
  return (name, options, callback) => {
    lookup(name, { ...options, all: true } as LookupOptions & { all: true }, (error, addresses) => {
      try {
        if (!error) refuseClosed(addresses.map(({ address }) => address));
      } catch (refused) {
        callback(refused as Error, '');
        return;
      }
      const [first] = addresses ?? [];
      if (error || options.all || !first) callback(error, addresses as LookupAddress[]);
      else callback(null, first.address, first.family);
    });
  };
}
