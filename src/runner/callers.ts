/** Who makes the calls of a case, and what has to be made before: tokens and users by names, so that what has the same name is made once. */
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
export type Need =
  | { readonly make: 'world'; readonly name: string; readonly users: readonly string[] }
  | { readonly make: 'user'; readonly name: string }
  | TokenNeed;

export interface TokenNeed {
  readonly make: 'token';
  readonly name: string | undefined;
  readonly isOwn: boolean;
  /** The user; absent for a token of the client. */
  readonly of?: string;
}

/** The token that a user needs to be created. */
export const CREATOR: TokenNeed & { readonly name: string } = { make: 'token', name: 'client', isOwn: false };

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
): readonly Need[] {
  const ofUser = (name: string): Need[] => (world ? [{ make: 'world', ...world }] : [{ make: 'user', name }]);
  const ownToken = (kind: string) => ({ make: 'token', name: `${kind} of ${own}`, isOwn: true }) as const;
  switch (caller) {
    case 'no one':
    case 'stranger':
      return [];
    case 'client':
      return [hasOwnTokens ? ownToken(caller) : CREATOR];
    case 'client again':
      return [ownToken(caller)];
    case 'named':
      return ofUser(user);
    case 'user':
      if (!hasOwnTokens) return [...ofUser(user), { make: 'token', name: user, isOwn: false, of: user }];
      return [...ofUser(user), { ...ownToken(caller), of: user }];
    case 'user again':
      return [...ofUser(user), { ...ownToken(caller), of: user }];
    case 'user anew':
      return [...ofUser(user), { make: 'token', name: undefined, isOwn: true, of: user }];
    case 'other user':
      if (!hasOwnTokens) return [...ofUser(other), { make: 'token', name: other, isOwn: false, of: other }];
      return [...ofUser(other), { ...ownToken(caller), of: other }];
  }
}

/** The control of a case: calls that differ from its own only in what it is about, and who makes them. */
export interface ControlCalls {
  readonly calls: readonly CaseCall[];
  readonly callers: Callers;
}

/** Whether a target answered the control of a case with success, and its answer in words. */
export interface ControlAnswer {
  readonly isSuccess: boolean;
  readonly text: string;
  /** The keys of test data that its last request draws from. */
  readonly keys: readonly string[];
}
