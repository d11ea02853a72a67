/** Counts by key in bounded memory, so that the counts of two halves add up to those of the whole. */

export type CountedKeys<Key> = readonly (readonly [key: Key, count: number])[];

/**
 * Keeps the smallest keys and forgets the others. Which keys are kept depends on the keys alone, and a kept key was never
 * forgotten before: so every count is exact, and merging is associative. Keys that are hashes are a fair sample.
 */
export class BoundedCounts<Key extends string | number> {
  readonly #most: number;
  readonly #counts = new Map<Key, number>();
  /** Keys after this one are not kept. */
  #last: Key | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  add(key: Key, amount = 1): void {
    if (this.#last !== undefined && key > this.#last) return;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + amount);
    if (this.#counts.size > this.#most * 1.25) this.#forget();
  }

  addAll(counts: CountedKeys<Key>): void {
    for (const [key, count] of counts) this.add(key, count);
  }

  /** In the order of their keys. */
  all(): CountedKeys<Key> {
    this.#forget();
    return [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  #forget(): void {
    if (this.#counts.size <= this.#most) return;
    const keys = [...this.#counts.keys()].sort((a, b) => (a < b ? -1 : 1));
    this.#last = keys[this.#most - 1];
    for (const key of keys.slice(this.#most)) this.#counts.delete(key);
  }
}
