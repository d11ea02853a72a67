/** A reverse proxy on loopback: passes every call on as it is and hands over a copy of what passed. */

import { once } from 'node:events';
import http, { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { oneLine } from '../../../../contracts/src/base/text.ts';
import { isOfConnection } from '../../../base/call-text.ts';
import { despiteAnyError } from '../../../base/errors.ts';
import { connectionTo, type Tls, UNSENDABLE, whyNotReached } from '../../../http/http-sender.ts';
import { foreignCaller, listening, urlOf } from '../../../http/receiver.ts';

export interface PassedSide {
  /** Names and values in turn, as they were sent. */
  readonly headers: readonly string[];
  /** The body as sent, compressed or not; undefined where it is too long or incomplete. */
  readonly body: Buffer | undefined;
}

/** A call that went through the proxy. */
export interface PassedCall {
  /** When it arrived, ISO 8601. */
  readonly time: string;
  readonly method: string;
  /** The URL at the upstream. */
  readonly url: string;
  readonly request: PassedSide;
  /** Status 0 where the upstream gave no response; cut where it broke off. */
  readonly response: PassedSide & { readonly status: number; readonly isCut?: boolean };
}

interface RecordingProxyOptions {
  /** HTTP or HTTPS, with the path that comes before every other one. A call of / goes to this URL itself. */
  readonly to: URL;
  /** Where anybody may call it; without it, it listens on loopback and keeps web pages away. */
  readonly host?: string | undefined;
  /** 0 takes any free one. */
  readonly port: number;
  /** TLS settings for calls to the upstream. */
  readonly tls?: Tls | undefined;
  /** Called when a call is over. */
  readonly onCall: (call: PassedCall) => Promise<void>;
  /** Called with one line when the upstream gives no response that can be passed on. */
  readonly onFailure: (line: string) => void;
  /** Gets each error of ours; the proxy goes on. */
  readonly onError: (error: unknown) => void;
}

export interface RecordingProxy {
  readonly url: string;
  /** Waits for open calls, though not for long, and for their `onCall`. */
  close(): Promise<void>;
}

/** The longest body that is kept, in bytes as sent. */
export const LONGEST_BODY = 1024 * 1024;
/** How long open calls are waited for, in milliseconds. */
const PATIENCE = 2000;

/** Rejects with CannotListen. */
export async function recordingProxy(options: RecordingProxyOptions): Promise<RecordingProxy> {
  const open = new Set<Promise<void>>();
  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    const call = recordCall(request, response, options).finally(() => open.delete(call));
    open.add(call);
  });
  const { port: wanted, host = '127.0.0.1' } = options;
  const port = await listening(server, host, wanted);
  return {
    url: urlOf(host, port),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      const impatient = setTimeout(() => server.closeAllConnections(), PATIENCE);
      await closed;
      clearTimeout(impatient);
      await Promise.all(open);
    },
  };
}

async function recordCall(
  request: IncomingMessage,
  response: ServerResponse,
  options: RecordingProxyOptions,
): Promise<void> {
  const foreign = options.host === undefined ? foreignCaller(request.headers) : undefined;
  if (foreign !== undefined) return endWithLine(response, 403, foreign);
  await despiteAnyError(
    async () => options.onCall(await passOn(request, response, options)),
    (error) => {
      options.onError(error);
      endWithLine(response, 502, 'the proxy failed; its terminal says why');
    },
  );
}

function endWithLine(response: ServerResponse, status: number, line: string): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${line}\n`);
}

/**
 * Passes the request on, and the response back; resolves when the client has it or is gone. No limit of its own: how long a
 * client waits is its own affair.
 */
async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  { to, tls, onFailure }: RecordingProxyOptions,
): Promise<PassedCall> {
  const time = new Date().toISOString();
  const isOver = once(response, 'close');
  let isCut = false;
  // The client gets 502 if it is still there and has no response.
  const failed = (why: string) => {
    if (response.destroyed) return;
    isCut = response.headersSent;
    const line = `${to.origin} ${isCut ? 'broke its response off' : 'gave no response'}${why}`;
    endWithLine(response, 502, line);
    onFailure(line);
  };
  const broken = (error: Error) => {
    const from = response.headersSent ? undefined : to;
    failed(`: ${oneLine(whyNotReached(error, from, tls))}`);
  };
  const { method = '', url = '', rawHeaders } = request;
  // A server may close a kept connection at any time, and what creates something is never sent twice.
  const connection = connectionTo(to, method !== 'GET', tls);
  const outgoing = (to.protocol === 'https:' ? https : http).request({
    ...urlToHttpOptions(to),
    ...connection,
    method,
    path: pathAt(to, url),
  });
  response.once('close', () => outgoing.destroy());
  for (const [name, value] of forwardedHeaders(rawHeaders)) outgoing.appendHeader(name, value);
  outgoing.useChunkedEncodingByDefault = request.headers['transfer-encoding'] !== undefined;
  outgoing.on('error', broken);
  const sent = copyOf(request);
  request.pipe(outgoing);
  const incoming = await new Promise<IncomingMessage | undefined>((resolve) => {
    outgoing.once('response', resolve).once('upgrade', resolve);
    outgoing.once('close', () => resolve(undefined));
  });
  let came: PassedCall['response'] = { status: 0, headers: [], body: undefined };
  if (incoming && !response.destroyed) {
    const { statusCode: status = 0, statusMessage: reason = '' } = incoming;
    if (status < 200 || UNSENDABLE.test(reason)) failed(` of HTTP: its status line is odd`);
    else {
      const copy = copyOf(incoming.once('error', broken));
      response.sendDate = false;
      for (const [name, value] of forwardedHeaders(incoming.rawHeaders)) response.appendHeader(name, value);
      incoming.pipe(response.writeHead(status, reason));
      await isOver;
      came = { status, headers: incoming.rawHeaders, body: copy(), isCut };
    }
  }
  await isOver;
  return {
    time,
    method,
    url: to.origin + pathAt(to, url),
    request: { headers: rawHeaders, body: sent() },
    response: came,
  };
}

function pathAt({ pathname, search }: URL, path: string): string {
  return path === '/' ? pathname + search : pathname.replace(/\/$/, '') + path;
}

/** The headers that are not of one connection, each as it was written. */
function forwardedHeaders(rawHeaders: readonly string[]): [name: string, value: string][] {
  return headerPairs(rawHeaders).filter(([name]) => !isOfConnection(name.toLowerCase()));
}

/** Pairs the names and values that Node lists in turn. */
export function headerPairs(rawHeaders: readonly string[]): [name: string, value: string][] {
  return rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : []));
}

/** Reads along. Gives the body at the end; undefined for one that is too long or did not come to its end. */
function copyOf(message: IncomingMessage): () => Buffer | undefined {
  const chunks: Buffer[] = [];
  let bytes = 0;
  message.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= LONGEST_BODY) chunks.push(chunk);
  });
  return () => (message.complete && bytes <= LONGEST_BODY ? Buffer.concat(chunks) : undefined);
}
