/** Sends one HTTP request to the URL it names. It follows no redirect and repeats nothing. */
import type { Agent, IncomingMessage, RequestOptions } from 'node:http';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import type { SecureContext } from 'node:tls';
import { RefusedUrl } from './callback-url.ts';

// Not imported: an import reads every name of node:http, its WebSocket loads undici, and the start takes 40 ms longer.
export const load = createRequire(import.meta.url);
const http: typeof import('node:http') = load('node:http');

export interface HttpRequest {
  readonly method: string;
  /** Header names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The longest body of a response, decompressed, in bytes; 10 MB by default. */
  readonly longestAnswer?: number;
  /** Whether to use a new connection rather than a kept one. */
  readonly isAlone?: boolean | undefined;
  readonly tls?: Tls | undefined;
  /** Ends the request and the reading of its response. */
  readonly signal: AbortSignal;
}

/** The client certificate and the trusted certificates. */
export interface Tls {
  readonly secureContext?: SecureContext;
  /** Whether there is a client certificate. */
  readonly hasCertificate?: boolean;
}

export const MEGABYTE = 1024 * 1024;
/** The longest response in bytes. */
const LONGEST_ANSWER = 10 * MEGABYTE;
const LONGEST_HEADERS = 64 * 1024;

/** No response, or one that is not read. The message is half a sentence and repeats nothing of it. */
export class NoResponse extends Error {
  override readonly name: string = 'NoResponse';
  /** Node's code, such as ECONNREFUSED; TIME_LIMIT if the signal ended the request. */
  readonly code: string | undefined;
  /** A hint about a closed connection, beginning with a semicolon. */
  readonly hint: string;

  constructor(message: string, code?: string, hint = '') {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

/**
 * The server closed a kept connection before sending a byte. It may do so after any response, so the request may be sent once
 * more.
 */
export class ClosedConnection extends NoResponse {
  override readonly name = 'ClosedConnection';
}

/** A response that is not read. */
export class UnreadAnswer extends NoResponse {
  override readonly name = 'UnreadAnswer';
}

interface HttpResponse {
  readonly status: number;
  /** Header names in lower case, repeated headers joined by a comma. */
  readonly headers: Iterable<readonly [string, string]>;
  /** The body, decompressed, without a byte order mark. Rejects with UnreadAnswer where it is too long or packed otherwise. */
  text(): Promise<string>;
}

/** Sends one request; rejects with NoResponse when no response comes. A sandbox in the same process has its own. */
export type SendHttp = (url: string, request: HttpRequest) => Promise<HttpResponse>;

const HEADERS = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'bank-access-contracts' };
/** How long a connection is kept, in milliseconds: most servers close it after 5 s, and would lose a request. */
const IDLE_LIMIT = 4000;

/**
 * Sends over the network, on a connection that is kept for the next request unless it is to be alone. Rejects with NoResponse,
 * and with UnreadAnswer for headers over 64 kB.
 */
export const sendHttp: SendHttp = async (
  url,
  { headers, longestAnswer = LONGEST_ANSWER, isAlone, tls, ...request },
) => {
  const address = new URL(url);
  const own = { ...request, tls, headers: { ...HEADERS, ...headers } };
  const response = await sent(address, own, connectionTo(address, isAlone, tls));
  if (response.statusCode === 101) throw new NoResponse('the protocol is changed', 'ECONNRESET');
  return {
    status: response.statusCode ?? 0,
    headers: Object.entries(response.headers).map(([name, value = '']) => [name, [value].flat().join(', ')]),
    text: async () => streamText(decompressed(response), longestAnswer, request.signal),
  };
};

const CLOSED = /^(ECONNRESET|EPIPE)$/;
const FAILURES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection is refused',
  TIME_LIMIT: 'there was no response in time',
  ECONNRESET: 'the other side closed the connection',
  EPIPE: 'the other side closed the connection',
  ENOTFOUND: 'there is no such host',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its certificate is self-signed; NODE_EXTRA_CA_CERTS, or tls.ca in a target file, names one to trust',
  EAI_AGAIN: 'the name of the host cannot be looked up',
};

/** Node's code; for a TLS alert in the handshake, for which Node has only EPROTO, the code of an alert after it. */
function codeOf({ code, message }: NodeJS.ErrnoException): string | undefined {
  const [, alert] = (code === 'EPROTO' && /:([a-z\d/]+ alert [a-z ]+):/.exec(message)) || [];
  return alert === undefined ? code : `ERR_SSL_${alert.toUpperCase().replaceAll(' ', '_')}`;
}

/** Why no response came, in words. `address` is given for Node's own errors before any byte of a response. */
export function whyNotReached(error: NodeJS.ErrnoException, address?: URL, tls?: Tls): string {
  const code = codeOf(address ? withProxy(error, address) : error);
  // A connection that a proxy closed says nothing of the provider; the proxy is named in the code.
  const hint = address ? closedHint(error, address, tls) : error instanceof NoResponse ? error.hint : '';
  return (code === undefined ? error.message : (FAILURES[code] ?? certificateHint(code) ?? code)) + hint;
}

/** A hint about certificates if a server closes a TLS connection before its response; else ''. */
function closedHint({ code }: NodeJS.ErrnoException, { protocol }: URL, tls: Tls = NO_TLS): string {
  if (!CLOSED.test(code ?? '') || protocol !== 'https:') return '';
  return tls.hasCertificate
    ? '; it may refuse the certificate under tls'
    : '; it may want a client certificate: see tls in the target file';
}

/** What a TLS error says of the client certificate; undefined for another error. */
export function certificateHint(code: string): string | undefined {
  if (/CERTIFICATE_REQUIRED/.test(code))
    return 'it wants a client certificate: name it under tls in the target file';
  if (/HANDSHAKE_FAILURE/.test(code))
    return 'TLS fails there; where it wants a client certificate, name it under tls in the target file';
  if (/ALERT_(\w*CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED|DECRYPT_ERROR)/.test(code))
    return 'it refuses the client certificate: check tls in the target file';
  return undefined;
}

/** Aborted after so many milliseconds, or with `interruption`. */
export function endingWithin(milliseconds: number, interruption: AbortSignal): AbortSignal {
  const limit = AbortSignal.timeout(milliseconds);
  // Held by the signal: Node 20 forgets a limit that nothing else holds, and never aborts.
  return Object.assign(AbortSignal.any([interruption, limit]), { limit });
}

/**
 * Resolves with the response once its headers have arrived. A protocol change is a response with status 101. Rejects with
 * NoResponse, and with RefusedUrl.
 */
export async function sent(
  address: URL,
  { method, headers, body = '', signal, tls }: HttpRequest,
  connection: Pick<RequestOptions, 'agent' | 'lookup'> & Tls,
  onSocket: (socket: Socket) => void = () => {},
): Promise<IncomingMessage> {
  const { request }: typeof http = address.protocol === 'https:' ? load('node:https') : http;
  const length = method === 'GET' ? {} : { 'content-length': Buffer.byteLength(body) };
  // A token of a provider may hold any character.
  if (Object.values(headers ?? {}).some((value) => UNSENDABLE.test(value)))
    throw new NoResponse('a header holds a character that no header can hold', 'ERR_INVALID_CHAR');
  return new Promise((resolve, reject) => {
    const options = { method, signal, ...connection, headers: { ...headers, ...length } };
    const outgoing = request(address, { ...options, maxHeaderSize: LONGEST_HEADERS }, resolve);
    outgoing.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response);
    });
    let bytesBefore = 0;
    outgoing.on('socket', (socket) => {
      bytesBefore = socket.bytesRead;
      onSocket(socket);
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const isClosed = CLOSED.test(error.code ?? '') && outgoing.reusedSocket && !signal.aborted;
      if (isClosed && outgoing.socket?.bytesRead === bytesBefore)
        reject(new ClosedConnection(error.message, error.code));
      else reject(noResponse(withProxy(error, address), signal, closedHint(error, address, tls)));
    });
    outgoing.end(body);
  });
}

/** Characters that Node refuses in headers and reason phrases. */
export const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/;

/** The NoResponse for an error that Node emits on a request or its response. */
function noResponse(error: NodeJS.ErrnoException, signal: AbortSignal, hint?: string): Error {
  if (error instanceof NoResponse || error instanceof RefusedUrl) return error;
  if (signal.aborted) return new NoResponse('there was no response in time', 'TIME_LIMIT');
  if (/^(Z_|ERR__ERROR_)/.test(error.code ?? '')) return new UnreadAnswer('its body cannot be unpacked');
  if (error.code === 'HPE_HEADER_OVERFLOW')
    return new UnreadAnswer(`its headers are longer than ${LONGEST_HEADERS / 1024} kB`);
  return new NoResponse(error.message, codeOf(error), hint);
}

/** Adds the name of the proxy to an error of a proxy. */
function withProxy(error: NodeJS.ErrnoException & { port?: number; hostname?: string }, address: URL) {
  const proxy = proxyOf(address);
  if (!URL.canParse(proxy)) return error;
  const { host, hostname, port } = new URL(proxy);
  const isOfProxy =
    error.code === 'ERR_PROXY_TUNNEL' || error.hostname === hostname || `${error.port}` === (port || '80');
  return isOfProxy ? Object.assign(error, { code: `${error.code} of the proxy ${host}` }) : error;
}

const NO_TLS: Tls = {};
const agents = new WeakMap<Tls, Map<string, Agent>>();

/** The proxy from the environment, as for fetch, if NODE_USE_ENV_PROXY is set; never for loopback. */
function proxyOf({ protocol, hostname }: URL): string {
  const { env } = process;
  if (env['NODE_USE_ENV_PROXY'] !== '1' || /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) return '';
  const name = `${protocol.slice(0, -1)}_proxy`;
  return env[name] ?? env[name.toUpperCase()] ?? '';
}

/** A kept connection, or a new one if `isAlone`. */
export function connectionTo(address: URL, isAlone = false, tls = NO_TLS): { readonly agent: Agent } {
  const { protocol } = address;
  const { Agent }: typeof import('node:https') = load(protocol === 'https:' ? 'node:https' : 'node:http');
  const proxy = proxyOf(address);
  // Node reads NO_PROXY as well.
  const options = proxy === '' ? tls : { ...tls, proxyEnv: process.env };
  if (isAlone) return { agent: new Agent(options) };
  const key = `${protocol}${proxy}`;
  const kept = agents.get(tls) ?? new Map<string, Agent>();
  const agent = kept.get(key) ?? new Agent({ keepAlive: true, timeout: IDLE_LIMIT, ...options });
  agents.set(tls, kept.set(key, agent));
  return { agent };
}

/** Unpacks a body: some gateways compress unasked. Others name a coding that is none, such as utf-8. */
function decompressed(response: IncomingMessage): Readable {
  const coding = (response.headers['content-encoding'] ?? '').toLowerCase();
  if (!/gzip|deflate|br|zstd|compress/.test(coding)) return response;
  const { createBrotliDecompress, createUnzip }: typeof import('node:zlib') = load('node:zlib');
  const unpack =
    coding === 'br'
      ? createBrotliDecompress()
      : /^((x-)?gzip|deflate)$/.test(coding)
        ? createUnzip()
        : undefined;
  // Streaming ends a packed gigabyte after its first megabytes.
  if (unpack) return pipeline(response, unpack, () => {});
  response.destroy();
  throw new UnreadAnswer('its Content-Encoding is none of gzip, deflate and br');
}

function streamText(body: Readable, longest: number, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve, reject) => {
    body.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > longest)
        body.destroy(new UnreadAnswer(`its response is longer than ${longest / MEGABYTE} MB`));
    });
    body.on('error', (error) => reject(noResponse(error, signal)));
    body.on('end', () => resolve(new TextDecoder().decode(Buffer.concat(chunks))));
  });
}
