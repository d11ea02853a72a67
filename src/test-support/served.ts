/** The one fake HTTP server of tests: on loopback, until the test ends. */
import { once } from 'node:events';
import {
  createServer,
  type Server as HttpServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A call as it came, with its whole body. */
export interface FakeCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly socket: Socket;
}

export type FakeResponse = (response: ServerResponse, call: FakeCall) => unknown;

/** It answers like this, or with 200; `calls` grows as they come. */
export async function fakeServer(
  answer: FakeResponse = (response) => response.end(),
): Promise<{ url: string; calls: FakeCall[] }> {
  const calls: FakeCall[] = [];
  const url = await served(async (request, response) => {
    const { method = '', url: path = '', headers, socket } = request;
    const call = { method, path, headers, text: await text(request), socket };
    calls.push(call);
    answer(response, call);
  });
  return { url, calls };
}

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
