/** The batch updates of a sandbox: runs them, holds back what waits for categorization, and delivers their messages. */

import { writeJson } from '../../../contracts/src/base/exact-json.ts';
import { type Cipher, type CipherMaker, defaultCipher } from '../../../contracts/src/messages/cipher.ts';
import type { PlainMessage } from '../../../contracts/src/messages/message.ts';
import { encryptMessage } from '../../../contracts/src/messages/message-encryption.ts';
import type { Clock } from '../clock.ts';
import type { FaultHooks } from '../fault-hooks.ts';
import type { SandboxSettings } from '../sandbox-settings.ts';
import type { State } from '../state.ts';
import { matchRules } from './match-rules.ts';
import { type Deliver, type Delivery, Outbox, poster } from './outbox.ts';
import { readUpdate } from './read-update.ts';
import { type Basis, triggerEvents } from './trigger-events.ts';
import type { BatchUpdate, RuleMatch } from './user-update.ts';
import { Room, WaitingMessages } from './waiting-messages.ts';

export interface BatchUpdatesParts {
  readonly state: State;
  readonly settings: SandboxSettings;
  readonly clock: Clock;
  readonly hooks: FaultHooks;
  readonly dataDecryptionKey: string;
  /** The published one unless given. */
  readonly cipher?: CipherMaker | undefined;
  /** Over HTTP unless given. */
  readonly deliver?: Deliver | undefined;
}

/** How many messages of an update are on their way, and how many wait for categorization. */
export interface Sent {
  readonly queued: number;
  readonly waiting: number;
}

export interface Deliveries {
  /** Whether none is queued or under way. */
  readonly settled: boolean;
  /** Messages that wait for categorization. */
  readonly waiting: number;
  /** The latest ones, oldest first. */
  readonly deliveries: readonly Delivery[];
  /** How many older ones are told of no more. */
  readonly dropped: number;
}

export class BatchUpdates {
  readonly #parts: BatchUpdatesParts;
  readonly #room = new Room();
  readonly #waiting: WaitingMessages;
  readonly #outbox: Outbox;

  constructor(parts: BatchUpdatesParts) {
    const { settings, state, hooks, cipher = defaultCipher, dataDecryptionKey } = parts;
    this.#parts = parts;
    this.#waiting = new WaitingMessages(settings, this.#room);
    this.#outbox = new Outbox({
      room: this.#room,
      write: messageWriter(
        () => cipher(dataDecryptionKey),
        () => ({ settings, categories: state.categories }),
        hooks,
      ),
      deliver: parts.deliver ?? poster(),
      timeLimit: settings.deliveryTimeLimit,
    });
  }

  /** Throws UpdateError, and then nothing has changed. */
  run(update: BatchUpdate): Sent {
    const { state, clock, hooks, settings } = this.#parts;
    this.release();
    const now = clock.now();
    const sent = { queued: 0, waiting: 0 };
    for (const match of runUpdate(update, state, now, hooks, settings)) {
      if (match.dueAt <= now && !this.#waiting.takesIn(match.rule)) sent.queued += this.#queue(match, now);
      else sent.waiting += this.#hold(match, now);
    }
    return sent;
  }

  /** Sends what has waited long enough; the clock may have moved. */
  release(): void {
    for (const match of this.#waiting.takeDue(this.#parts.clock.now())) this.#queue(match, match.dueAt);
  }

  /** With `settled`, once nothing is queued or under way. */
  async deliveries({ settled = false } = {}): Promise<Deliveries> {
    this.release();
    if (settled) await this.#outbox.settled();
    return { ...this.#outbox.list(), waiting: this.#waiting.count };
  }

  /** Forgets deliveries and waiting messages, as another world asks for. */
  clear(): void {
    this.#waiting.clear();
    this.#outbox.clear();
    this.#room.clear();
  }

  /** How many messages go out: none while no callback URL is configured. */
  #queue(match: RuleMatch, at: number): number {
    const url = this.#parts.state.client.userNotificationCallbackUrl;
    if (url === null) return 0;
    return this.#parts.hooks.posts({ url, match }).filter((post) => this.#outbox.add(post, at)).length;
  }

  #hold(match: RuleMatch, at: number): number {
    if (this.#waiting.add(match)) return 1;
    const url = this.#parts.state.client.userNotificationCallbackUrl;
    if (url !== null) this.#outbox.drop({ url, match }, at);
    return 0;
  }
}

/** Carries out a batch update: the users it updates, their new state, and the rules that it matches. */

/**
 * The matches of all users, a message each. Nobody is updated while the client is not set up for batch updates, nor a
 * user without isAutoUpdateEnabled. `now` is epoch milliseconds. Throws UpdateError, and then nothing has changed.
 */
export function runUpdate(
  update: BatchUpdate,
  state: State,
  now: number,
  hooks: FaultHooks,
  settings: SandboxSettings,
): readonly RuleMatch[] {
  const read = readUpdate(update, state, now);
  const { batchUpdates } = state.client;
  const updated = read.filter(({ user }) =>
    hooks.updates(batchUpdates && user.isAutoUpdateEnabled, user, state),
  );
  const matches = updated.flatMap((one) => matchRules(one, { state, settings, hooks }));
  for (const { changes } of updated) {
    for (const { account, newBalance = account.balance } of changes) account.balance = newBalance;
  }
  return hooks.matches(matches, state);
}

/** Writes the text of a message: composed, encrypted, as JSON. */

/** `cipher` makes the cipher of the data decryption key; asked when the first message is written. */
export function messageWriter(
  cipher: () => ReturnType<CipherMaker>,
  basis: () => Basis,
  hooks: FaultHooks,
): (match: RuleMatch) => Promise<string> {
  let made: Promise<Cipher> | undefined;
  return async (match) => {
    made ??= cipher();
    const plain = hooks.plainMessage(composeMessage(match, basis()), match);
    const message = await encryptMessage(plain, await made);
    return hooks.messageText(writeJson(hooks.message(message, plain, match)), match);
  };
}

/** Composes the message of a rule match, before encryption, as the table of Events says. */

export function composeMessage(match: RuleMatch, basis: Basis): PlainMessage {
  const { id, triggerEvent, callbackHandle } = match.rule;
  const own = triggerEvents[triggerEvent].message(match, basis);
  return { notificationRuleId: id, triggerEvent, callbackHandle, ...own } as PlainMessage;
}
