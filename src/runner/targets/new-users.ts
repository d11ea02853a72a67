/** Users whom a run makes, and the world in which a control plane gives them the bank data of the test data. */
import { LosslessNumber } from 'lossless-json';
import type { TestData } from '../../../contracts/generated/test-data.ts';
import { EXAMPLE_VALUES, fill } from '../call.ts';
import type { World } from '../control.ts';
import { newUser } from '../test-data.ts';

export type NewUser = ReturnType<typeof newUser>;

/** All fields of a user; `fresh` is a name that is not in use. */
export function newUserNamed(fresh: string, testData: TestData): NewUser {
  return fill(newUser(), { ...EXAMPLE_VALUES, fresh, testData }) as NewUser;
}

export type OwnIds = Pick<TestData, 'accounts' | 'bankConnections'>;

/** The ids of the user with this index in a world: those of the test data for the first one, as far apart for the others. */
export function idsOf({ accounts, bankConnections }: OwnIds, at: number): OwnIds {
  const further = (ids: readonly string[]) => {
    const largest = ids.map(BigInt).reduce((a, b) => (a > b ? a : b), 0n);
    return ids.map((id) => String(BigInt(id) + BigInt(at) * (largest + 1n)));
  };
  return { accounts: further(accounts), bankConnections: further(bankConnections) };
}

type GivenUser = NewUser & { readonly testData: OwnIds };

/** Users, each with every account, bank connection and category of the test data; payments may be sent from the first account. */
export function worldOf(users: readonly GivenUser[], { categories, senderIbans }: TestData): World {
  return {
    client: {},
    categories: categories.map((id, at) => ({
      ...{ id: new LosslessNumber(id), name: `Category ${id}` },
      // The third one is a sub-category of the first.
      ...(at === 2 && { parentId: new LosslessNumber(categories[0] ?? '') }),
    })),
    users: users.map(({ testData: { accounts, bankConnections }, ...user }) => ({
      ...user,
      bankConnections: bankConnections.map((connection, at) => ({
        id: new LosslessNumber(connection),
        name: `Connection ${connection}`,
        bankName: 'Example Bank',
        bankCountry: 'DE',
        accounts: accounts
          .filter((_, index) => index % bankConnections.length === at)
          .map((id) => ({
            id: new LosslessNumber(id),
            name: `Account ${id}`,
            number: id.padStart(10, '0'),
            iban: id === accounts[0] ? (senderIbans[0] ?? null) : null,
            balance: 0,
          })),
      })),
    })),
  };
}
