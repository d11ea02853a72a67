/** Receives notification messages over HTTP within limits: responds to every request and passes its text on. */
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { despiteAnyError, InputError, type SystemError } from '../base/errors.ts';

// Not imported, as in http-sender.ts.
export const { createServer, validateHeaderName, validateHeaderValue }: typeof import('node:http') =
  createRequire(import.meta.url)('node:http');

type ListenError = SystemError & { readonly address?: string; readonly hostname?: string };

/** A server cannot listen at `host`; `flag` is the flag that chooses the port. */
export class CannotListen extends InputError {
  readonly code: string;

  constructor(error: ListenError, host: string, port: number, flag: string) {
    super(`${whyNotListening(error, host, port, flag)}.`);
    this.code = error.code;
  }
}

function whyNotListening(error: ListenError, host: string, port: number, flag: string): string {
  const address = error.address ?? error.hostname ?? host;
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${port} of ${address} is in use; pass another one with ${flag} (0 = any)`;
    case 'EADDRNOTAVAIL':
      return `${address} is not an address of this machine; pass one that is with --host (0.0.0.0 = all)`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `there is no host ${address}; pass an address of this machine with --host (0.0.0.0 = all)`;
    case 'EACCES':
      return `port ${port} of ${address} needs more rights; pass one above 1023 with ${flag} (0 = any)`;
    default:
      return `port ${port} of ${address} cannot be listened on (${error.code ?? error.message})`;
  }
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Why a call to a loopback server is refused. Keeps web pages out: a browser sends the page's host and origin, and only ours
 * are accepted. A proxy in front of the server may have another port.
 */
export function foreignCaller({
  host,
  origin,
}: Pick<IncomingHttpHeaders, 'host' | 'origin'>): string | undefined {
  if (host !== undefined && !LOOPBACK.includes(host.replace(/:\d*$/, '').toLowerCase()))
    return 'the Host header names another host than loopback';
  if (origin !== undefined && origin !== `http://${host}`)
    return 'the Origin header names another origin than the Host header';
  return undefined;
}

export interface Received {
  /** The method in capitals; the documentation shows none (DELIVERY-METHOD). */
  readonly method: string;
  readonly path: string;
  readonly text: string;
}

interface ReceiverOptions {
  /** The host; loopback by default. */
  readonly host?: string;
  /** The port; 0, the default, takes any free one. */
  readonly port?: number;
  /** The status of every response; 200 by default (CALLBACK-RESPONSE). */
  readonly status?: number;
  /** Called before the response, which waits for its promise, so that each sender has at most one open request. */
  readonly onCall: (call: Received) => void | Promise<void>;
  /** Gets errors of `onCall`; the request then gets 500. */
  readonly onFailure?: (error: unknown) => void;
  /** Called with the reason when a request is refused or incomplete. */
  readonly onBroken?: (reason: string) => void;
  /** How long a request may take to arrive, in milliseconds; 10 s by default. */
  readonly patience?: number;
  /** The longest body, in bytes; 10 MB by default. Those that wait for their response are six times as much together. */
  readonly longestBody?: number;
}

interface Receiver {
  readonly url: string;
  close(): Promise<void>;
}

/** The longest body in bytes. The largest documented message, a hundred transactions for many accounts, is far smaller. */
const LONGEST_BODY = 10 * 1024 * 1024;
/** How many such bodies may wait for a response together, so that they do not fill the memory. */
const WAITING_BODIES = 6;
export const MOST_CONNECTIONS = 5000;

/** Starts a receiver. Rejects with CannotListen. */
export async function receive(options: ReceiverOptions): Promise<Receiver> {
  const { host = '127.0.0.1', port = 0, patience = 10_000 } = options;
  const waiting = { bytes: 0 };
  const connectionsCheckingInterval = Math.ceil(patience / 4);
  const server = createServer(
    { headersTimeout: patience, requestTimeout: patience, connectionsCheckingInterval },
    (request, response) => answer(request, response, options, waiting),
  );
  server.maxConnections = MOST_CONNECTIONS;
  server.on('drop', () => options.onBroken?.(`more than ${MOST_CONNECTIONS} connections were open`));
  const at = await listening(server, host, port);
  return {
    url: urlOf(host, at),
    close: () => closed(server),
  };
}

/** Resolves with the port. Rejects with CannotListen. */
export function listening(server: Server, host: string, port: number, flag = '--port'): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: ListenError) => reject(new CannotListen(error, host, port, flag));
    server.once('error', fail);
    server.listen({ host, port, backlog: 2048 }, () => {
      server.off('error', fail);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

export function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Closes the server and every connection. */
export function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Handles a request. A refused body is read to its end, so that its sender gets the response. */
function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: ReceiverOptions,
  waiting: { bytes: number },
): void {
  const {
    onCall,
    onFailure = rethrow,
    onBroken = () => {},
    status = 200,
    longestBody = LONGEST_BODY,
  } = options;
  const parts: Buffer[] = [];
  let bytes = 0;
  let refusal: { readonly status: number; readonly reason: string } | undefined;
  const release = () => {
    waiting.bytes -= bytes;
    bytes = 0;
    parts.length = 0;
  };
  request.on('data', (part: Buffer) => {
    if (refusal) return;
    parts.push(part);
    bytes += part.length;
    waiting.bytes += part.length;
    const mostWaiting = WAITING_BODIES * longestBody;
    if (bytes > longestBody)
      refusal = { status: 413, reason: `the body is longer than ${longestBody} bytes` };
    else if (waiting.bytes > mostWaiting)
      refusal = { status: 503, reason: `the bodies that wait are longer than ${mostWaiting} bytes` };
    if (refusal) release();
  });
  response.on('close', release);
  request.on('end', async () => {
    if (refusal) {
      onBroken(refusal.reason);
      response.writeHead(refusal.status).end();
      return;
    }
    const { method = '', url = '' } = request;
    const call = { method, path: url, text: Buffer.concat(parts).toString('utf8') };
    const failed = (error: unknown) => {
      onFailure(error);
      return 500;
    };
    const taken = async () => {
      await onCall(call);
      return status;
    };
    response.writeHead(await despiteAnyError(taken, failed)).end();
  });
  request.on('error', () => onBroken('the sender closed the connection'));
}

function rethrow(error: unknown): void {
  throw error;
}
