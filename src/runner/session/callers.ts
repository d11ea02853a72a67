/** What has to be made before a call: tokens and users by names, so that what has the same name is made once. */
import type { Callers, CaseCaller } from '../call.ts';

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
export const CREATOR = { make: 'token', name: 'client', isOwn: false } as const;

/** Users and tokens that no other case has. */
export function ownCallers(own: string, isGiven = false): Callers {
  return { own, user: own, other: `other of ${own}`, isOwn: true, isGiven };
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
