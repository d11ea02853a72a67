/** The ports of a sandbox: one for each API, on both loopback addresses unless a host is given. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, Server } from 'node:http';
import { despiteAnyError, InputError, only } from '../base/errors.ts';
import {
  CannotListen,
  closed,
  createServer,
  listening,
  MOST_CONNECTIONS,
  validateHeaderName,
  validateHeaderValue,
} from '../http/receiver.ts';
import { unpacked } from '../http/unpacked.ts';
import type { Api, SandboxRequest, SandboxResponse } from './request-and-response.ts';

export interface ListenOptions {
  /** The host of the APIs: by default loopback, as 127.0.0.1 and localhost. The control plane is always on loopback. */
  readonly host?: string;
  /** Ports of the access API, of Web Form V2 and of the control plane; 0, the default, takes any free one. */
  readonly port?: number;
  readonly webFormPort?: number;
  readonly controlPort?: number;
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

/** How many bytes a body may have; longer ones get 413. */
const LONGEST_BODY: Readonly<Record<Api, number>> = { access: 1 << 20, webForm: 1 << 20, control: 8 << 20 };
/** How long a caller that sends no more keeps its connection, in milliseconds. */
const IDLE = 30_000;
/** The most attempts to find a port that is free on both loopback addresses. */
const ATTEMPTS = 20;

/** Opens the ports. Throws InputError that names the port or the host, and its flag. */
export async function listenOn(
  call: (api: Api, request: SandboxRequest) => Promise<SandboxResponse>,
  onFailure: (error: unknown) => void,
  options: ListenOptions = {},
): Promise<Listening> {
  const { host, port = 0, webFormPort = 0, controlPort = 0 } = options;
  const servers: Server[] = [];
  const open = async (api: Api, port: number, flag: string, host?: string): Promise<string> => {
    const respond = (request: SandboxRequest): Promise<SandboxResponse> =>
      despiteAnyError(
        async () => {
          const response = await call(api, request);
          const problem = unsendable(response);
          if (problem !== undefined) throw new RangeError(problem);
          return response;
        },
        (error) => {
          onFailure(error);
          return refused(500, 'the sandbox failed; its terminal says why');
        },
      );
    const create = () => {
      const server = httpServer(respond, LONGEST_BODY[api]);
      servers.push(server);
      return server;
    };
    return openPort(create, host, port, flag);
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

/** Opens a port and resolves with its URL. Rejects with CannotListen. */
async function openPort(
  create: () => Server,
  host: string | undefined,
  port: number,
  flag: string,
): Promise<string> {
  if (host !== undefined && host !== 'localhost')
    return `http://${reachable(host)}:${await listening(create(), host, port, flag)}`;
  for (let attempt = 1; ; attempt++) {
    const first = create();
    const at = await listening(first, '127.0.0.1', port, flag);
    try {
      await listening(create(), '::1', at, flag);
      return `http://127.0.0.1:${at}`;
    } catch (error) {
      only(error, CannotListen);
      // A machine may have no IPv6; then localhost means 127.0.0.1.
      if (error.code !== 'EADDRINUSE') return `http://127.0.0.1:${at}`;
      if (port !== 0 || attempt === ATTEMPTS) throw error;
      await closed(first);
    }
  }
}

/** The host of the URL: a server on all addresses is reached on loopback. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** Requests that Node itself refuses (no HTTP, headers too long or too slow) get Node's own response. */
function httpServer(respond: (request: SandboxRequest) => Promise<SandboxResponse>, longest: number): Server {
  const server = createServer({ keepAliveTimeout: IDLE }, async (incoming, outgoing) => {
    const body = await bodyOf(incoming, longest);
    const { method = '', url = '' } = incoming;
    const { 'content-encoding': _, ...headers } = incoming.headers as SandboxRequest['headers'];
    const response =
      typeof body === 'string' ? await respond({ method, url, headers, body }) : refused(...body);
    // The sandbox has its own clock, and a run is the same every time.
    outgoing.sendDate = false;
    const length = response.status === 204 ? {} : { 'content-length': Buffer.byteLength(response.body) };
    outgoing.writeHead(response.status, { ...response.headers, ...length }).end(response.body);
  });
  server.maxConnections = MOST_CONNECTIONS;
  return server;
}

/** Why Node would not send the response. */
export function unsendable({ status, headers, body }: SandboxResponse): string | undefined {
  if (!Number.isInteger(status) || status < 200 || status > 999) return `status ${status}`;
  if (typeof body !== 'string') return 'a body that is not text';
  for (const [name, value] of Object.entries(headers)) {
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch (error) {
      only(error, TypeError);
      return `the header ${JSON.stringify(name)}`;
    }
  }
  return undefined;
}

type RefusedBody = readonly [status: number, says: string];

/** The unpacked body. A long one is read to its end: a caller that is still sending would lose the response. */
function bodyOf(incoming: IncomingMessage, longest: number): Promise<string | RefusedBody> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > longest) chunks.length = 0;
    else chunks.push(chunk);
  });
  return new Promise((resolve) => {
    incoming.on('end', () => {
      const tooLong = [413, `the body is longer than ${longest} bytes`] as const;
      if (bytes > longest) return resolve(tooLong);
      const sent = Buffer.concat(chunks);
      const { 'content-encoding': coding } = incoming.headers;
      const body = sent.length === 0 ? sent : unpacked(sent, coding, longest);
      if (body === 'too long') resolve(tooLong);
      else if (body === 'broken') resolve([400, `the body is not ${coding}`]);
      else if (body === 'unknown') resolve([415, 'the Content-Encoding is not known; send the body plain']);
      else resolve(isUtf8(body) ? body.toString() : [400, 'the body is not UTF-8']);
    });
  });
}

function refused(status: number, says: string): SandboxResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ error: says }) };
}
