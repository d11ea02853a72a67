/** The messages on their way: a bounded queue that delivers them, and what became of each. */

import type { LookupFunction } from 'node:net';
import { callbackAddress, RefusedAddress } from '../../../contracts/src/base/callback-address.ts';
import { CipherError } from '../../../contracts/src/messages/cipher.ts';
import { sendToCallback } from '../../../contracts/src/node/http-sender.ts';
import type { components } from '../generated/control-types.ts';
import { Ring } from '../ring.ts';
import type { RuleMatch } from './user-update.ts';
import type { Room } from './waiting-messages.ts';

export type Delivery = components['schemas']['Delivery'];

/** A message and where it goes. */
export interface Post {
  readonly url: string;
  readonly match: RuleMatch;
  /** Set by a hook only. */
  readonly as?: PostedAs;
}

export interface OutboxParts {
  readonly room: Room;
  /** The text of a message, encrypted. */
  readonly write: (match: RuleMatch) => Promise<string>;
  readonly deliver: Deliver;
  /** For writing a message and delivering it, in seconds. */
  readonly timeLimit: number;
}

type Outcome = Pick<Delivery, 'outcome' | 'status' | 'reason'>;

/** How many deliveries are told of. */
const MOST_TOLD = 10_000;
const MOST_BYTES = 1 << 25;

export class Outbox {
  readonly #parts: OutboxParts;
  readonly #lanes = new Lanes();
  readonly #done = new Ring<number, Delivery>({ entries: MOST_TOLD, bytes: MOST_BYTES }, (one) => one.number);
  readonly #live = new Set<Delivery>();
  /** What ends those early that are under way. */
  readonly #ends = new Set<AbortController>();
  #count = 0;
  #settledHeard: (() => void)[] = [];

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  /** Queues a message; false when there is no room for it. `at` is epoch milliseconds of the sandbox's clock. */
  add(post: Post, at: number): boolean {
    const { update } = post.match;
    if (!this.#parts.room.isFor(update)) {
      this.drop(post, at);
      return false;
    }
    this.#parts.room.enter(update);
    const delivery = this.#deliveryOf(post, at);
    this.#live.add(delivery);
    this.#lanes.add(receiverOf(post.url), () => this.#carryOut(delivery, post));
    return true;
  }

  /** Tells of a message that there is no room for. */
  drop(post: Post, at: number): void {
    const outcome = failed('the message was dropped, since too many are held already');
    this.#done.add({ ...this.#deliveryOf(post, at), ...outcome });
  }

  list(): { settled: boolean; deliveries: Delivery[]; dropped: number } {
    // They end in another order than they began in.
    const all = [...this.#done.values(), ...this.#live].sort((a, b) => a.number - b.number);
    const deliveries = all.slice(-MOST_TOLD);
    return { settled: this.#live.size === 0, deliveries, dropped: this.#count - deliveries.length };
  }

  /** Resolves once nothing is queued or under way. */
  async settled(): Promise<void> {
    while (this.#live.size > 0) await new Promise<void>((resolve) => this.#settledHeard.push(resolve));
  }

  /** Forgets all deliveries and ends those that are under way. */
  clear(): void {
    this.#lanes.clear();
    this.#live.clear();
    this.#done.clear();
    this.#count = 0;
    for (const end of this.#ends) end.abort();
    this.#tellSettled();
  }

  #deliveryOf({ url, match: { rule } }: Post, at: number): Delivery {
    return {
      number: ++this.#count,
      at: new Date(at).toISOString(),
      url: toldAddress(url),
      notificationRuleId: rule.id,
      triggerEvent: rule.triggerEvent,
      callbackHandle: rule.callbackHandle,
      outcome: 'queued',
    };
  }

  async #carryOut(delivery: Delivery, post: Post): Promise<void> {
    const { room, timeLimit } = this.#parts;
    const end = new AbortController();
    this.#ends.add(end);
    const timer = setTimeout(() => end.abort(), timeLimit * 1000);
    const outcome = await Promise.race([this.#send(post, end.signal), endOf(end.signal, timeLimit)]);
    clearTimeout(timer);
    this.#ends.delete(end);
    // One that was forgotten in the meantime is told of no more.
    if (!this.#live.delete(delivery)) return;
    room.leave(post.match.update);
    this.#done.add({ ...delivery, ...outcome });
    if (this.#live.size === 0) this.#tellSettled();
  }

  async #send({ url, match, as }: Post, signal: AbortSignal): Promise<Outcome> {
    const { write, deliver } = this.#parts;
    let text: string;
    try {
      text = await write(match);
    } catch (error) {
      return failed(`the message could not be written (${whyOf(error)})`);
    }
    try {
      await as?.after?.();
      // Given up while it was written: it is not sent.
      signal.throwIfAborted();
      return { outcome: 'answered', status: await deliver(url, text, signal, as) };
    } catch (error) {
      if (error instanceof RefusedAddress) return { outcome: 'refused', reason: error.message };
      return failed(`no answer came (${whyOf(error)})`);
    }
  }

  #tellSettled(): void {
    for (const heard of this.#settledHeard.splice(0)) heard();
  }
}

function failed(reason: string): Outcome {
  return { outcome: 'failed', reason };
}

function endOf(signal: AbortSignal, timeLimit: number): Promise<Outcome> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(failed(`no answer came within ${timeLimit} s`)));
  });
}

/** In a word: what an error says may hold what it is about. */
function whyOf(error: unknown): string {
  if (error instanceof CipherError) return error.message;
  if (!(error instanceof Error)) return 'no error says why';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** Deliveries to one host and port are to one receiver. */
function receiverOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

/** An address without what may be secret in it: credentials and the query. */
function toldAddress(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.protocol}//${parsed.host}${parsed.pathname}` : 'no address';
}

/** Runs deliveries side by side, those of one receiver a few at a time, so that one that hangs holds up no other. */

/** Never rejects. */
export type Task = () => Promise<void>;

/** A queue that lets go of what it handed out: what comes first stands last in `ahead`. */
interface Lane {
  behind: Task[];
  ahead: Task[];
  running: number;
}

const MOST_OF_ONE = 16;
const MOST_TOGETHER = 256;

export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  #running = 0;

  add(receiver: string, task: Task): void {
    const lane = this.#lanes.get(receiver) ?? { behind: [], ahead: [], running: 0 };
    this.#lanes.set(receiver, lane);
    lane.behind.push(task);
    this.#start();
  }

  /** Forgets what was not started. */
  clear(): void {
    for (const [receiver, lane] of this.#lanes) {
      lane.behind = [];
      lane.ahead = [];
      if (lane.running === 0) this.#lanes.delete(receiver);
    }
  }

  #start(): void {
    for (const [receiver, lane] of this.#lanes) {
      while (lane.running < MOST_OF_ONE && this.#running < MOST_TOGETHER) {
        const task = nextOf(lane);
        if (!task) break;
        lane.running++;
        this.#running++;
        void task().then(() => this.#ended(receiver, lane));
      }
      if (this.#running === MOST_TOGETHER) return;
    }
  }

  /** The lane goes behind the others, so that each has its turn where there are more than run together. */
  #ended(receiver: string, lane: Lane): void {
    lane.running--;
    this.#running--;
    this.#lanes.delete(receiver);
    if (lane.running + lane.ahead.length + lane.behind.length > 0) this.#lanes.set(receiver, lane);
    this.#start();
  }
}

function nextOf(lane: Lane): Task | undefined {
  if (lane.ahead.length === 0) {
    lane.ahead = lane.behind.reverse();
    lane.behind = [];
  }
  return lane.ahead.pop();
}

/** How the sandbox posts its messages over HTTP. */

/**
 * Gives the text to the receiver and resolves with the status that it answers; rejects when no answer comes, and with
 * RefusedAddress when nothing is sent. Gives up when the signal says so.
 */
export type Deliver = (url: string, text: string, signal: AbortSignal, as?: PostedAs) => Promise<number>;

/** How a message is posted otherwise than by POST as JSON (DELIVERY-METHOD). */
export interface PostedAs {
  readonly method?: string;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What it waits for. */
  readonly after?: () => Promise<unknown>;
}

/** `lookUp` resolves all addresses of a name. */
export function poster(lookUp?: LookupFunction): Deliver {
  return async (url, text, signal, { method, headers } = {}) =>
    sendToCallback(callbackAddress(url), text, { method, headers, signal, lookUp });
}
