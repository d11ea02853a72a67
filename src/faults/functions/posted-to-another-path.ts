/** A message is posted to the host of the callback URL, but not to its path. */
import type { FaultySeams } from '../fault.ts';

export function postedToAnotherPath(): FaultySeams {
  return { posts: (post) => [{ ...post, url: new URL('/notifications-of-the-service', post.url).href }] };
}
