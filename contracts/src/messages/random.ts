/** Made-up choices, the same everywhere for the same seed. */

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A whole number, both ends included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.#next() * (to - from + 1));
  }

  digits(length: number): string {
    return Array.from({ length }, () => this.whole(0, 9)).join('');
  }

  pick<T>(from: readonly T[]): T {
    return from[this.whole(0, from.length - 1)] as T;
  }

  /** From 0 to below 1: mulberry32, which is small and good enough for what is only made up. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
}
