/**
 * Counts by key in bounded memory, so that the counts of parts add up to those of the whole: the smallest keys are kept, and
 * the others forgotten. Which keys are kept depends on the keys alone, and a kept key was never forgotten before: so every
 * count is exact, and merging is associative.
 */

/** Counts by name. */
export class NameCounts {
  readonly #most: number;
  readonly #counts = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  add(name: string, amount = 1): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + amount);
    if (this.#counts.size > this.#most * 2) this.#forget();
  }

  /** In the order of their names. */
  all(): Record<string, number> {
    return Object.fromEntries(this.#forget());
  }

  #forget(): [string, number][] {
    const sorted = [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [name] of sorted.slice(this.#most)) this.#counts.delete(name);
    return sorted.slice(0, this.#most);
  }
}

/** Key and count, key and count, in the order of the keys. */
export type HashedCounts = ArrayLike<number>;

/** Counts by hash, a whole number of 53 bits: of many hashes a fair sample is kept. Open addressing takes 16 bytes a slot. */
export class HashCounts {
  readonly #most: number;
  /** 0 where the slot is free, else the hash and 1. */
  #keys = new Float64Array(1024);
  #counts = new Float64Array(1024);
  #size = 0;
  #last = Number.POSITIVE_INFINITY;

  constructor(most: number) {
    this.#most = most;
  }

  add(hash: number, amount = 1): void {
    if (hash > this.#last) return;
    const slot = this.#slotOf(hash + 1);
    this.#counts[slot] = (this.#counts[slot] as number) + amount;
    if (this.#keys[slot] !== 0) return;
    this.#keys[slot] = hash + 1;
    if (++this.#size > this.#most * 1.25) this.#forget();
    else if (this.#size > this.#keys.length * 0.75) this.#resize(this.#keys.length * 2);
  }

  addAll(counts: HashedCounts): void {
    for (let at = 0; at + 1 < counts.length; at += 2) this.add(counts[at] as number, counts[at + 1]);
  }

  all(): Float64Array {
    this.#forget();
    const keys = this.#sorted();
    const all = new Float64Array(keys.length * 2);
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] as number;
      all[at * 2] = key - 1;
      all[at * 2 + 1] = this.#counts[this.#slotOf(key)] as number;
    }
    return all;
  }

  #slotOf(key: number): number {
    const mask = this.#keys.length - 1;
    let slot = (key >>> 0) & mask;
    while (this.#keys[slot] !== 0 && this.#keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  /** Filled by a loop: `filter` and iterators make an object of each number. */
  #sorted(): Float64Array {
    const sorted = new Float64Array(this.#size);
    let size = 0;
    for (let slot = 0; slot < this.#keys.length; slot++)
      if (this.#keys[slot] !== 0) sorted[size++] = this.#keys[slot] as number;
    return sorted.sort();
  }

  #forget(): void {
    if (this.#size <= this.#most) return;
    this.#last = (this.#sorted()[this.#most - 1] as number) - 1;
    this.#resize(this.#keys.length);
  }

  #resize(length: number): void {
    const [keys, counts] = [this.#keys, this.#counts];
    this.#keys = new Float64Array(length);
    this.#counts = new Float64Array(length);
    this.#size = 0;
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] as number;
      if (key === 0 || key - 1 > this.#last) continue;
      const slot = this.#slotOf(key);
      this.#keys[slot] = key;
      this.#counts[slot] = counts[at] as number;
      this.#size++;
    }
  }
}
