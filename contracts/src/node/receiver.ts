/** Why nothing can listen at an address, in one line that names what to change. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

// Not by import, as in http-sender.ts.
const { createServer }: typeof import('node:http') = createRequire(import.meta.url)('node:http');

/** As node:net reports it. */
export interface ListenError extends Error {
  readonly code?: string;
  readonly address?: string;
  readonly hostname?: string;
}

/** `host` is the address that was asked for, `flag` the one that chooses the port. Without a full stop. */
export function noListening(error: ListenError, host: string, port: number, flag: string): string {
  const address = error.address ?? error.hostname ?? host;
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${port} of ${address} is in use; pass another one with ${flag} (0 = any)`;
    case 'EADDRNOTAVAIL':
      return `${address} is no address of this machine; pass one that is with --host (0.0.0.0 = all)`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `there is no host ${address}; pass an address of this machine with --host (0.0.0.0 = all)`;
    case 'EACCES':
      return `port ${port} of ${address} needs more rights; pass one above 1023 with ${flag} (0 = any)`;
    default:
      return `port ${port} of ${address} cannot be listened on (${error.code ?? error.message})`;
  }
}

/** Receives notification messages over HTTP, within bounds: answers every call and hands its text on. */

/** One call as it came in. */
export interface Received {
  /** In capitals; the documentation shows no method (DELIVERY-METHOD). */
  readonly method: string;
  readonly path: string;
  readonly text: string;
}

export interface ReceiverOptions {
  /** Loopback unless given. */
  readonly host?: string;
  /** 0, the default, takes any free one. */
  readonly port?: number;
  /** What every call is answered with; 200 without it (CALLBACK-RESPONSE). */
  readonly status?: number;
  /** Called before the answer is sent, which waits for a promise: so no more calls lie about than there are senders. */
  readonly onCall: (call: Received) => void | Promise<void>;
  /** Hears in words of a call that did not arrive as a whole. */
  readonly onBroken?: (reason: string) => void;
  /** How long a call may take to arrive, in milliseconds; 10 s without it. */
  readonly patience?: number;
}

export interface Receiver {
  readonly url: string;
  close(): Promise<void>;
}

/** In bytes; the largest documented message, a hundred transactions for each of many accounts, stays far below. */
const LONGEST_BODY = 10 * 1024 * 1024;
/** Of all calls that are not answered yet, in bytes: so many long bodies would else fill the memory. */
const MOST_HELD = 64 * 1024 * 1024;
const MOST_CONNECTIONS = 1000;

/** Rejects with the error of node:net when nothing can listen there. */
export async function receive(options: ReceiverOptions): Promise<Receiver> {
  const { host = '127.0.0.1', port = 0, patience = 10_000 } = options;
  const held = { bytes: 0 };
  const server = createServer(
    {
      headersTimeout: patience,
      requestTimeout: patience,
      connectionsCheckingInterval: Math.ceil(patience / 4),
    },
    (request, response) => take(request, response, options, held),
  );
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: at } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${at}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A body that is refused is read to its end and thrown away, so that its sender hears the answer. */
function take(
  request: IncomingMessage,
  response: ServerResponse,
  options: ReceiverOptions,
  held: { bytes: number },
): void {
  const { onCall, onBroken = () => {}, status = 200 } = options;
  const parts: Buffer[] = [];
  let bytes = 0;
  let refusal: { readonly status: number; readonly reason: string } | undefined;
  const letGo = () => {
    held.bytes -= bytes;
    bytes = 0;
    parts.length = 0;
  };
  const refuse = (status: number, reason: string) => {
    refusal = { status, reason };
    letGo();
  };
  request.on('data', (part: Buffer) => {
    if (refusal) return;
    parts.push(part);
    bytes += part.length;
    held.bytes += part.length;
    if (bytes > LONGEST_BODY) refuse(413, `the body is longer than ${LONGEST_BODY} bytes`);
    else if (held.bytes > MOST_HELD) refuse(503, `the bodies that wait are longer than ${MOST_HELD} bytes`);
  });
  response.on('close', letGo);
  request.on('end', async () => {
    if (refusal) {
      onBroken(refusal.reason);
      response.writeHead(refusal.status).end();
      return;
    }
    const { method = '', url = '' } = request;
    await onCall({ method, path: url, text: Buffer.concat(parts).toString('utf8') });
    response.writeHead(status).end();
  });
  request.on('error', () => onBroken('the sender broke the call off'));
}
