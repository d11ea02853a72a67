/** The ports of a sandbox: one for each API, on both loopback addresses unless a host is given. */
import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo, Socket } from 'node:net';
import { InputError, only, SystemError } from '../../contracts/src/base/errors.ts';
import { MOST_CONNECTIONS, noListening } from '../http/receiver.ts';
import type { Api, SandboxRequest, SandboxResponse } from './request-and-answer.ts';

// Not by import: that reads every name of node:http, its WebSocket loads undici, and the start takes 40 ms more.
const { createServer }: typeof import('node:http') = createRequire(import.meta.url)('node:http');

export interface ListenOptions {
  /** Of the APIs: loopback, as 127.0.0.1 and as localhost, unless given. The control plane is always on loopback. */
  readonly host?: string;
  /** Ports of the access API, of Web Form V2 and of the control plane; 0, the default, takes any free one. */
  readonly port?: number;
  readonly webFormPort?: number;
  readonly controlPort?: number;
  /** How long a request may take to arrive, in milliseconds. */
  readonly patience?: number;
}

export interface Urls {
  readonly accessUrl: string;
  readonly webFormUrl: string;
  readonly controlUrl: string;
}

export interface Listening {
  readonly urls: Urls;
  close(): Promise<void>;
}

type Respond = (request: SandboxRequest) => Promise<SandboxResponse>;

/** How many bytes a body may have; longer ones are refused with 413. */
const LONGEST_BODY: Readonly<Record<Api, number>> = { access: 1 << 20, webForm: 1 << 20, control: 8 << 20 };
const MOST_CHUNKS = 1_000;
/** A caller that sends no more keeps its socket this long, in milliseconds. */
const IDLE = 30_000;
/** How long more is read behind an answer that did not wait for it, in milliseconds. */
const PARTING = 1_000;
/** How often a free port is tried that is free on both loopback addresses. */
const ATTEMPTS = 20;

/** Throws InputError, which names the port or the host, and its flag. */
export async function listen(
  call: (api: Api, request: SandboxRequest) => Promise<SandboxResponse>,
  onFailure: (error: unknown) => void,
  options: ListenOptions = {},
): Promise<Listening> {
  const { host, port = 0, webFormPort = 0, controlPort = 0, patience = 15_000 } = options;
  const servers: Server[] = [];
  const open = async (api: Api, port: number, flag: string, host?: string): Promise<string> => {
    const respond: Respond = async (request) => {
      const [response] = await Promise.allSettled([call(api, request)]);
      if (response.status === 'fulfilled') return response.value;
      onFailure(response.reason);
      return refusal(500, 'the sandbox failed; its terminal says why');
    };
    const create = () => httpServer(respond, LONGEST_BODY[api], patience);
    try {
      const opened = await openPort(create, host, port);
      servers.push(...opened.servers);
      return opened.url;
    } catch (error) {
      only(error, SystemError);
      throw new InputError(noListening(error, host ?? '127.0.0.1', port, flag));
    }
  };
  const close = async (): Promise<void> => {
    await Promise.all(servers.map(closed));
  };
  try {
    const accessUrl = await open('access', port, '--port', host);
    const webFormUrl = await open('webForm', webFormPort, '--web-form-port', host);
    const controlUrl = await open('control', controlPort, '--control-port');
    return { urls: { accessUrl, webFormUrl, controlUrl }, close };
  } catch (error) {
    only(error, InputError);
    await close();
    throw error;
  }
}

async function openPort(
  create: () => Server,
  host: string | undefined,
  port: number,
): Promise<{ servers: Server[]; url: string }> {
  const first = create();
  if (host !== undefined && host !== 'localhost') {
    const at = await listening(first, host, port);
    return { servers: [first], url: `http://${reachable(host)}:${at}` };
  }
  for (let attempt = 1; ; attempt++) {
    const at = await listening(first, '127.0.0.1', port);
    const url = `http://127.0.0.1:${at}`;
    const second = create();
    try {
      await listening(second, '::1', at);
      return { servers: [first, second], url };
    } catch (error) {
      only(error, SystemError);
      // A machine may have no IPv6; then localhost means 127.0.0.1.
      if (error.code !== 'EADDRINUSE') return { servers: [first], url };
      await closed(first);
      if (port !== 0 || attempt === ATTEMPTS) throw error;
    }
  }
}

function listening(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: 2048 }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** A server on every address is reached on the loopback one. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Why a call to a server on loopback is refused. Keeps web pages away: a browser names the page's host and origin, and only
 * ours are taken. A proxy in front of the server may have another port.
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

function httpServer(respond: Respond, longest: number, patience: number): Server {
  const server = createServer(
    {
      headersTimeout: patience,
      requestTimeout: patience,
      connectionsCheckingInterval: Math.ceil(patience / 4),
      keepAliveTimeout: IDLE,
      maxHeaderSize: 16 * 1024,
    },
    (incoming, outgoing) => receive(incoming, outgoing, longest, respond),
  );
  server.maxConnections = MOST_CONNECTIONS;
  server.on('clientError', refuseUnreadable);
  return server;
}

/**
 * A body that is too long is read to its end and dropped: a caller that is still sending would lose an answer, or take it
 * for the answer to the next request.
 */
function receive(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  longest: number,
  respond: Respond,
): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > longest) chunks.length = 0;
    else chunks.push(chunk);
    // A body that arrives byte by byte would otherwise cost a hundred times its length.
    if (chunks.length === MOST_CHUNKS) chunks.splice(0, MOST_CHUNKS, Buffer.concat(chunks));
  });
  incoming.on('end', () => {
    if (bytes > longest) return send(outgoing, refusal(413, `the body is longer than ${longest} bytes`));
    const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    if (body !== undefined && !isUtf8(body)) return send(outgoing, refusal(400, 'the body is not UTF-8'));
    const { method = '', url = '' } = incoming;
    const headers = incoming.headers as SandboxRequest['headers'];
    void respond({ method, url, headers, body: body?.toString() ?? '' }).then((response) =>
      send(outgoing, response),
    );
  });
}

function send(outgoing: ServerResponse, { status, headers, body }: SandboxResponse): void {
  // The sandbox has its own clock, and a run is the same every time.
  outgoing.sendDate = false;
  const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(body) };
  outgoing.writeHead(status, { ...headers, ...length });
  outgoing.end(body);
}

function refusal(status: number, says: string): SandboxResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ error: says }) };
}

const UNREADABLE: Readonly<Record<string, readonly [status: string, says: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'the headers are longer than 16384 bytes'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'the request took too long to arrive'],
};

/** There is no request to answer when the parser fails: the refusal is written to the socket itself. */
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
  // Not at once: a caller that is still sending would lose the answer.
  setTimeout(() => socket.destroy(), PARTING).unref();
}
