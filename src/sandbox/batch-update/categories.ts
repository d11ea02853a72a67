/** How categories lie under each other. */
import { type Key, keyOf } from '../id-key.ts';
import type { State } from '../state.ts';

/** The category at the top above this one, itself where it is no sub-category; the world has no loops. */
export function topOf(category: Key, categories: State['categories']): Key {
  const parentId = categories.get(category)?.parentId;
  return parentId === undefined ? category : topOf(keyOf(parentId), categories);
}
