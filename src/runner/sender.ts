/** Sends the requests of a run within bounds: rate, length of responses, and how often a server may stay silent or busy. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Headers } from '../../contracts/src/judge/exchange.ts';
import { isBusy } from '../../contracts/src/judge/operation.ts';
import { Aborted, only } from '../base/errors.ts';
import {
  ClosedConnection,
  endingWithin,
  NoResponse,
  sendHttp as overNetwork,
  type SendHttp,
  type Tls,
  UnreadAnswer,
} from '../http/http-sender.ts';
import { Pace } from './pace.ts';
import { NotCalled, Unproven, unanswered } from './unproven.ts';

/** How the requests to a server are sent. */
export interface Sender {
  /** Aborting ends every wait and sends nothing more; the reason says why, in words. */
  readonly ending: AbortController;
  /** How long a call may take, in milliseconds. */
  readonly timeLimit: number;
  /** The default sends over the network, without bounds. */
  readonly sendHttp?: SendHttp;
  /** Lets so many milliseconds pass; by default in real time. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/** Lets so many milliseconds pass. Throws Unproven once the sender is ended. */
export async function wait(
  { ending: { signal }, pause }: Pick<Sender, 'ending' | 'pause'>,
  milliseconds: number,
): Promise<void> {
  try {
    await (pause?.(milliseconds) ?? sleep(milliseconds, undefined, { signal }));
  } catch (error) {
    only(error, Aborted);
    throw new Unproven(signal.reason);
  }
}

/** A server, and the URL that its URLs begin with. */
interface Server {
  readonly name: string;
  readonly at: string;
}

/**
 * The response with its text. A request whose kept connection turns out to be closed is sent once more, on one of its own, after
 * `again` was called. Throws Unproven where no response comes, and once the sender is ended.
 */
export async function sentResponse(
  { timeLimit, sendHttp = overNetwork, ending: { signal: ending } }: Sender,
  { name, at }: Server,
  url: string,
  request: Omit<Parameters<SendHttp>[1], 'signal' | 'isAlone'>,
  again: () => void = () => {},
): Promise<{ readonly status: number; readonly headers: Headers; readonly text: string }> {
  const respond = async (isAlone: boolean) => {
    const response = await sendHttp(url, {
      ...request,
      isAlone,
      // The signal is made when it is read: a sandbox in this process reads none, and needs no timer.
      get signal() {
        return endingWithin(timeLimit, ending);
      },
    });
    const headers = Object.fromEntries(response.headers);
    return { status: response.status, headers, text: await response.text() };
  };
  if (ending.aborted) throw new Unproven(ending.reason);
  try {
    return await respond(false).catch((error) => {
      only(error, ClosedConnection);
      again();
      return respond(true);
    });
  } catch (error) {
    only(error, NoResponse);
    if (ending.aborted) throw new Unproven(ending.reason);
    throw unanswered(name, at, error, timeLimit);
  }
}

/** No documented response or message has as many. Each takes a hundred bytes and may break clauses. */
export const MOST_VALUES = 50_000;
/** A server that leaves so many calls in a row unanswered, or is busy so often, is called no more. */
const MOST_IN_ROW = 10;

/** How long one call may wait for a busy provider in all, in milliseconds. */
const LONGEST_WAIT = 60_000;

/**
 * Sends over the network with `tls` of the target, as fast as `pace` allows, which all senders to a target share. A call that a
 * busy provider did not carry out is sent again. Rejects with UnreadAnswer at a bound, and with Unproven once the sender is ended.
 */
export function boundedSender(
  sender: Pick<Sender, 'ending' | 'pause'>,
  pace = new Pace(),
  tls?: Tls,
): SendHttp {
  return async (url, request) => {
    const server = pace.serverAt(new URL(url).origin);
    // A server that closed a connection once closes the next one, too.
    const respond = async (isAlone: boolean) => {
      try {
        const { text, ...response } = await overNetwork(url, { ...request, isAlone, tls });
        const body = await text();
        if (countValues(body) > MOST_VALUES)
          throw new UnreadAnswer(`its response has more than ${MOST_VALUES} values`);
        server.unanswered = 0;
        return { ...response, text: async () => body };
      } catch (error) {
        only(error, NoResponse);
        server.closes ||= error instanceof ClosedConnection;
        // A call that could not be sent does not count: its token fits into no header.
        if (!error.code?.startsWith('ERR_') && !(error instanceof ClosedConnection)) server.unanswered++;
        throw error;
      }
    };
    for (let waited = 0; ; ) {
      refuseCalled(server);
      const sentAt = await pace.turn((left) => wait(sender, left));
      const response = await respond(request.isAlone || server.closes);
      const { status } = response;
      if (!isBusy(status)) server.busy = 0;
      const retryAfter = new Map(response.headers).get('retry-after');
      const held = isBusy(status) ? pace.hold(server, sentAt, status, retryAfter) : undefined;
      if (held === undefined || waited + held > LONGEST_WAIT) return response;
      waited += held;
    }
  };
}

/** Throws NotCalled for a server that has left too many calls without a response, or was busy too often. */
function refuseCalled({ unanswered, busy }: { readonly unanswered: number; readonly busy: number }): void {
  if (unanswered >= MOST_IN_ROW)
    throw new NotCalled(`it left ${MOST_IN_ROW} calls in a row unanswered, and is called no more`);
  if (busy >= MOST_IN_ROW)
    throw new NotCalled(
      `it was busy ${MOST_IN_ROW} times in a row, and is called no more; pass fewer calls a second with --rate`,
    );
}

/** How many values a text has as JSON: many in a short text would be too large in memory. */
export function countValues(text: string): number {
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') at = endOfText(text, at);
    else if (sign === ',' || sign === '[' || sign === '{') values++;
  }
  return values;
}

function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
