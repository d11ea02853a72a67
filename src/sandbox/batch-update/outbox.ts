/** Posts messages, several at a time, and lists the outcome of each. */

import { CipherError } from '../../../contracts/src/messages/cipher.ts';
import { despiteAnyError, only } from '../../base/errors.ts';
import { sendToCallback } from '../../http/callback-sender.ts';
import { callbackUrl, RefusedUrl } from '../../http/callback-url.ts';
import { NoResponse } from '../../http/http-sender.ts';
import type { Post, PostedAs } from '../fault-hooks.ts';
import type { components } from '../generated/control-types.ts';
import { Latest } from '../latest.ts';
import type { RuleMatch } from '../user-update.ts';

type AttemptedDelivery = components['schemas']['Delivery'];
type Outcome = Pick<AttemptedDelivery, 'outcome' | 'status' | 'reason'>;

/**
 * Sends the text to the receiver and resolves with the status of its response. Rejects with NoResponse, and with RefusedUrl
 * if nothing is sent. The signal ends it.
 */
export type Deliver = (url: string, text: string, signal: AbortSignal, as?: PostedAs) => Promise<number>;

/** Delivers over HTTP. */
export const deliverByHttp: Deliver = async (url, text, signal, { method, headers } = {}) =>
  (await sendToCallback(callbackUrl(url), text, { method, headers, signal })).status;

export interface OutboxParts {
  /** The text of a message, encrypted. */
  readonly write: (match: RuleMatch) => Promise<string>;
  readonly deliver: Deliver;
  /** The time limit for writing and delivering a message, in seconds. */
  readonly timeLimit: number;
  /** Gets errors of the sandbox itself. */
  readonly onFailure: (error: unknown) => void;
}

/** How many of the latest deliveries are listed, and how many messages are posted at a time. */
const MOST_LISTED = 10_000;
const MOST_TOGETHER = 16;

interface Queued {
  readonly delivery: AttemptedDelivery;
  readonly post: Post;
}

export class Outbox {
  readonly #parts: OutboxParts;
  readonly #queue: Queued[] = [];
  /** The current posts, by the controller that ends each. */
  readonly #underWay = new Map<AbortController, Promise<void>>();
  /** All deliveries by number, whatever their outcome. */
  readonly #listed = new Latest<number, AttemptedDelivery>(MOST_LISTED);
  #count = 0;
  /** Resolves when all messages so far are written or given up: they are posted in order. */
  #written: Promise<unknown> = Promise.resolve();

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  /** How many messages are queued or under way. */
  get held(): number {
    return this.#queue.length + this.#underWay.size;
  }

  /** Queues a message. `at` is epoch milliseconds of the sandbox's clock. */
  add(post: Post, at: number): void {
    this.#queue.push({ post, delivery: this.#listedOf(post, at, { outcome: 'queued' }) });
    this.#start();
  }

  /** Lists a message that is dropped. */
  drop(post: Post, at: number): void {
    this.#listedOf(post, at, failed('the message was dropped, since too many are held already'));
  }

  list(): { settled: boolean; deliveries: AttemptedDelivery[]; dropped: number } {
    const deliveries = [...this.#listed.values()];
    return { settled: this.held === 0, deliveries, dropped: this.#listed.dropped };
  }

  /** Resolves once nothing is queued or under way. */
  async settled(): Promise<void> {
    while (this.held > 0) await Promise.all(this.#underWay.values());
  }

  /** Forgets all deliveries and ends those that are under way. */
  clear(): void {
    this.#queue.length = 0;
    this.#listed.clear();
    this.#count = 0;
    for (const abort of this.#underWay.keys()) abort.abort();
    this.#underWay.clear();
  }

  #listedOf({ url, match: { rule } }: Post, at: number, outcome: Outcome): AttemptedDelivery {
    const delivery = {
      number: ++this.#count,
      at: new Date(at).toISOString(),
      url: listedUrl(url),
      notificationRuleId: rule.id,
      triggerEvent: rule.triggerEvent,
      callbackHandle: rule.callbackHandle,
      ...outcome,
    };
    this.#listed.set(delivery.number, delivery);
    return delivery;
  }

  #start(): void {
    while (this.#underWay.size < MOST_TOGETHER) {
      const next = this.#queue.shift();
      if (!next) return;
      const abort = new AbortController();
      this.#underWay.set(abort, this.#carryOut(next, abort));
    }
  }

  async #carryOut({ delivery, post }: Queued, abort: AbortController): Promise<void> {
    const { timeLimit, write, onFailure } = this.#parts;
    const timer = setTimeout(() => abort.abort(), timeLimit * 1000);
    const outOfTime = new Promise<Outcome>((resolve) => {
      const outcome = failed(`no response came within ${timeLimit} s`);
      abort.signal.addEventListener('abort', () => resolve(outcome));
    });
    const writing = this.#written.then(() => write(post.match));
    const written = despiteAnyError(
      () => writing,
      () => {},
    );
    this.#written = Promise.race([written, outOfTime]);
    const sent = this.#send(post, writing, abort.signal);
    const outcome = await despiteAnyError(
      () => Promise.race([sent, outOfTime]),
      (error) => {
        onFailure(error);
        return failed('the sandbox failed');
      },
    );
    clearTimeout(timer);
    // Not listed if cleared in the meantime.
    if (!this.#underWay.delete(abort)) return;
    const { number } = delivery;
    const { faults = new Set() } = post.match;
    const changed = faults.size > 0 && { faults: [...faults] };
    if (this.#listed.has(number)) this.#listed.set(number, { ...delivery, ...outcome, ...changed });
    this.#start();
  }

  async #send({ url, as }: Post, writing: Promise<string>, signal: AbortSignal): Promise<Outcome> {
    const { deliver } = this.#parts;
    let text: string;
    try {
      text = await writing;
    } catch (error) {
      only(error, CipherError);
      return failed(`the message could not be written (${error.message})`);
    }
    await as?.after?.();
    if (signal.aborted) return failed('it was given up while it was written');
    try {
      return { outcome: 'answered', status: await deliver(url, text, signal, as) };
    } catch (error) {
      only(error, RefusedUrl, NoResponse);
      if (error instanceof NoResponse) return failed(`no response came (${error.code ?? error.message})`);
      return { outcome: 'refused', reason: error.message };
    }
  }
}

function failed(reason: string): Outcome {
  return { outcome: 'failed', reason };
}

/** The URL without its credentials and query, which may be secret. */
function listedUrl(url: string): string {
  if (!URL.canParse(url)) return 'no address';
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
