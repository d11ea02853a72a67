/** Who makes the calls of a case, and what has to be made before: tokens and users by names, so that what has the same name is made once. */
import type { Exchange } from '../../contracts/src/judge/exchange.ts';
import type { CaseCall, CaseCaller } from './call.ts';

export interface Callers {
  /** Names the case. */
  readonly own: string;
  readonly user: string;
  readonly other: string;
  /** Whether its tokens are its own, also those of users whom it shares with other cases. */
  readonly hasOwnTokens: boolean;
  /** The world in which a control plane gives its users bank data; absent for users who are created. */
  readonly world?: { readonly name: string; readonly users: readonly string[] };
}

/** What is made before a call: a token that `isOwn` for its case alone. Without a name it is made each time. */
export type Prerequisite =
  | { readonly make: 'world'; readonly name: string; readonly users: readonly string[] }
  | { readonly make: 'user'; readonly name: string }
  | TokenPrerequisite;

export interface TokenPrerequisite {
  readonly make: 'token';
  readonly name: string | undefined;
  readonly isOwn: boolean;
  /** The user; absent for a token of the client. */
  readonly of?: string;
}

/** The token that a user needs to be created. */
export const CREATOR: TokenPrerequisite & { readonly name: string } = {
  make: 'token',
  name: 'client',
  isOwn: false,
};

/** Users and tokens that no other case has. */
export function ownCallers(own: string, isGiven = false): Callers {
  const other = `other of ${own}`;
  const world = isGiven && { world: { name: `world of ${own}`, users: [own, other] } };
  return { own, user: own, other, hasOwnTokens: true, ...world };
}

/** Of the flows that are shown side by side, and of what other cases share with them. */
export const FIRST_USERS: Callers = { own: 'flows', user: 'user 1', other: 'user 2', hasOwnTokens: false };

/** What a caller needs, in the order in which it is made, its token last; `named` is the user whom a body names. */
export function neededFor(
  caller: Exclude<CaseCaller, object> | 'named',
  { own, user, other, hasOwnTokens, world }: Callers,
): readonly Prerequisite[] {
  if (caller === 'no one' || caller === 'stranger') return [];
  if (caller === 'client' && !hasOwnTokens) return [CREATOR];
  if (caller === 'client' || caller === 'client again')
    return [{ make: 'token', name: `${caller} of ${own}`, isOwn: true }];
  const of = caller === 'other user' ? other : user;
  const made = world ? ({ make: 'world', ...world } as const) : ({ make: 'user', name: of } as const);
  if (caller === 'named') return [made];
  const isOwn = hasOwnTokens || caller === 'user again' || caller === 'user anew';
  const name = caller === 'user anew' ? undefined : isOwn ? `${caller} of ${own}` : of;
  return [made, { make: 'token', name, isOwn, of }];
}

/** The calls of a control, and who makes them. */
export interface ControlCalls {
  readonly calls: readonly CaseCall[];
  readonly callers: Callers;
}

/** The response to a control: to its last call, or to the first one that does not succeed. */
export interface ControlAnswer {
  readonly exchange: Exchange;
  /** What came instead of a success. */
  readonly refusal?: string;
}
