/** How a call is carried to its target: over the network, or within this process. */
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createBrotliDecompress, createUnzip } from 'node:zlib';

/** Makes one call; rejects when no answer comes. */
export type Carry = (
  url: string,
  init: {
    readonly method: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly signal: AbortSignal;
  },
) => Promise<Carried>;

export interface Carried {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Iterable<readonly [string, string]>;
  text(): Promise<string>;
}

/** Carries a call over the network: once, on a connection that is kept, and without following a redirect. */

/** An idle connection is given up before most servers close it, since a call on a closed one is lost. */
const KEPT = { keepAlive: true, timeout: 4000, ...proxy() };
const doors = {
  'http:': { request: requestHttp, agent: new HttpAgent(KEPT) },
  'https:': { request: requestHttps, agent: new HttpsAgent(KEPT) },
};
const HEADERS = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'bank-access-contracts' };

/** Rejects with the reason of the signal where that ended the call, else with an error that has a code. */
export const overNetwork: Carry = (url, { method, headers, body = '', signal }) =>
  new Promise<Carried>((resolve, reject) => {
    const { request, agent } = doors[new URL(url).protocol === 'https:' ? 'https:' : 'http:'];
    const length = method === 'GET' ? {} : { 'content-length': Buffer.byteLength(body) };
    const reasonOf = (error: unknown) => (signal.aborted ? signal.reason : error);
    const call = request(
      url,
      { method, agent, signal, headers: { ...HEADERS, ...headers, ...length } },
      (answer) => {
        resolve({
          status: answer.statusCode ?? 0,
          headers: Object.entries(answer.headers).map(([name, value = '']) => [
            name,
            [value].flat().join(', '),
          ]),
          text: () =>
            text(decoded(answer)).catch((error) => {
              throw reasonOf(error);
            }),
        });
      },
    );
    call.on('error', (error) => reject(reasonOf(error)));
    // Such as an answer that changes the protocol.
    call.on('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
    call.end(body);
  });

/** As fetch does: HTTP_PROXY, HTTPS_PROXY and NO_PROXY count where NODE_USE_ENV_PROXY is set. */
function proxy(): { readonly proxyEnv?: NodeJS.ProcessEnv } {
  return process.env['NODE_USE_ENV_PROXY'] === '1' ? { proxyEnv: process.env } : {};
}

/** Some gateways compress unasked. */
function decoded(answer: IncomingMessage): Readable {
  const coding = answer.headers['content-encoding'];
  if (coding === 'gzip' || coding === 'deflate') return pipeline(answer, createUnzip(), () => {});
  return coding === 'br' ? pipeline(answer, createBrotliDecompress(), () => {}) : answer;
}
