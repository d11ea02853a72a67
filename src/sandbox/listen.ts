/** Opens the doors of a sandbox on their ports, each on both loopback addresses unless a host is given. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ListenError, noListening } from '../../contracts/src/contract/no-listening.ts';
import type { Door } from './door.ts';
import { type Answering, httpServer, type Patience } from './http-server.ts';

export interface ListenOptions extends Patience {
  /** Loopback, as 127.0.0.1 and as localhost, unless given. */
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
  /** The host that was asked for. */
  readonly host: string | undefined;
  close(): Promise<void>;
}

/** `message` is one line that names the port or the host, and its flag. */
export class PortError extends Error {}

type Call = (door: Door, request: Parameters<Answering>[0]) => ReturnType<Answering>;

/** How often any free port is looked for that is free on both loopback addresses. */
const ATTEMPTS = 20;

export async function listen(call: Call, options: ListenOptions = {}): Promise<Listening> {
  const { host, port = 0, webFormPort = 0, controlPort = 0 } = options;
  const servers: Server[] = [];
  const open = async (door: Door, port: number, flag: string): Promise<string> => {
    const opened = await openDoor(
      () => httpServer(door, (request) => call(door, request), options),
      host,
      port,
    ).catch((error: ListenError) => {
      throw new PortError(noListening(error, host ?? '127.0.0.1', port, flag));
    });
    servers.push(...opened.servers);
    return opened.url;
  };
  const close = async (): Promise<void> => {
    await Promise.all(servers.map(closed));
  };
  try {
    const accessUrl = await open('access', port, '--port');
    const webFormUrl = await open('webForm', webFormPort, '--web-form-port');
    const controlUrl = await open('control', controlPort, '--control-port');
    return { urls: { accessUrl, webFormUrl, controlUrl }, host, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openDoor(
  create: () => Server,
  host: string | undefined,
  port: number,
): Promise<{ servers: Server[]; url: string }> {
  const first = create();
  if (host !== undefined && host !== 'localhost') {
    const at = await listening(first, host, port);
    return { servers: [first], url: `http://${callable(host)}:${at}` };
  }
  for (let attempt = 1; ; attempt++) {
    const at = await listening(first, '127.0.0.1', port);
    const url = `http://127.0.0.1:${at}`;
    const second = create();
    try {
      await listening(second, '::1', at);
      return { servers: [first, second], url };
    } catch (error) {
      // A machine may have no IPv6; then localhost means 127.0.0.1.
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return { servers: [first], url };
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

/** Who listens on every address is called on the loopback one. */
function callable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
