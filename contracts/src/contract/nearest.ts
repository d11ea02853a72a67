/** The name that somebody may have meant. */

/** undefined where no name is near: more than a third of its letters would have to change. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const near = names
    .map((other) => ({ other, edits: edits(name.toLowerCase(), other.toLowerCase()) }))
    .filter(({ other, edits }) => edits <= other.length / 3)
    .sort((a, b) => a.edits - b.edits);
  return near[0]?.other;
}

/** How many letters are added, taken away or exchanged. */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1];
    for (let to_ = 0; to_ < to.length; to_++) {
      const kept = (row[to_] ?? 0) + (letter === to[to_] ? 0 : 1);
      next.push(Math.min(kept, (row[to_ + 1] ?? 0) + 1, (next[to_] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
