/** A map of the latest entries: the oldest are dropped and counted. */

/** The most characters of all entries together; the newest one stays, however long it is. */
const MOST_CHARACTERS = 1 << 25;

export class Latest<Key, Value> extends Map<Key, Value> {
  readonly #most: number;
  readonly #lengthOf: (value: Value) => number;
  #characters = 0;
  #dropped = 0;

  /** `lengthOf` counts the characters of an entry whose text may be long: it is set once. */
  constructor(most: number, lengthOf: (value: Value) => number = () => 0) {
    super();
    this.#most = most;
    this.#lengthOf = lengthOf;
  }

  get dropped(): number {
    return this.#dropped;
  }

  override set(key: Key, value: Value): this {
    super.set(key, value);
    this.#characters += this.#lengthOf(value);
    for (const [oldest, old] of this) {
      const isTooMuch = this.size > this.#most || this.#characters > MOST_CHARACTERS;
      if (!isTooMuch || oldest === key) break;
      this.delete(oldest);
      this.#characters -= this.#lengthOf(old);
      this.#dropped++;
    }
    return this;
  }

  override clear(): void {
    super.clear();
    this.#characters = 0;
    this.#dropped = 0;
  }
}
