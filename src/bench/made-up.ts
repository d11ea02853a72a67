/** Made-up values for the bench, the same everywhere for the same seed. */

/** From 0 to below 1. */
export type Random = () => number;

/** mulberry32: small, and the same everywhere. */
export function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function ids(random: Random): string {
  return `${number(random, 1e4)},${number(random, 1e4)}`;
}

export function ibanOf(random: Random): string {
  return `DE${String(number(random, 1e10)).padStart(20, '0')}`;
}

export function amount(random: Random): number {
  return number(random, 1e6) / 100;
}

export function number(random: Random, below: number): number {
  return Math.floor(random() * below);
}

export function hex(random: Random, length: number): string {
  return Array.from({ length }, () => number(random, 16).toString(16)).join('');
}

export function text(random: Random, length: number): string {
  return Array.from({ length }, () => number(random, 36).toString(36)).join('');
}

export function pick<T>(random: Random, from: readonly T[]): T {
  return from[number(random, from.length)] as T;
}
