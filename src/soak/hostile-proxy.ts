/** Proxies in front of a provider that spoil its answers: they reset, cut, delay, flood and lie. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { only } from '../../contracts/src/base/errors.ts';
import { NoResponse, sendHttp } from '../../contracts/src/node/http-sender.ts';

interface ProviderAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The headers and the body of the request. */
  readonly sent: string;
}

/** Writes an answer in its own way, and ends it or does not. */
export type Manner = (response: ServerResponse, answer: ProviderAnswer) => void;

const MEGABYTE = 1024 * 1024;

export const fair: Manner = (response, { status, headers, body }) =>
  void response.writeHead(status, headers).end(body);

/** Closes the connection without an answer. */
export const resetting: Manner = (response) => void response.destroy();

/** Ends in the middle of the body. */
export const cutting: Manner = (response, { status, headers, body }) => {
  response.writeHead(status, { ...headers, 'content-length': body.length + 1 });
  response.write(body.slice(0, body.length / 2), () => response.destroy());
};

/** Never answers. */
export const silent: Manner = () => {};

export const delaying =
  (milliseconds: number): Manner =>
  (response, answer) =>
    void setTimeout(() => fair(response, answer), milliseconds).unref();

/** Another status, and a body that repeats what the caller sent. */
export const lying =
  (status: number): Manner =>
  (response, { headers, body, sent }) =>
    void response.writeHead(status, headers).end(JSON.stringify({ message: `${sent} ${body}` }));

/** Adds a field to the body whose JSON begins, goes on for so many megabytes, and ends as given. */
export const flooding =
  (megabytes: number, [begin, part, end]: readonly [string, string, string]): Manner =>
  (response, { status, headers, body }) => {
    const start = body.trim().length > 2 ? body.trim().replace(/}$/, ',') : '{';
    response.writeHead(status, headers);
    stream([`${start}"flood":${begin}`, ...repeated(part, megabytes), `${end}}`], response);
  };

/** A short answer that is long when it is unpacked. */
export const bombing =
  (megabytes: number): Manner =>
  (response, { status, headers }) => {
    response.writeHead(status, { ...headers, 'content-encoding': 'gzip' });
    stream(repeated(' ', megabytes), createGzip(), response);
  };

/** Headers without an end. */
export const heading: Manner = ({ socket }) => {
  if (socket) stream(['HTTP/1.1 200 OK\r\n', ...repeated('x-flood: 0123456789\r\n', 1000)], socket);
};

/** A body without an end, a sign every few milliseconds. */
export const dripping: Manner = (response, { status, headers }) => {
  response.writeHead(status, headers);
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
};

function repeated(part: string, megabytes: number): string[] {
  return Array(Math.ceil(megabytes)).fill(part.repeat(Math.ceil(MEGABYTE / part.length)));
}

/** Until its reader has gone. */
function stream(parts: readonly string[], ...to: readonly NodeJS.WritableStream[]) {
  pipeline([Readable.from(parts), ...to], () => {});
}

/** In front of a provider; `mannerOf` chooses how a request is answered. */
export async function hostileProxy(upstream: string, mannerOf: () => Manner) {
  const server = createServer(async (request, response) => {
    response.on('error', () => {});
    const body = await text(request);
    const { method = 'GET', url = '/' } = request;
    try {
      const signal = AbortSignal.timeout(60_000);
      const answer = await sendHttp(upstream + url, { method, headers: ownHeaders(request), body, signal });
      const { 'content-length': _, ...headers } = Object.fromEntries(answer.headers);
      const sent = `${JSON.stringify(request.headers)} ${body}`;
      mannerOf()(response, { status: answer.status, headers, body: await answer.text(), sent });
    } catch (error) {
      only(error, NoResponse);
      response.destroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close().closeAllConnections();
      await once(server, 'close');
    },
  };
}

function ownHeaders({ headers }: IncomingMessage): Record<string, string> {
  const { host: _, connection, 'content-length': length, 'transfer-encoding': coding, ...own } = headers;
  return Object.fromEntries(Object.entries(own).map(([name, value]) => [name, String(value)]));
}
