/** A world of some tens of everything: more than a page, a pool or a column of an ordinary program holds. */
import type { World } from '../../src/runner/control.ts';
import { worlds } from './worlds.ts';

function numbered(count: number, from: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => from + at);
}

/** All accounts of the first user. A list of them is longer than 512 characters. */
export const accountIds = numbered(61, 900_000_101);
export const connectionIds = numbered(61, 800_000_011);
/** The only accounts of the other users, by their user. */
export const accountOfUser = new Map(numbered(29, 700_000_101).map((id) => [`bac-user-${id}`, id]));

function userOf(id: string, connections: readonly (readonly [id: number, accounts: readonly number[]])[]) {
  const bankConnections = connections.map(([connection, accounts]) => ({
    id: connection,
    name: `Verbindung ${connection}`,
    bankName: 'Example Bank',
    bankCountry: 'DE',
    accounts: accounts.map((account) => ({
      id: account,
      name: `Konto ${account}`,
      number: `0${account}`,
      iban: null,
      balance: 1000,
    })),
  }));
  return {
    id,
    password: `made-up-password-of-${id}`,
    email: `${id}@example.com`,
    phone: '+49 30 000000',
    isAutoUpdateEnabled: true,
    bankConnections,
  };
}

export const someTens: World = {
  ...worlds['one-account'],
  users: [
    userOf(
      'bac-anna',
      connectionIds.map((id, at) => [id, at === 0 ? accountIds : []]),
    ),
    ...Array.from(accountOfUser, ([user, account]) => userOf(user, [[account - 100, [account]]])),
  ],
};
