/** Servers of a test: on loopback, until it ends. */
import { once } from 'node:events';
import { createServer, type Server as HttpServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { onTestFinished } from 'vitest';

/** The address of a server that answers like this. */
export function served(listener?: RequestListener): Promise<string> {
  return servedBy(createServer(listener));
}

/** Its address, once it listens. */
export async function servedBy(server: Server | HttpServer): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
