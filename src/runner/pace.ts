/** When the calls of a run are sent: one queue for all of them, which a busy provider holds up and slows down. */

import { despiteAnyError } from '../base/errors.ts';

/** These statuses mean that the call can be sent again; after a 503 only if the response says when. */
const TOO_MANY = 429;
const UNAVAILABLE = 503;
/** In milliseconds: a pause that a provider does not ask for grows from the shortest to the longest. */
const SHORTEST = 1000;
const LONGEST = 32_000;
/** A provider counts what arrives, and calls may catch up with each other on their way. */
const MARGIN = 1.05;
/** After a busy response, the rate is this share of what the provider took in the second before. */
const SLOWER = 0.8;

/** What became of the latest calls of a server. */
interface CalledServer {
  /** How often in a row it gave no response. */
  unanswered: number;
  /** Whether it has closed a connection without a response. */
  closes: boolean;
  /** How often in a row it was busy, and when it last was: what was sent before that says nothing more. */
  busy: number;
  busyAt: number;
}

export class Pace {
  readonly #now: () => number;
  readonly #servers = new Map<string, CalledServer>();
  /** The least time between two calls, in milliseconds. */
  #interval: number;
  #queue: Promise<unknown> = Promise.resolve();
  /** When the calls of the last second were sent. */
  #sent: number[] = [];
  /** Nothing is sent before this time. */
  #closedUntil = Number.NEGATIVE_INFINITY;

  /** `now` is in milliseconds. */
  constructor(perSecond = Number.POSITIVE_INFINITY, now = () => performance.now()) {
    this.#now = now;
    this.#interval = (1000 / perSecond) * MARGIN;
  }

  serverAt(origin: string): CalledServer {
    const server = this.#servers.get(origin) ?? { unanswered: 0, closes: false, busy: 0, busyAt: -1 };
    this.#servers.set(origin, server);
    return server;
  }

  /** Resolves when the next call may be sent, to the time of that. Rejects as `wait` does, which lets milliseconds pass. */
  turn(wait: (milliseconds: number) => Promise<void>): Promise<number> {
    const turn = this.#queue.then(() => this.#open(wait));
    // A call that is ended does not end the next one.
    this.#queue = despiteAnyError(
      () => turn,
      () => undefined,
    );
    return turn;
  }

  async #open(wait: (milliseconds: number) => Promise<void>): Promise<number> {
    const last = this.#sent.at(-1) ?? Number.NEGATIVE_INFINITY;
    const left = Math.max(this.#closedUntil, last + this.#interval) - this.#now();
    if (left > 0) await wait(left);
    const at = this.#now();
    this.#sent = [...this.#sent.filter((time) => time > at - 1000), at];
    return at;
  }

  /**
   * A server is busy: holds up all calls for as long as it asks, and slows them down. Returns for how long, in milliseconds;
   * undefined where the call may have been carried out, so that it is not sent again. `sentAt` is what `turn` resolved to.
   */
  hold(server: CalledServer, sentAt: number, status: number, retryAfter?: string): number | undefined {
    const isNew = sentAt > server.busyAt;
    if (isNew) Object.assign(server, { busy: server.busy + 1, busyAt: this.#now() });
    const wait = waitFor(status, retryAfter, server.busy);
    if (wait === undefined || !isNew) return wait;
    const taken = this.#sent.filter((time) => time > sentAt - 1000 && time <= sentAt).length;
    const perSecond = Math.max(1, Math.floor(taken * SLOWER));
    this.#interval = Math.max(this.#interval, (1000 / perSecond) * MARGIN);
    this.#closedUntil = Math.max(this.#closedUntil, server.busyAt + wait);
    return wait;
  }
}

/** In milliseconds; `times` is how often in a row the server has been busy. */
function waitFor(status: number, retryAfter: string | undefined, times: number): number | undefined {
  if (status !== TOO_MANY && status !== UNAVAILABLE) return undefined;
  if (retryAfter !== undefined) {
    const isSeconds = /^\d+$/.test(retryAfter);
    const wait = isSeconds ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
    if (!Number.isNaN(wait)) return Math.max(wait, SHORTEST);
  }
  return status === TOO_MANY ? Math.min(SHORTEST * 2 ** (times - 1), LONGEST) : undefined;
}
