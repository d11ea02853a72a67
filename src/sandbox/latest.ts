/** The latest entries by key: the oldest are dropped, and counted. */

/** The most characters of all entries together, as JSON; the newest one stays, however long it is. */
const MOST_CHARACTERS = 1 << 25;

export class Latest<Key extends string | number, Value extends object> {
  /** As JSON texts: what is kept neither changes nor holds on to anything else. */
  readonly #texts = new Map<Key, string>();
  readonly #most: number;
  #characters = 0;
  #dropped = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get dropped(): number {
    return this.#dropped;
  }

  get(key: Key): Value | undefined {
    const text = this.#texts.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  }

  /** A key is added once. */
  add(key: Key, value: Value): void {
    const added = JSON.stringify(value);
    this.#texts.set(key, added);
    this.#characters += added.length;
    for (const [oldest, text] of this.#texts) {
      const isTooMuch = this.#texts.size > this.#most || this.#characters > MOST_CHARACTERS;
      if (!isTooMuch || oldest === key) return;
      this.#texts.delete(oldest);
      this.#characters -= text.length;
      this.#dropped++;
    }
  }

  /** Oldest first. */
  values(): Value[] {
    return Array.from(this.#texts.values(), (text) => JSON.parse(text));
  }

  clear(): void {
    this.#texts.clear();
    this.#characters = 0;
    this.#dropped = 0;
  }
}
