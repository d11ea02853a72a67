/** The messages on their way: a bounded queue that delivers them, and what became of each. */

import { RefusedAddress } from '../../../contracts/src/contract/callback-address.ts';
import { CipherError } from '../../../contracts/src/messages/cipher.ts';
import type { RuleMatch } from '../batch-update/rule-match.ts';
import type { components } from '../generated/control-types.ts';
import { Ring } from '../ring.ts';
import { Lanes } from './lanes.ts';
import type { Deliver, PostedAs } from './poster.ts';
import type { Room } from './room.ts';

export type Delivery = components['schemas']['Delivery'];

/** A message and where it goes. */
export interface Post {
  readonly url: string;
  readonly match: RuleMatch;
  /** Set by a seam only. */
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
