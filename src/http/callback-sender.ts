/** Sends a message to a callback URL. Its name is resolved first: a link-local or metadata address gets none. */
import type { LookupFunction } from 'node:net';
import { is2xx } from '../../contracts/src/base/status.ts';
import { only } from '../base/errors.ts';
import { RefusedUrl, refuseClosed } from './callback-url.ts';
import { type HttpRequest, load, NoResponse, sent, whyNotReached } from './http-sender.ts';

interface CallbackRequest extends Pick<HttpRequest, 'signal' | 'tls'> {
  /** POST and JSON unless given: how a service sends is not shown (DELIVERY-METHOD). */
  readonly method?: string | undefined;
  readonly headers?: HttpRequest['headers'] | undefined;
  readonly lookUp?: LookupFunction | undefined;
  readonly onConnect?: () => void;
}

/** How long a response is read after its status, in milliseconds: some receivers fail when cut off earlier. */
const LONGEST_REST = 1_000;

interface CallbackResponse {
  readonly status: number;
  /** The first characters of the body, once it has ended or is cut off. */
  beginning(): Promise<string>;
}

/** The longest beginning, in characters. */
const LONGEST_BEGINNING = 4000;

/** Sends to a callback URL. Rejects with NoResponse, and with RefusedUrl if the name resolves to a closed address. */
export async function sendToCallback(
  address: URL,
  body: string,
  { method = 'POST', headers, signal, tls, lookUp, onConnect = () => {} }: CallbackRequest,
): Promise<CallbackResponse> {
  const request = { method, headers: { 'content-type': 'application/json', ...headers }, body, signal, tls };
  // Not on a kept connection: a receiver that closes it would lose a message.
  const connection = { ...tls, agent: false, lookup: guarded(lookUp ?? load('node:dns').lookup) } as const;
  const response = await sent(address, request, connection, (socket) => {
    socket.once(address.protocol === 'https:' ? 'secureConnect' : 'connect', onConnect);
  });
  response.on('error', () => {});
  let text = '';
  response.setEncoding('utf8').on('data', (part: string) => {
    if (text.length < LONGEST_BEGINNING) text += part;
  });
  const rest = setTimeout(() => response.destroy(), LONGEST_REST).unref();
  const closed = new Promise<void>((resolve) => {
    response.on('close', () => {
      clearTimeout(rest);
      resolve();
    });
  });
  return { status: response.statusCode ?? 0, beginning: () => closed.then(() => text) };
}

export type Posted =
  /** The status, and the beginning of the body unless 2xx. */
  | { readonly status: number; readonly beginning?: string }
  /** Why there was no response, and whether there was a connection. */
  | { readonly failure: string; readonly isReached: boolean };

/** Posts a message and returns the outcome; `interruption` ends it. Never throws. */
export async function postMessage(
  address: URL,
  text: string,
  timeLimitMs: number,
  {
    interruption,
    ...options
  }: Pick<CallbackRequest, 'headers' | 'lookUp' | 'tls'> & { readonly interruption?: AbortSignal } = {},
): Promise<Posted> {
  const limit = AbortSignal.timeout(timeLimitMs);
  const signal = interruption ? AbortSignal.any([interruption, limit]) : limit;
  const connection = { isReached: false };
  const onConnect = () => void Object.assign(connection, { isReached: true });
  try {
    const { status, beginning } = await sendToCallback(address, text, { ...options, signal, onConnect });
    return is2xx(status) ? { status } : { status, beginning: await beginning() };
  } catch (error) {
    only(error, NoResponse, RefusedUrl);
    const unanswered = limit.aborted ? `no response within ${timeLimitMs / 1000} s` : whyNotReached(error);
    return { failure: interruption?.aborted ? 'interrupted' : unanswered, ...connection };
  }
}

/** Checks the resolved address, since the connection is made to it. */
function guarded(lookUp: LookupFunction): LookupFunction {
  return (name, options, callback) => {
    lookUp(name, { ...options, all: true }, (error, found) => {
      const addresses = typeof found === 'string' ? [{ address: found, family: 0 }] : (found ?? []);
      try {
        if (!error) refuseClosed(addresses.map(({ address }) => address));
      } catch (refused) {
        only(refused, RefusedUrl);
        callback(refused, '');
        return;
      }
      const [first] = addresses;
      if (error || options.all || !first) callback(error, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
