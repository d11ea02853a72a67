/** The socket side of a door: reads a request within bounds, and writes the response. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Door, LONGEST_BODY, type Request, type Response } from './door.ts';

// Not by import: that asks node:http for every name it has, its WebSocket loads undici, and the start takes 40 ms more.
const { createServer } = process.getBuiltinModule('node:http');

export type Answering = (request: Request) => Promise<Response>;

export interface Patience {
  /** How long a request may take to arrive, in milliseconds. */
  readonly patience?: number;
}

/** A caller that sends no more keeps its socket this long, in milliseconds. */
const IDLE = 30_000;
const MOST_CONNECTIONS = 5_000;
const MOST_CHUNKS = 1_000;
/** What is read and thrown away behind an answer that did not wait for it, in milliseconds. */
const PARTING = 1_000;

export function httpServer(door: Door, answer: Answering, { patience = 15_000 }: Patience): Server {
  const server = createServer(
    {
      headersTimeout: patience,
      requestTimeout: patience,
      connectionsCheckingInterval: Math.ceil(patience / 4),
      keepAliveTimeout: IDLE,
      maxHeaderSize: 16 * 1024,
    },
    (incoming, outgoing) => receive(incoming, outgoing, LONGEST_BODY[door], answer),
  );
  server.maxConnections = MOST_CONNECTIONS;
  server.on('clientError', refuseUnreadable);
  return server;
}

/**
 * A body that is too long is read to its end and thrown away: a caller who is still sending would lose an answer, or
 * take it for the one to the next request.
 */
function receive(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  longest: number,
  answer: Answering,
): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > longest) chunks.length = 0;
    else chunks.push(chunk);
    // A body that drips in byte by byte would else cost a hundred times its length.
    if (chunks.length === MOST_CHUNKS) chunks.splice(0, MOST_CHUNKS, Buffer.concat(chunks));
  });
  incoming.on('end', () => {
    if (bytes > longest) return send(outgoing, refusal(413, `the body is longer than ${longest} bytes`));
    const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    if (body !== undefined && !isUtf8(body)) return send(outgoing, refusal(400, 'the body is not UTF-8'));
    const { method = '', url = '' } = incoming;
    const headers = incoming.headers as Request['headers'];
    answer({ method, url, headers, body: body?.toString() ?? '' })
      .then((response) => send(outgoing, response))
      .catch(() => outgoing.destroy());
  });
}

function send(outgoing: ServerResponse, { status, headers, body }: Response): void {
  // The sandbox has a clock of its own, and a run is the same every time.
  outgoing.sendDate = false;
  const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(body) };
  outgoing.writeHead(status, { ...headers, ...length });
  outgoing.end(body);
}

function refusal(status: number, says: string): Response {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ error: says }) };
}

const UNREADABLE: Readonly<Record<string, readonly [status: string, says: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'the headers are longer than 16384 bytes'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'the request took too long to arrive'],
};

/** What the parser gives up on has no request to answer, so that the refusal is written to the socket itself. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, says] = UNREADABLE[error.code ?? ''] ?? [
    '400 Bad Request',
    'the request is not HTTP that can be read',
  ];
  const body = JSON.stringify({ error: says });
  const head = [`HTTP/1.1 ${status}`, 'content-type: application/json', `content-length: ${body.length}`];
  socket.end(`${head.join('\r\n')}\r\nconnection: close\r\n\r\n${body}`);
  // Not at once: a caller who is still sending would lose the answer.
  setTimeout(() => socket.destroy(), PARTING).unref();
}
