/** Checks a world, beyond its schema, before the sandbox uses it. */

import type { Decimal } from '../../../contracts/src/base/json-value.ts';
import { InputError, only } from '../../base/errors.ts';
import { callbackUrl, RefusedUrl } from '../../http/callback-url.ts';
import { idKey, type Key } from '../exact-numbers.ts';
import type { Category, SandboxWorld } from '../state.ts';

/** Checks a world that fits its schema. Throws InputError with one line that says what is wrong. */
export function readWorld(world: SandboxWorld): SandboxWorld {
  const problem = contradiction(world) ?? callbackProblem(world.client ?? {});
  if (problem !== undefined) throw new InputError(`the world cannot be used: ${problem}`);
  return world;
}

/** Why the callback URL cannot be used, in one line. What a name resolves to is checked at delivery. */
export function callbackProblem({
  userNotificationCallbackUrl: url,
}: NonNullable<SandboxWorld['client']>): string | undefined {
  if (typeof url !== 'string') return undefined;
  try {
    callbackUrl(url);
    return undefined;
  } catch (error) {
    only(error, RefusedUrl);
    return `userNotificationCallbackUrl is refused: ${error.message}`;
  }
}

/** Finds ids that are used twice, and categories without their parent. */
function contradiction({ users, categories = [] }: SandboxWorld): string | undefined {
  const connections = users.flatMap(({ bankConnections = [] }) => bankConnections);
  const accounts = connections.flatMap(({ accounts }) => accounts);
  return (
    usedTwice('users', users) ??
    usedTwice('bankConnections', connections) ??
    usedTwice('accounts', accounts) ??
    usedTwice('categories', categories) ??
    parentProblem(categories)
  );
}

function usedTwice(list: string, rows: readonly { id: Decimal | string }[]): string | undefined {
  const seen = new Set<Key>();
  for (const { id } of rows) {
    const key = typeof id === 'string' ? id : idKey(id);
    if (seen.has(key))
      return `${typeof id === 'string' ? JSON.stringify(id) : id} is named twice among the ids of ${list}`;
    seen.add(key);
  }
  return undefined;
}

/** The parents of every category must lead to one without a parent. */
function parentProblem(categories: readonly Category[]): string | undefined {
  const byKey = new Map(categories.map((category) => [idKey(category.id), category]));
  for (const category of categories) {
    const climbed = new Set([category]);
    for (let at = category; at.parentId !== undefined; ) {
      const parent = byKey.get(idKey(at.parentId));
      if (parent === undefined) return `category ${at.id} lies under a category that is not there`;
      if (climbed.has(parent)) return `category ${category.id} lies under itself`;
      climbed.add(parent);
      at = parent;
    }
  }
  return undefined;
}
