/** Tells whether a fault took hold: whether one of its seams ever gave back another thing than it was given. */
import type { FaultySeams } from '../fault.ts';

export interface Touched {
  readonly seams: FaultySeams;
  /** Whether anything was changed so far. */
  isTouched(): boolean;
}

export function touched(faulty: FaultySeams): Touched {
  let isTouched = false;
  // Each seam gives back what its first or, for a decision, its second argument may become.
  const watched = Object.entries(faulty).map(([name, seam]) => [
    name,
    (...given: unknown[]) => {
      const before = name === 'decide' ? given[1] : given[0];
      const after = (seam as (...all: unknown[]) => unknown)(...given);
      isTouched ||= name === 'posts' ? !isThatPost(after, before) : after !== before;
      return after;
    },
  ]);
  return { seams: Object.fromEntries(watched), isTouched: () => isTouched };
}

function isThatPost(posts: unknown, post: unknown): boolean {
  return Array.isArray(posts) && posts.length === 1 && posts[0] === post;
}
