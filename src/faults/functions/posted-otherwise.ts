/** A message is posted in another way: by another method, with other headers, later. */
import type { PostedAs } from '../../sandbox/delivery/poster.ts';
import type { FaultySeams } from '../fault.ts';

/** `as` is asked for every message. */
export function postedOtherwise(as: () => PostedAs): FaultySeams {
  return { posts: (post) => [{ ...post, as: as() }] };
}
