/** Checks a world before it is put in place. */

import { callbackAddress, RefusedAddress } from '../../../contracts/src/base/callback-address.ts';
import type { JsonText } from '../../../contracts/src/base/exact-json.ts';
import { type Key, keyOf } from '../exact-numbers.ts';
import bodies from '../generated/control-bodies.js';
import { problemOf } from '../operations/read-request.ts';
import type { Category, World } from '../state.ts';

/** `message` is one line that says what is wrong and where. */
export class WorldError extends Error {}

/**
 * The checked world. Its ids, balances and thresholds are the exact ones of the text: LosslessNumbers where a float
 * cannot keep them, which the type does not know. Throws WorldError.
 */
export function readWorld(json: JsonText): World {
  // Asked for once: some texts are parsed for it.
  const exact = json.exact as World;
  const problem =
    problemOf(bodies.replaceWorld, json.value) ?? contradiction(exact) ?? refusedCallback(exact.client);
  if (problem !== undefined) throw new WorldError(`the world cannot be used: ${problem}`);
  return exact;
}

/** What no schema knows: ids that stand twice, and categories under nothing. */
function contradiction(world: World): string | undefined {
  const connections = world.users.flatMap(({ bankConnections }) => bankConnections);
  const accounts = connections.flatMap(({ accounts }) => accounts);
  return (
    twice('users', world.users) ??
    twice('bankConnections', connections) ??
    twice('accounts', accounts) ??
    twice('categories', world.categories) ??
    misplaced(world.categories)
  );
}

function twice(list: string, rows: readonly { id: number | string }[]): string | undefined {
  const seen = new Set<Key>();
  for (const { id } of rows) {
    const key = typeof id === 'string' ? id : keyOf(id);
    if (seen.has(key))
      return `${typeof id === 'string' ? JSON.stringify(id) : id} stands twice among the ids of ${list}`;
    seen.add(key);
  }
  return undefined;
}

/** Who climbs from a category to those above it comes to an end. */
function misplaced(categories: readonly Category[]): string | undefined {
  const byKey = new Map(categories.map((category) => [keyOf(category.id), category]));
  for (const category of categories) {
    const climbed = new Set([category]);
    for (let at = category; at.parentId !== undefined; ) {
      const above = byKey.get(keyOf(at.parentId));
      if (above === undefined) return `category ${at.id} lies under a category that is not there`;
      if (climbed.has(above)) return `category ${category.id} lies under itself`;
      climbed.add(above);
      at = above;
    }
  }
  return undefined;
}

/** Whether messages can go to the callback URL that a client is given: better refused at once than at every delivery. */

/** One line that says why the URL is refused. A name may still lead where nothing is sent; its delivery tells. */
export function refusedCallback({ userNotificationCallbackUrl: url }: World['client']): string | undefined {
  if (typeof url !== 'string') return undefined;
  try {
    callbackAddress(url);
    return undefined;
  } catch (error) {
    if (!(error instanceof RefusedAddress)) throw error;
    return `userNotificationCallbackUrl is refused: ${error.message}`;
  }
}
