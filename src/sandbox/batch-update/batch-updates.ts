/** The batch updates of a sandbox: runs them, and sends their messages at once or after categorization. */

import { writeJson } from '../../../contracts/src/base/exact-json.ts';
import { type Cipher, type CipherMaker, defaultCipher } from '../../../contracts/src/messages/cipher.ts';
import type { PlainMessage } from '../../../contracts/src/messages/message.ts';
import { encryptMessage } from '../../../contracts/src/messages/message-encryption.ts';
import { despiteAnyError } from '../../base/errors.ts';
import type { Clock } from '../clock.ts';
import type { FaultHooks, Watched } from '../fault-hooks.ts';
import type { components } from '../generated/control-types.ts';
import type { SandboxSettings } from '../sandbox-settings.ts';
import type { State } from '../state.ts';
import type { AcceptedUpdate, RuleMatch } from '../user-update.ts';
import { matchRules, sandboxEvents } from './match-rules.ts';
import { type Deliver, deliverByHttp, Outbox, type OutboxParts } from './outbox.ts';
import { readUpdate } from './read-update.ts';
import type { MessageContext } from './trigger-event.ts';
import { WaitingMessages } from './waiting-messages.ts';

interface BatchUpdatesParts {
  readonly state: State;
  readonly settings: SandboxSettings;
  readonly clock: Clock;
  readonly hooks: FaultHooks;
  readonly watched: Watched;
  readonly dataDecryptionKey: string;
  /** The cipher of messages; by default the published one. */
  readonly cipher?: CipherMaker | undefined;
  /** How messages are sent; by default over HTTP. */
  readonly deliver?: Deliver | undefined;
  readonly onFailure: OutboxParts['onFailure'];
}

/** How many messages of an update are being sent, and how many wait for categorization. */
export type Sent = components['schemas']['SentMessages'];

/** The latest deliveries, and whether any is queued or under way. */
export type Deliveries = components['schemas']['Deliveries'];

/** The most messages that wait or are being sent. */
const MOST_MESSAGES = 100_000;

export class BatchUpdates {
  readonly #parts: BatchUpdatesParts;
  readonly #waiting: WaitingMessages;
  readonly #outbox: Outbox;
  #cipher: Promise<Cipher> | undefined;

  constructor(parts: BatchUpdatesParts) {
    this.#parts = parts;
    this.#waiting = new WaitingMessages(parts.settings);
    this.#outbox = new Outbox({
      write: (match) => this.#messageText(match),
      deliver: parts.deliver ?? deliverByHttp,
      timeLimit: parts.settings.deliveryTimeLimit,
      onFailure: parts.onFailure,
    });
  }

  /** Runs an update. Throws InputError, and then changes nothing. */
  run(update: AcceptedUpdate): Sent {
    const now = this.#parts.clock.now();
    const [matches, faults] = this.#parts.watched(() => runUpdate(update, now, this.#parts));
    const sent = { queued: 0, waiting: 0, ...(faults.length > 0 && { faults: [...faults] }) };
    for (const match of matches.map((match) => ({ ...match, faults: new Set(faults) }))) {
      if (match.dueAt <= now && !this.#waiting.mergesInto(match.rule)) sent.queued += this.#queue(match, now);
      else sent.waiting += this.#hold(match, now);
    }
    this.#releaseLater();
    const withoutCallbackUrl = matches.length - sent.waiting;
    const isSilent = this.#parts.state.client.userNotificationCallbackUrl === null;
    return { ...sent, ...(isSilent && withoutCallbackUrl > 0 && { withoutCallbackUrl }) };
  }

  /** Sends the messages whose wait has ended. */
  release(): void {
    for (const match of this.#waiting.takeDue(this.#parts.clock.now())) this.#queue(match, match.dueAt);
    this.#releaseLater();
  }

  /** Releases waiting messages as time passes. */
  #releaseLater(): void {
    const { clock, onFailure } = this.#parts;
    const release = async () => this.release();
    if (this.#waiting.count > 0)
      clock.whenRunTo(this.#waiting.nextDue, () => void despiteAnyError(release, onFailure));
  }

  /** Lists the deliveries; with `settled`, once nothing is queued or under way. */
  async deliveries({ settled = false } = {}): Promise<Deliveries> {
    if (settled) await this.#outbox.settled();
    return { ...this.#outbox.list(), waiting: this.#waiting.count };
  }

  /** Forgets deliveries and waiting messages. */
  clear(): void {
    this.#waiting.clear();
    this.#outbox.clear();
  }

  /** Queues the posts of a match and returns their number: 0 without a callback URL. */
  #queue(match: RuleMatch, at: number): number {
    const url = this.#parts.state.client.userNotificationCallbackUrl;
    if (url === null) return 0;
    const space = MOST_MESSAGES - this.#waiting.count - this.#outbox.held;
    const posts = this.#watched(match, (hooks) => hooks.posts({ url, match }));
    for (const post of posts.slice(0, space)) this.#outbox.add(post, at);
    for (const post of posts.slice(space)) this.#outbox.drop(post, at);
    return Math.min(space, posts.length);
  }

  /** Keeps a match waiting, and returns how many messages wait. */
  #hold(match: RuleMatch, at: number): number {
    const hasSpace = this.#waiting.count + this.#outbox.held < MOST_MESSAGES;
    const url = this.#parts.state.client.userNotificationCallbackUrl;
    if (hasSpace) this.#waiting.add(match);
    else if (url !== null) this.#outbox.drop({ url, match }, at);
    return Number(hasSpace);
  }

  /** Adds the faults that changed something to the match. */
  #watched<Result>(match: RuleMatch, work: (hooks: FaultHooks) => Result): Result {
    const { hooks, watched } = this.#parts;
    const [result, faults] = watched(() => work(hooks));
    for (const id of faults) match.faults?.add(id);
    return result;
  }

  /** The message of a match: composed, encrypted, as JSON. */
  async #messageText(match: RuleMatch): Promise<string> {
    const { settings, state, dataDecryptionKey, cipher = defaultCipher } = this.#parts;
    this.#cipher ??= cipher(dataDecryptionKey);
    const composed = composeMessage(match, { settings, categories: state.categories });
    const plain = this.#watched(match, (hooks) => hooks.plainMessage(composed, match));
    const message = await encryptMessage(plain, await this.#cipher);
    return this.#watched(match, (hooks) =>
      hooks.messageText(writeJson(hooks.message(message, plain, match)), match),
    );
  }
}

/** The message of a match before encryption (Events). */
function composeMessage(match: RuleMatch, context: MessageContext): PlainMessage {
  const { id, triggerEvent, callbackHandle } = match.rule;
  const own: object = sandboxEvents[triggerEvent].message(match, context);
  // The type lacks values that only settings allow.
  return { notificationRuleId: id, triggerEvent, callbackHandle, ...own } as PlainMessage;
}

/**
 * Updates the users and returns the matches of all of them, a message each. No user is updated while the client is not
 * set up for batch updates, and none without isAutoUpdateEnabled. `now` is epoch milliseconds. Throws InputError, and
 * then nothing has changed.
 */
function runUpdate(
  update: AcceptedUpdate,
  now: number,
  { state, hooks, settings }: Pick<BatchUpdatesParts, 'state' | 'hooks' | 'settings'>,
): readonly RuleMatch[] {
  const { batchUpdates } = state.client;
  const updated = readUpdate(update, state, now).filter(({ user }) =>
    hooks.updates(batchUpdates && user.isAutoUpdateEnabled, user, state),
  );
  const matches = updated.flatMap((one) => matchRules(one, state, settings, hooks));
  for (const { changes } of updated) {
    for (const { account, newBalance = account.balance } of changes) account.balance = newBalance;
  }
  return hooks.matches(matches, state);
}
