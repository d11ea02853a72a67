/** `fire --proof`: what the handler did with each message, by its own view. */
import { setTimeout } from 'node:timers/promises';
import { Aborted, InputError, only } from '../../../contracts/src/base/errors.ts';
import { count } from '../../../contracts/src/base/text.ts';
import { LATER } from '../../../contracts/src/messages/edge-cases.ts';
import type { ExactMessage } from '../../../contracts/src/messages/message.ts';
import type { Result } from '../exit-codes.ts';
import {
  differingWays,
  isSeen,
  NoView,
  newNothing,
  type Reading,
  readView,
  saidIn,
  type Unseen,
  unseen,
  type View,
} from './handler-view.ts';

/** What the view shows of a message after its first 2xx response, whether a further one changed it, or why it could not be read. */
export type Proof = Shown | { readonly isUnchanged: boolean } | { readonly failure: string };

interface Shown {
  readonly seen: number;
  readonly lookedFor: number;
  /** Too short, no value of its own, or in the view before the message. */
  readonly notLookedFor: number;
  readonly unseen: readonly Unseen[];
  /** What a new text of the view says in place of nothing, such as undefined. */
  readonly storedAs?: string;
}

/** Of the values that are not seen, how many are named. */
const MOST_UNSEEN = 4;
/** Between two readings, in milliseconds. */
const PAUSE = 50;

export class HandlerProof {
  readonly #view: View;
  /** How long the values of a message are waited for, and a change after a repeated one, in milliseconds. */
  readonly #waitMs: number;
  #last: Reading;
  /** The ways to what changes without a message. */
  readonly #volatile: readonly string[];
  /** The longest that a message took to be shown, in milliseconds. */
  #slowest = 0;
  readonly #shown = new WeakSet<ExactMessage>();
  readonly #values = { seen: 0, lookedFor: 0, notLookedFor: 0 };
  readonly #messages = { shown: 0, wrong: 0, unknown: 0 };
  #isRepeated = false;

  private constructor(view: View, waitMs: number, [first, second]: readonly [Reading, Reading]) {
    this.#view = { ...view, ignored: [...view.ignored, ...Object.keys(LATER)] };
    this.#waitMs = waitMs;
    this.#last = second;
    this.#volatile = differingWays(first, second);
  }

  /** Rejects with InputError where the view cannot be read. */
  static async open(view: View, waitMs: number): Promise<HandlerProof> {
    try {
      return new HandlerProof(view, waitMs, [await readView(view), await readView(view)]);
    } catch (error) {
      only(error, NoView);
      throw new InputError(`--proof: the view cannot be read: ${error.message}.`);
    }
  }

  /** Of a message that was sent: undefined without a 2xx response, which promises nothing. */
  async of(message: ExactMessage, isGood: boolean): Promise<Proof | undefined> {
    const isFirst = isGood && !this.#shown.has(message);
    const proof = await this.#read<Shown | { isUnchanged: boolean }>(() =>
      isFirst ? this.#shows(message) : this.#isUnchanged(),
    );
    if (!isGood) return undefined;
    this.#shown.add(message);
    if ('failure' in proof) this.#messages.unknown++;
    else if ('isUnchanged' in proof) this.#messages.wrong += proof.isUnchanged ? 0 : 1;
    else {
      for (const key of ['seen', 'lookedFor', 'notLookedFor'] as const) this.#values[key] += proof[key];
      const isWrong = proof.unseen.length > 0 || proof.storedAs !== undefined;
      this.#messages[isWrong ? 'wrong' : proof.seen > 0 ? 'shown' : 'unknown']++;
    }
    return proof;
  }

  /** Waits until what was sent for the first time is stored, and the view changes no more. */
  async beforeRepeats(): Promise<void> {
    this.#isRepeated = true;
    const deadline = Date.now() + this.#waitMs;
    for (;;) {
      const proof = await this.#read(() => this.#isUnchanged());
      if (!('isUnchanged' in proof) || proof.isUnchanged || Date.now() >= deadline) return;
    }
  }

  /** What all messages came to, in lines; after the last repeat, it waits for the full time. */
  async end(): Promise<string[]> {
    const late = this.#isRepeated ? await this.#read(() => this.#isUnchanged(this.#waitMs)) : {};
    const isLate = 'isUnchanged' in late && !late.isUnchanged;
    if (isLate) this.#messages.wrong++;
    if ('failure' in late) this.#messages.unknown++;
    const { seen, lookedFor, notLookedFor } = this.#values;
    return [
      `The view shows ${seen} of ${count(lookedFor, 'value')}. Not looked for: ${notLookedFor}, in it before, shorter than four characters, a time, true, false, or a word of the documentation.`,
      ...(isLate ? ['The view has changed after the last repeated message: counted twice.'] : []),
    ];
  }

  get result(): Result {
    const { shown, wrong, unknown } = this.#messages;
    return { judged: shown, wrong, unknown };
  }

  async #read<Result>(read: () => Promise<Result>): Promise<Result | { readonly failure: string }> {
    try {
      return await read();
    } catch (error) {
      only(error, NoView);
      return { failure: error.message };
    }
  }

  async #shows(message: ExactMessage): Promise<Shown> {
    const before = this.#last;
    const { said, others } = saidIn(message, this.#view.ignored);
    const due = said.filter((one) => !isSeen(one, before));
    const missing = () => due.filter((one) => !isSeen(one, this.#last));
    const start = Date.now();
    await this.#readUntil(this.#waitMs, () => missing().length === 0);
    const lost = missing();
    if (lost.length === 0) this.#slowest = Math.max(this.#slowest, Date.now() - start);
    const storedAs = newNothing(before, this.#last);
    return {
      seen: due.length - lost.length,
      lookedFor: due.length,
      notLookedFor: others + said.length - due.length,
      unseen: lost.map((one) => unseen(one, before, this.#last)),
      ...(storedAs !== undefined && { storedAs }),
    };
  }

  /** Whether the view stays as it was last read, twice as long as the slowest message took to be shown, or for `waitMs`. */
  async #isUnchanged(waitMs = Math.min(2 * this.#slowest, this.#waitMs)) {
    const before = this.#last;
    const isUnchanged = () => differingWays(before, this.#last).every((way) => this.#volatile.includes(way));
    await this.#readUntil(waitMs, () => !isUnchanged());
    return { isUnchanged: isUnchanged() };
  }

  async #readUntil(waitMs: number, isEnough: () => boolean): Promise<void> {
    const { interruption: signal } = this.#view;
    const deadline = Date.now() + waitMs;
    for (;;) {
      this.#last = await readView(this.#view);
      if (isEnough() || signal.aborted || Date.now() >= deadline) return;
      await setTimeout(PAUSE, undefined, { signal }).catch((error) => only(error, Aborted));
    }
  }
}

/** What one line says of it. */
export function proofText(proof: Proof): string {
  if ('failure' in proof) return `the view cannot be read: ${proof.failure}`;
  if ('isUnchanged' in proof)
    return proof.isUnchanged ? 'the view is unchanged' : 'the view has changed: counted twice';
  const { seen, lookedFor, notLookedFor, unseen, storedAs } = proof;
  if (lookedFor === 0)
    return 'nothing to look for; where an earlier run left its values, pass another --seed';
  const texts = unseen.map(({ field, value, seenAs }) =>
    seenAs === undefined ? `${field} not seen` : `${field} ${value} seen as ${seenAs}`,
  );
  // That nothing is seen says it all.
  const named = seen > 0 || unseen.some(({ seenAs }) => seenAs !== undefined) ? [...new Set(texts)] : [];
  const others = named.length - MOST_UNSEEN;
  return [
    `${seen} of ${count(lookedFor, 'value')} seen`,
    ...named.slice(0, MOST_UNSEEN),
    ...(others > 0 ? [`and ${others} more`] : []),
    ...(storedAs === undefined ? [] : [`"${storedAs}" in place of nothing`]),
    ...(notLookedFor > 0 ? [`${notLookedFor} not looked for`] : []),
  ].join('; ');
}
