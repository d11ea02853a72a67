/** A reverse proxy on loopback: passes every call on as it is and hands over a copy of what passed. */
import { once } from 'node:events';
import http, { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { urlToHttpOptions } from 'node:url';
import { oneLine } from '../../../contracts/src/base/text.ts';
import {
  keptConnection,
  UNSENDABLE,
  whyNotReached,
  withProxy,
} from '../../../contracts/src/node/http-sender.ts';
import { foreignCaller } from '../../sandbox/http-server.ts';

export interface PassedSide {
  /** Names and values in turn, as they were sent. */
  readonly headers: readonly string[];
  /** As it was sent, compressed or not; undefined where it is too long or did not come to its end. */
  readonly body: Buffer | undefined;
}

/** A call that went through the proxy. */
export interface PassedCall {
  /** When it arrived, ISO 8601. */
  readonly time: string;
  readonly method: string;
  /** At the upstream. */
  readonly url: string;
  readonly request: PassedSide;
  /** Status 0 where the upstream gave no answer. */
  readonly response: PassedSide & { readonly status: number };
}

export interface RecordingProxyOptions {
  /** HTTP or HTTPS, with the path that comes before every other one. */
  readonly to: URL;
  /** 0 takes any free one. */
  readonly port: number;
  /** Called when a call is over. */
  readonly onCall: (call: PassedCall) => Promise<void>;
  /** Called with one line when the upstream gives no answer that can be passed on. */
  readonly onFailure: (line: string) => void;
  /** Gets each error of ours; the proxy goes on. */
  readonly onError: (error: unknown) => void;
}

export interface RecordingProxy {
  readonly url: string;
  /** Waits for open calls, though not for long, and for their `onCall`. */
  close(): Promise<void>;
}

/** In bytes, of a body as it is sent. */
export const LONGEST_BODY = 1024 * 1024;
/** In bytes, of all bodies of open calls: else many long ones would fill the memory. */
const MOST_KEPT = 64 * 1024 * 1024;
/** In milliseconds. */
const PATIENCE = 2000;
/** What belongs to one connection, and is written by each side for its own. */
const OF_THE_CONNECTION = new Set([
  ...['connection', 'host', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade'],
]);

/** Rejects with the error of node:net when it cannot listen there. */
export async function recordingProxy(options: RecordingProxyOptions): Promise<RecordingProxy> {
  const kept = { bytes: 0 };
  const open = new Set<Promise<void>>();
  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    const call = taken(request, response, options, kept).finally(() => open.delete(call));
    open.add(call);
  });
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
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

async function taken(
  request: IncomingMessage,
  response: ServerResponse,
  options: RecordingProxyOptions,
  kept: { bytes: number },
): Promise<void> {
  const foreign = foreignCaller(request.headers);
  if (foreign !== undefined) return refuse(response, 403, foreign);
  const [call] = await Promise.allSettled([passOn(request, response, options, kept).then(options.onCall)]);
  if (call.status === 'fulfilled') return;
  options.onError(call.reason);
  refuse(response, 502, 'the proxy failed; its terminal says why');
}

function refuse(response: ServerResponse, status: number, line: string): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${line}\n`);
}

/**
 * Passes the request on, and the answer back; resolves when the client has it or is gone. No limit of its own: how long a
 * client waits is its own affair.
 */
async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  { to, onFailure }: RecordingProxyOptions,
  kept: { bytes: number },
): Promise<PassedCall> {
  const time = new Date().toISOString();
  const [sent, came] = [new BodyCopy(kept), new BodyCopy(kept)];
  const isOver = new Promise((resolve) => response.once('close', resolve));
  // Answers with 502 if the client is still there and has no answer.
  const failed = (why: string) => {
    if (response.destroyed) return;
    const line = `${to.origin} gave no answer${why}`;
    refuse(response, 502, line);
    onFailure(line);
  };
  const broken = (error: Error) => failed(`: ${oneLine(whyNotReached(withProxy(error, to)))}`);
  const { method = '', url = '', rawHeaders } = request;
  const outgoing = (to.protocol === 'https:' ? https : http).request({
    ...urlToHttpOptions(to),
    ...keptConnection(to),
    method,
    path: to.pathname.replace(/\/$/, '') + url,
  });
  response.once('close', () => outgoing.destroy());
  // As the client wrote them, repeated ones and capitals too.
  for (const [name, values] of byName(rawHeaders)) outgoing.setHeader(name, values);
  outgoing.useChunkedEncodingByDefault = request.headers['transfer-encoding'] !== undefined;
  outgoing.on('error', broken);
  request.on('data', (chunk: Buffer) => sent.add(chunk));
  request.pipe(outgoing);
  const answered = ['response', 'upgrade'].map((event) => once(outgoing, event));
  const [found] = await Promise.allSettled([Promise.race(answered)]);
  let answer: IncomingMessage | undefined;
  if (found.status === 'fulfilled' && !response.destroyed) {
    const [incoming] = found.value as [IncomingMessage];
    const { statusCode: status = 0, statusMessage: reason = '' } = incoming;
    if (status < 200 || UNSENDABLE.test(reason)) failed(` of HTTP: its status line is odd`);
    else {
      answer = incoming.once('error', broken).on('data', (chunk: Buffer) => came.add(chunk));
      response.sendDate = false;
      const headers = [...byName(incoming.rawHeaders)].flatMap(([name, values]) =>
        values.flatMap((value) => [name, value]),
      );
      incoming.pipe(response.writeHead(status, reason, headers));
    }
  }
  await isOver;
  const body = came.take(answer?.complete === true);
  return {
    ...{ time, method, url: to.href.replace(/\/$/, '') + url },
    request: { headers: rawHeaders, body: sent.take(request.complete) },
    response: { status: answer?.statusCode ?? 0, headers: answer?.rawHeaders ?? [], body },
  };
}

/** The headers that pass, by name as it is first written. */
function byName(rawHeaders: readonly string[]): Iterable<[string, string[]]> {
  const names = new Map<string, [string, string[]]>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (OF_THE_CONNECTION.has(name.toLowerCase())) continue;
    const known = names.get(name.toLowerCase());
    if (known) known[1].push(value);
    else names.set(name.toLowerCase(), [name, [value]]);
  }
  return names.values();
}

/** A copy of a body, within the limits. */
class BodyCopy {
  readonly #kept: { bytes: number };
  #chunks: Buffer[] | undefined = [];
  #bytes = 0;

  constructor(kept: { bytes: number }) {
    this.#kept = kept;
  }

  add(chunk: Buffer): void {
    if (!this.#chunks) return;
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    this.#kept.bytes += chunk.length;
    if (this.#bytes > LONGEST_BODY || this.#kept.bytes > MOST_KEPT) this.take(false);
  }

  /** The body, if it is whole; the copy is gone afterwards. */
  take(isWhole: boolean): Buffer | undefined {
    const body = this.#chunks && isWhole ? Buffer.concat(this.#chunks) : undefined;
    this.#kept.bytes -= this.#bytes;
    this.#bytes = 0;
    this.#chunks = undefined;
    return body;
  }
}
