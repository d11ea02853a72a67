/** Checks a world before it is put in place. */
import type { JsonText } from '../../../contracts/src/contract/exact-json.ts';
import bodies from '../generated/control-bodies.js';
import { problemOf } from '../problem.ts';
import type { World } from '../world.ts';

/** `message` is one line that says what is wrong and where. */
export class WorldError extends Error {}

/**
 * The checked world. Its balances are the exact ones of the text: LosslessNumbers where a float cannot keep them, which
 * the type does not know. Throws WorldError.
 */
export function readWorld(json: JsonText): World {
  const world = json.value as World;
  const problem = problemOf(bodies.replaceWorld, world) ?? contradiction(world);
  if (problem !== undefined) throw new WorldError(`the world cannot be used: ${problem}`);
  return {
    ...world,
    users: world.users.map((user, at) => ({
      ...user,
      ...(user.rules && { rules: (json.exact as World).users[at]?.rules ?? [] }),
      bankConnections: user.bankConnections.map((connection, c) => ({
        ...connection,
        accounts: connection.accounts.map((account, a) => ({
          ...account,
          balance: exactBalance(json.exact as World, at, c, a),
        })),
      })),
    })),
  };
}

function exactBalance(exact: World, user: number, connection: number, account: number): number {
  return exact.users[user]?.bankConnections[connection]?.accounts[account]?.balance ?? Number.NaN;
}

/** What no schema knows: ids that stand twice, and categories under nothing. */
function contradiction(world: World): string | undefined {
  const connections = world.users.flatMap(({ bankConnections }) => bankConnections);
  const accounts = connections.flatMap(({ accounts }) => accounts);
  const categories = new Set(world.categories.map(({ id }) => id));
  const orphan = world.categories.find(({ parentId }) => parentId !== undefined && !categories.has(parentId));
  return (
    twice('users', world.users) ??
    twice('bankConnections', connections) ??
    twice('accounts', accounts) ??
    twice('categories', world.categories) ??
    (orphan && `category ${orphan.id} lies under a category that is not there`)
  );
}

function twice(list: string, rows: readonly { id: number | string }[]): string | undefined {
  const seen = new Set<number | string>();
  for (const { id } of rows) {
    if (seen.has(id)) return `${JSON.stringify(id)} stands twice among the ids of ${list}`;
    seen.add(id);
  }
  return undefined;
}
