/** The users of a run, what is made before their calls, and the world in which a control plane gives them bank data. */
import type { TestData } from '../../../contracts/generated/test-data.ts';
import { decimalOf } from '../../../contracts/src/base/json-value.ts';
import { type Callers, type CaseCaller, EXAMPLE_VALUES, fill } from '../call.ts';
import type { World } from '../control.ts';
import { newUser } from '../test-data.ts';

/** What is made before a call: a token that `isOwn` for its case alone. Without a name it is made each time. */
export type Prerequisite =
  | { readonly make: 'world'; readonly name: string; readonly users: readonly string[] }
  | { readonly make: 'user'; readonly name: string }
  /** `of` is its user; absent for a token of the client. */
  | {
      readonly make: 'token';
      readonly name: string | undefined;
      readonly isOwn: boolean;
      readonly of?: string;
    };

/** The token that a user needs to be created. */
export const CREATOR: Prerequisite = { make: 'token', name: 'client', isOwn: false };

/** Whether it is a token that several cases have. */
export function isShared(need: Prerequisite): boolean {
  return need.make === 'token' && !need.isOwn;
}

/** What is there for the calls of a run, or counted for a plan: what has the same name is made once, until it ends. */
export class Prerequisites<Made> {
  /** Keys: kind and name. */
  readonly #all = new Map<string, { readonly need: Prerequisite; readonly made: Made }>();
  readonly #make: (need: Prerequisite) => Made;
  readonly #hasEnded: (made: Made) => boolean;

  constructor(make: (need: Prerequisite) => Made, hasEnded: (made: Made) => boolean = () => false) {
    this.#make = make;
    this.#hasEnded = hasEnded;
  }

  /** Makes it if it is not there. */
  get(need: Prerequisite): Made {
    const key = `${need.make} ${need.name}`;
    const known = this.#all.get(key);
    if (known && !this.#hasEnded(known.made)) return known.made;
    // A provider may end the earlier token of the client.
    if (need.make === 'token' && need.isOwn && need.of === undefined) this.end((one) => one === CREATOR);
    const made = this.#make(need);
    if (need.name !== undefined) this.#all.set(key, { need, made });
    return made;
  }

  /** By default all of them end. */
  end(isEnding: (need: Prerequisite) => boolean = () => true): void {
    for (const [key, { need }] of this.#all) if (isEnding(need)) this.#all.delete(key);
  }
}

/** Users and tokens that no other case has. */
export function ownCallers(own: string, isGiven = false): Callers {
  return { own, user: own, other: `other of ${own}`, isOwn: true, isGiven };
}

/** Other callers in their roles, who have sent nothing yet. */
export function otherCallers(callers: Callers): Callers {
  const { own, user, other } = callers;
  return { ...callers, own: `${own} again`, user: `${user} again`, other: `${other} again` };
}

/** What a caller needs, in the order in which it is made, its token last; `named` is the user whom a body names. */
export function neededFor(
  caller: Exclude<CaseCaller, object> | 'named',
  { own, user, other, isOwn, isGiven }: Callers,
): readonly Prerequisite[] {
  if (caller === 'no one' || caller === 'stranger') return [];
  if (caller === 'client')
    return [isOwn ? { make: 'token', name: `client of ${own}`, isOwn: true } : CREATOR];
  const of = caller === 'other user' ? other : user;
  const made = isGiven
    ? ({ make: 'world', name: `world of ${own}`, users: [user, other] } as const)
    : ({ make: 'user', name: of } as const);
  if (caller === 'named') return [made];
  const name = caller === 'user anew' ? undefined : isOwn ? `${caller} of ${own}` : of;
  return [made, { make: 'token', name, isOwn, of }];
}

type NewUser = ReturnType<typeof newUser>;

/** All fields of a user; `fresh` is a name that is not in use. */
export function newUserNamed(fresh: string, testData: TestData): NewUser {
  return fill(newUser(), { ...EXAMPLE_VALUES, fresh, testData }) as NewUser;
}

type OwnIds = Pick<TestData, 'accounts' | 'bankConnections'>;

/** The ids of the user with this index in a world: those of the test data for the first one, as far apart for the others. */
function idsOf({ accounts, bankConnections }: OwnIds, at: number): OwnIds {
  const further = (ids: readonly string[]) => {
    const largest = ids.map(BigInt).reduce((a, b) => (a > b ? a : b), 0n);
    return ids.map((id) => String(BigInt(id) + BigInt(at) * (largest + 1n)));
  };
  return { accounts: further(accounts), bankConnections: further(bankConnections) };
}

/** Users, each with all accounts and bank connections of its own ids; payments may be sent from the first account. */
export function worldOf(users: readonly NewUser[], testData: TestData): World {
  const { categories, senderIbans } = testData;
  return {
    client: {},
    categories: categories.map((id, at) => ({
      id: decimalOf(id),
      name: `Category ${id}`,
      // The third one is a sub-category of the first.
      ...(at === 2 && { parentId: decimalOf(categories[0] ?? '') }),
    })),
    users: users.map((user, at) => {
      const { accounts, bankConnections } = idsOf(testData, at);
      return {
        ...user,
        bankConnections: bankConnections.map((id, connection) => ({
          id: decimalOf(id),
          name: `Connection ${id}`,
          bankName: 'Example Bank',
          bankCountry: 'DE',
          accounts: accounts
            .filter((_, index) => index % bankConnections.length === connection)
            .map((account) => ({
              id: decimalOf(account),
              name: `Account ${account}`,
              number: account.padStart(10, '0'),
              iban: account === accounts[0] ? (senderIbans[0] ?? null) : null,
              balance: 0,
            })),
        })),
      };
    }),
  };
}
