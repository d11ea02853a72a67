/** `fire --proof`: what the handler did with each message, by its own view. */
import { InputError, only } from '../../../contracts/src/base/errors.ts';
import { readJson, writeJson } from '../../../contracts/src/base/exact-json.ts';
import { count } from '../../../contracts/src/base/text.ts';
import { judgePlainMessage } from '../../../contracts/src/judge/judge-message.ts';
import { defaultSettings, type Settings } from '../../../contracts/src/judge/settings.ts';
import type { ExactMessage } from '../../../contracts/src/messages/message.ts';
import type { Result } from '../exit-codes.ts';
import { HandlerView, NoView, type Shown, type ViewOptions } from './handler-view.ts';

/** After the first 2xx response to a message, after a further one, or where the view could not be read. */
export type Proof = Shown | { readonly isUnchanged: boolean } | { readonly failure: string };

/** Of the values that are not seen, how many are named. */
const MOST_UNSEEN = 4;

export class HandlerProof {
  readonly #view: HandlerView;
  readonly #waitMs: number;
  readonly #settings: Settings;
  readonly #shown = new WeakSet<ExactMessage>();
  readonly #values = { seen: 0, lookedFor: 0, notLookedFor: 0 };
  readonly #messages = { shown: 0, wrong: 0, unknown: 0 };
  #isRepeated = false;

  private constructor(view: HandlerView, waitMs: number, settings: Settings = defaultSettings) {
    this.#view = view;
    this.#waitMs = waitMs;
    this.#settings = settings;
  }

  /** Rejects with InputError where the view cannot be read. */
  static async open(options: ViewOptions, settings: Settings = defaultSettings): Promise<HandlerProof> {
    try {
      return new HandlerProof(await HandlerView.open(options), options.waitMs, settings);
    } catch (error) {
      only(error, NoView);
      throw new InputError(`--proof: the view cannot be read: ${error.message}.`);
    }
  }

  /** Of a message that was sent: undefined without a 2xx response, which promises nothing. */
  async of(message: ExactMessage, isGood: boolean): Promise<Proof | undefined> {
    const proof = await this.#proof(message, isGood);
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

  async #proof(message: ExactMessage, isGood: boolean): Promise<Proof> {
    try {
      if (!isGood || this.#shown.has(message)) return { isUnchanged: await this.#view.isUnchanged() };
      const { undocumented } = judgePlainMessage(readJson(writeJson(message)), { settings: this.#settings });
      return await this.#view.shows(message, undocumented);
    } catch (error) {
      only(error, NoView);
      return { failure: error.message };
    }
  }

  /** Waits until what was sent for the first time is stored. */
  async beforeRepeats(): Promise<void> {
    this.#isRepeated = true;
    await this.#view.settle().catch((error) => only(error, NoView));
  }

  /** What all messages came to, in lines; after the last repeat, it waits for the full time. */
  async end(): Promise<string[]> {
    const isLate = this.#isRepeated && (await this.#isChangedLate());
    if (isLate) this.#messages.wrong++;
    const { seen, lookedFor, notLookedFor } = this.#values;
    return [
      `The view shows ${seen} of ${count(lookedFor, 'value')}. Not looked for: ${notLookedFor}, in it before, shorter than four characters, a time, true, false, or a word of the documentation.`,
      ...(isLate ? ['The view has changed after the last repeated message: counted twice.'] : []),
    ];
  }

  async #isChangedLate(): Promise<boolean> {
    try {
      return !(await this.#view.isUnchanged(this.#waitMs));
    } catch (error) {
      only(error, NoView);
      this.#messages.unknown++;
      return false;
    }
  }

  get result(): Result {
    const { shown, wrong, unknown } = this.#messages;
    return { judged: shown, wrong, unknown };
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
