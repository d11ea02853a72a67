/** `fire --proof`: what the handler did with each message, by its own view. */
import { setTimeout } from 'node:timers/promises';
import { count } from '../../../contracts/src/base/text.ts';
import { LATER } from '../../../contracts/src/messages/edge-cases.ts';
import type { ExactMessage } from '../../../contracts/src/messages/message.ts';
import { Aborted, InputError, only } from '../../base/errors.ts';
import type { Result } from '../exit-codes.ts';
import {
  differingPlaces,
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

/** What the view shows of a message after its first 2xx, whether a repeat changed the view, or why it cannot be read. */
export type Proof = Shown | { readonly isUnchanged: boolean } | { readonly failure: string };

interface Shown {
  readonly seen: number;
  readonly lookedFor: number;
  /** How many values are too short, not unique, or in the view before the message. */
  readonly notLookedFor: number;
  readonly unseen: readonly Unseen[];
  /** What a new text of the view says in place of nothing, such as undefined. */
  readonly storedAs?: string;
}

/** How many of the values that are not seen are listed. */
const MOST_UNSEEN = 4;
/** The time between two readings, in milliseconds. */
const PAUSE = 50;

export class HandlerProof {
  readonly #view: View;
  /** How long the values of a message are waited for, and a change after a repeated one, in milliseconds. */
  readonly #waitMs: number;
  #last: Reading;
  /** The places of what changes without a message. */
  #volatile: readonly string[] = [];
  /** How long after its response the latest message was not shown, in milliseconds. */
  #latency = 0;
  readonly #shown = new WeakSet<ExactMessage>();
  /** Whether any value of a field was ever seen. */
  readonly #fields = new Map<string, boolean>();
  readonly #values = { seen: 0, lookedFor: 0, notLookedFor: 0 };
  /** `old` are those of which the view showed every value before. */
  readonly #messages = { shown: 0, wrong: 0, unknown: 0, old: 0 };
  #isRepeated = false;

  private constructor(view: View, waitMs: number, first: Reading) {
    this.#view = { ...view, ignored: [...view.ignored, ...Object.keys(LATER)] };
    this.#waitMs = waitMs;
    this.#last = first;
  }

  /** Rejects with InputError where the view cannot be read. */
  static async open(view: View, waitMs: number): Promise<HandlerProof> {
    try {
      return new HandlerProof(view, waitMs, await readView(view));
    } catch (error) {
      only(error, NoView);
      throw new InputError(`--proof: the view cannot be read: ${error.message}.`);
    }
  }

  /** The proof for a message that was sent; undefined without a 2xx response, which promises nothing. */
  async of(message: ExactMessage, isGood: boolean): Promise<Proof | undefined> {
    const isFirst = isGood && !this.#shown.has(message);
    const proof = await this.#read<Proof>(() =>
      isFirst ? this.#shows(message) : this.#isUnchanged(2 * this.#latency),
    );
    if (!isGood) return undefined;
    this.#shown.add(message);
    if ('failure' in proof) this.#messages.unknown++;
    else if ('isUnchanged' in proof && !proof.isUnchanged) this.#messages.wrong++;
    return proof;
  }

  /** Waits until what was sent for the first time is stored. What changes even then does so without a message. */
  async beforeRepeats(): Promise<void> {
    this.#isRepeated = true;
    const deadline = Date.now() + this.#waitMs;
    do {
      const before = this.#last;
      const read = await this.#read(() => this.#isUnchanged(2 * this.#latency));
      this.#volatile = 'failure' in read ? [] : differingPlaces(before, this.#last);
    } while (this.#volatile.length > 0 && Date.now() < deadline);
  }

  /** What all messages came to, in lines; after the last repeat, it waits for the full time. */
  async end(): Promise<string[]> {
    const late = this.#isRepeated ? await this.#read(() => this.#isUnchanged(this.#waitMs)) : {};
    const isLate = 'isUnchanged' in late && !late.isUnchanged;
    if (isLate) this.#messages.wrong++;
    if ('failure' in late) this.#messages.unknown++;
    const { seen, lookedFor, notLookedFor } = this.#values;
    const { old } = this.#messages;
    const never = [...this.#fields].flatMap(([field, isEverSeen]) => (isEverSeen ? [] : field));
    const lines = [
      `The view shows ${seen} of ${count(lookedFor, 'value')}. ${notLookedFor} more were not looked for: times, true and false, words of the documentation, what has less than four characters, or was in the view before.`,
    ];
    if (seen > 0 && never.length > 0)
      lines.push(
        `Never seen: ${never.join(', ')}. --proof-ignore takes a file with the names of those that the handler drops on purpose.`,
      );
    if (old > 0) lines.push(`The view showed all of ${count(old, 'message')} before: pass another --seed.`);
    if (isLate) lines.push('The view has changed after the last repeated message: counted twice.');
    return lines;
  }

  get result(): Result {
    const { shown, wrong, unknown, old } = this.#messages;
    return { judged: shown, wrong, unknown: unknown + old };
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
    let lost = due;
    const waited = await this.#readUntil(this.#waitMs, () => {
      lost = due.filter((one) => !isSeen(one, this.#last));
      // A field that was waited for in vain is not waited for again, once the message is there.
      return lost.every(({ field }) => lost.length < due.length && this.#fields.get(field) === false);
    });
    if (lost.length === 0) this.#latency = waited;
    for (const one of due)
      this.#fields.set(one.field, !lost.includes(one) || this.#fields.get(one.field) === true);
    const storedAs = newNothing(before, this.#last);
    const proof = {
      seen: due.length - lost.length,
      lookedFor: due.length,
      notLookedFor: others + said.length - due.length,
      unseen: lost.map((one) => unseen(one, said, before, this.#last)),
      ...(storedAs !== undefined && { storedAs }),
    };
    for (const key of ['seen', 'lookedFor', 'notLookedFor'] as const) this.#values[key] += proof[key];
    if (lost.length > 0 || storedAs !== undefined) this.#messages.wrong++;
    else if (due.length > 0) this.#messages.shown++;
    else if (said.length > 0) this.#messages.old++;
    return proof;
  }

  /** Whether the view stays as it was last read for so long, or for the longest wait. */
  async #isUnchanged(waitMs: number) {
    const before = this.#last;
    const changed = () =>
      differingPlaces(before, this.#last).filter((place) => !this.#volatile.includes(place));
    await this.#readUntil(Math.min(waitMs, this.#waitMs), () => changed().length > 0);
    return { isUnchanged: changed().length === 0 };
  }

  /** Resolves with the milliseconds before the last reading. */
  async #readUntil(waitMs: number, isEnough: () => boolean): Promise<number> {
    const { interruption: signal } = this.#view;
    const start = Date.now();
    for (let waited = 0; ; waited = Date.now() - start) {
      this.#last = await readView(this.#view, this.#last);
      if (isEnough() || signal.aborted || waited >= waitMs) return waited;
      await setTimeout(PAUSE, undefined, { signal }).catch((error) => only(error, Aborted));
    }
  }
}

/** The proof in one line. */
export function proofText(proof: Proof): string {
  if ('failure' in proof) return `the view cannot be read: ${proof.failure}`;
  if ('isUnchanged' in proof)
    return proof.isUnchanged ? 'the view is unchanged' : 'the view has changed: counted twice';
  const { seen, lookedFor, notLookedFor, unseen, storedAs } = proof;
  const texts = unseen.map(({ field, value, seenAs }) =>
    seenAs === undefined ? `${field} not seen` : `${field} ${value} seen as ${seenAs}`,
  );
  const named = [...new Set(texts)];
  const others = named.length - MOST_UNSEEN;
  return [
    lookedFor > 0 ? `${seen} of ${count(lookedFor, 'value')} seen` : 'nothing to look for',
    // If none of many values is seen, none is listed.
    ...(seen > 0 || others <= 0 ? named.slice(0, MOST_UNSEEN) : []),
    ...(seen > 0 && others > 0 ? [`and ${others} more`] : []),
    ...(storedAs === undefined ? [] : [`"${storedAs}" in place of nothing`]),
    ...(notLookedFor > 0 ? [`${notLookedFor} not looked for`] : []),
  ].join('; ');
}
