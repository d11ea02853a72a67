/** The messages on their way: posts them side by side within bounds, and lists what became of each. */

import type { LookupFunction } from 'node:net';
import { callbackAddress, RefusedAddress } from '../../../contracts/src/base/callback-address.ts';
import { only } from '../../../contracts/src/base/errors.ts';
import { CipherError } from '../../../contracts/src/messages/cipher.ts';
import { NoResponse, sendToCallback } from '../../../contracts/src/node/http-sender.ts';
import type { components } from '../generated/control-types.ts';
import { Ring } from '../ring.ts';
import type { RuleMatch } from './user-update.ts';
import type { MessageQuota } from './waiting-messages.ts';

export type AttemptedDelivery = components['schemas']['Delivery'];
type Outcome = Pick<AttemptedDelivery, 'outcome' | 'status' | 'reason'>;

/**
 * Sends the text to the receiver and resolves with the status of its answer. Rejects with NoResponse without one, and with
 * RefusedAddress when nothing is sent. Stops when the signal says so.
 */
export type Deliver = (url: string, text: string, signal: AbortSignal, as?: PostedAs) => Promise<number>;

/** How a message is posted otherwise than by POST as JSON (DELIVERY-METHOD). */
export interface PostedAs {
  readonly method?: string;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The post waits for it. */
  readonly after?: () => Promise<unknown>;
}

/** Delivers over HTTP. `lookUp` resolves all addresses of a name. */
export function poster(lookUp?: LookupFunction): Deliver {
  return async (url, text, signal, { method, headers } = {}) =>
    sendToCallback(callbackAddress(url), text, { method, headers, signal, lookUp });
}

/** A message and where it goes. */
export interface Post {
  readonly url: string;
  readonly match: RuleMatch;
  /** Set by a fault only. */
  readonly as?: PostedAs;
}

export interface OutboxParts {
  readonly quota: MessageQuota;
  /** The text of a message, encrypted. */
  readonly write: (match: RuleMatch) => Promise<string>;
  readonly deliver: Deliver;
  /** For writing a message and delivering it, in seconds. */
  readonly timeLimit: number;
  /** Gets an error of the sandbox itself. */
  readonly onFailure: (error: unknown) => void;
}

/** Deliveries that are listed. */
const LIMITS = { entries: 10_000, bytes: 1 << 25 };

export class Outbox {
  readonly #parts: OutboxParts;
  readonly #lanes = new Lanes();
  readonly #done = new Ring<number, AttemptedDelivery>(LIMITS, ({ number }) => number);
  readonly #live = new Set<AttemptedDelivery>();
  /** Of the posts under way. */
  readonly #aborts = new Set<AbortController>();
  #count = 0;
  #whenSettled: (() => void)[] = [];

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  /** Queues a message; false when too many are held already. `at` is epoch milliseconds of the sandbox's clock. */
  add(post: Post, at: number): boolean {
    const { update } = post.match;
    if (!this.#parts.quota.hasSpaceFor(update)) {
      this.drop(post, at);
      return false;
    }
    this.#parts.quota.hold(update);
    const delivery = this.#deliveryOf(post, at);
    this.#live.add(delivery);
    this.#lanes.add(receiverOf(post.url), () => this.#carryOut(delivery, post));
    return true;
  }

  /** Lists a message that is not held. */
  drop(post: Post, at: number): void {
    const outcome = failed('the message was dropped, since too many are held already');
    this.#done.add({ ...this.#deliveryOf(post, at), ...outcome });
  }

  list(): { settled: boolean; deliveries: AttemptedDelivery[]; dropped: number } {
    // They end in another order than they began in.
    const all = [...this.#done.values(), ...this.#live].sort((a, b) => a.number - b.number);
    const deliveries = all.slice(-LIMITS.entries);
    return { settled: this.#live.size === 0, deliveries, dropped: this.#count - deliveries.length };
  }

  /** Resolves once nothing is queued or under way. */
  async settled(): Promise<void> {
    while (this.#live.size > 0) await new Promise<void>((resolve) => this.#whenSettled.push(resolve));
  }

  /** Forgets all deliveries and ends those that are under way. */
  clear(): void {
    this.#lanes.clear();
    this.#live.clear();
    this.#done.clear();
    this.#count = 0;
    for (const abort of this.#aborts) abort.abort();
    this.#settle();
  }

  #deliveryOf({ url, match: { rule } }: Post, at: number): AttemptedDelivery {
    return {
      number: ++this.#count,
      at: new Date(at).toISOString(),
      url: listedAddress(url),
      notificationRuleId: rule.id,
      triggerEvent: rule.triggerEvent,
      callbackHandle: rule.callbackHandle,
      outcome: 'queued',
    };
  }

  async #carryOut(delivery: AttemptedDelivery, post: Post): Promise<void> {
    const { quota, timeLimit, onFailure } = this.#parts;
    const abort = new AbortController();
    this.#aborts.add(abort);
    const timer = setTimeout(() => abort.abort(), timeLimit * 1000);
    const outOfTime = new Promise<Outcome>((resolve) => {
      const outcome = failed(`no answer came within ${timeLimit} s`);
      abort.signal.addEventListener('abort', () => resolve(outcome));
    });
    const [sent] = await Promise.allSettled([Promise.race([this.#send(post, abort.signal), outOfTime])]);
    if (sent.status === 'rejected') onFailure(sent.reason);
    const outcome = sent.status === 'fulfilled' ? sent.value : failed('the sandbox failed');
    clearTimeout(timer);
    this.#aborts.delete(abort);
    // Forgotten in the meantime: it is not listed.
    if (!this.#live.delete(delivery)) return;
    quota.release(post.match.update);
    this.#done.add({ ...delivery, ...outcome });
    if (this.#live.size === 0) this.#settle();
  }

  async #send({ url, match, as }: Post, signal: AbortSignal): Promise<Outcome> {
    const { write, deliver } = this.#parts;
    let text: string;
    try {
      text = await write(match);
    } catch (error) {
      only(error, CipherError);
      return failed(`the message could not be written (${error.message})`);
    }
    await as?.after?.();
    if (signal.aborted) return failed('it was given up while it was written');
    try {
      return { outcome: 'answered', status: await deliver(url, text, signal, as) };
    } catch (error) {
      only(error, RefusedAddress, NoResponse);
      if (error instanceof NoResponse) return failed(`no answer came (${error.code ?? error.message})`);
      return { outcome: 'refused', reason: error.message };
    }
  }

  #settle(): void {
    for (const resolve of this.#whenSettled.splice(0)) resolve();
  }
}

function failed(reason: string): Outcome {
  return { outcome: 'failed', reason };
}

/** Each host and port is one receiver. */
function receiverOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

/** An address without what may be secret in it: credentials and the query. */
function listedAddress(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.protocol}//${parsed.host}${parsed.pathname}` : 'no address';
}

/** Never rejects. */
export type Task = () => Promise<void>;

/** A queue in two lists, so that taking the first is cheap: `ahead` has its first at the end. */
interface Lane {
  behind: Task[];
  ahead: Task[];
  running: number;
}

const MOST_OF_ONE = 16;
const MOST_TOGETHER = 256;

/** Runs tasks side by side, a few of one receiver at a time, so that a receiver that hangs delays no other. */
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
        const task = nextTask(lane);
        if (!task) break;
        lane.running++;
        this.#running++;
        void task().then(() => this.#ended(receiver, lane));
      }
      if (this.#running === MOST_TOGETHER) return;
    }
  }

  /** Puts the lane behind the others, so that each has its turn where there are more than run together. */
  #ended(receiver: string, lane: Lane): void {
    lane.running--;
    this.#running--;
    this.#lanes.delete(receiver);
    if (lane.running + lane.ahead.length + lane.behind.length > 0) this.#lanes.set(receiver, lane);
    this.#start();
  }
}

function nextTask(lane: Lane): Task | undefined {
  if (lane.ahead.length === 0) {
    lane.ahead = lane.behind.reverse();
    lane.behind = [];
  }
  return lane.ahead.pop();
}
