/** Tokens are issued for credentials that are not valid. */
import type { Caller } from '../../sandbox/decisions/authorization.ts';
import type { TokenRequest } from '../../sandbox/decisions/credentials.ts';
import { type OAuthError, Refusal } from '../../sandbox/refusal.ts';
import type { State, User } from '../../sandbox/state.ts';
import type { FaultySeams } from '../fault.ts';
import { sentBody } from './sent-body.ts';

export interface RefusedCredentials {
  readonly sent: TokenRequest;
  /** What the refusal is about. */
  readonly oauthError: OAuthError;
  /** The one of that name. */
  readonly user: User | undefined;
  readonly state: State;
}

/** `forgive` gives for whom a token is issued, and undefined where the refusal stands. */
export function forgivenCredentials(
  forgive: (refused: RefusedCredentials) => Caller | undefined,
): FaultySeams {
  return {
    decide: (name, outcome, { request, state }) => {
      if (name !== 'credentials' || !(outcome instanceof Refusal)) return outcome;
      const sent = (sentBody(request) ?? {}) as TokenRequest;
      const user = state.users.get(sent.username ?? '');
      return (forgive({ sent, oauthError: outcome.oauthError, user, state }) ?? outcome) as typeof outcome;
    },
  };
}

/** For whom a token is asked, once the credentials of the client do not matter. */
export function withoutClient({ sent, user }: RefusedCredentials): Caller | undefined {
  if (sent.grant_type === 'client_credentials') return {};
  return user !== undefined && user.password === sent.password ? { user } : undefined;
}
