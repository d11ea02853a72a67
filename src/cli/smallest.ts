/** Keeps counts in bounded memory: those of the smallest keys, which are exact, since such a key is never forgotten. */

type Key = string | number;

/** The counts of the smallest keys, so many at most, in their order. */
export function smallest<K extends Key, V>(counts: ReadonlyMap<K, V>, most: number): readonly [K, V][] {
  return sortedKeys(counts)
    .slice(0, most)
    .map((key) => [key, counts.get(key) as V]);
}

/** Forgets the other keys, as soon as there are twice as many. */
export function forgetOthers<K extends Key>(counts: Map<K, unknown>, most: number): void {
  if (counts.size < most * 2) return;
  for (const key of sortedKeys(counts).slice(most)) counts.delete(key);
}

function sortedKeys<K extends Key>(counts: ReadonlyMap<K, unknown>): K[] {
  return [...counts.keys()].sort((a, b) => (a < b ? -1 : 1));
}
