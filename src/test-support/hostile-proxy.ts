/** A proxy in front of a provider that spoils its responses: it resets, cuts, floods or slows them. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { only } from '../../contracts/src/base/errors.ts';
import { NoResponse, sendHttp } from '../http/http-sender.ts';

interface ProviderAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Writes a response in its own way, and ends it or does not. */
export type ResponseMode = (response: ServerResponse, answer: ProviderAnswer) => void;

const MEGABYTE = 1024 * 1024;

export const normal: ResponseMode = (response, { status, headers, body }) =>
  void response.writeHead(status, headers).end(body);

/** Closes the connection without a response. */
export const reset: ResponseMode = (response) => void response.destroy();

/** Ends in the middle of the body. */
export const cut: ResponseMode = (response, { status, headers, body }) => {
  response.writeHead(status, { ...headers, 'content-length': body.length + 1 });
  response.write(body.slice(0, body.length / 2), () => response.destroy());
};

export const silent: ResponseMode = () => {};

/** Adds a field to the body whose JSON begins, goes on for so many megabytes, and ends as given. */
export const flood =
  (megabytes: number, [begin, part, end]: readonly [string, string, string]): ResponseMode =>
  (response, { status, headers, body }) => {
    const start = body.trim().length > 2 ? body.trim().replace(/}$/, ',') : '{';
    response.writeHead(status, headers);
    stream([`${start}"flood":${begin}`, ...repeated(part, megabytes), `${end}}`], response);
  };

/** A short body that is long when it is unpacked. */
export const packedBomb =
  (megabytes: number): ResponseMode =>
  (response, { status, headers }) => {
    response.writeHead(status, { ...headers, 'content-encoding': 'gzip' });
    stream(repeated(' ', megabytes), createGzip(), response);
  };

export const endlessHeaders: ResponseMode = ({ socket }) => {
  if (socket) stream(['HTTP/1.1 200 OK\r\n', ...repeated('x-flood: 0123456789\r\n', 1000)], socket);
};

/** A body without an end, a character every few milliseconds. */
export const slowBody: ResponseMode = (response, { status, headers }) => {
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

const OF_CONNECTION = ['host', 'connection', 'content-length', 'transfer-encoding'];

/** In front of a provider; `modeOf` chooses how a request gets its response. */
export async function hostileProxy(upstream: string, modeOf: () => ResponseMode) {
  const server = createServer(async (request, response) => {
    response.on('error', () => {});
    const body = await text(request);
    const { method = 'GET', url = '/' } = request;
    const own = Object.entries(request.headers).filter(([name]) => !OF_CONNECTION.includes(name));
    const headers = Object.fromEntries(own.map(([name, value]) => [name, `${value}`]));
    try {
      const signal = AbortSignal.timeout(60_000);
      const answer = await sendHttp(upstream + url, { method, headers, body, signal });
      const { 'content-length': _, ...others } = Object.fromEntries(answer.headers);
      modeOf()(response, { status: answer.status, headers: others, body: await answer.text() });
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
