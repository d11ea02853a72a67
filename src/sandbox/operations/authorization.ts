/** Finds the caller of an access token, and the caller that a token request's credentials give a token. */

import { Refusal } from '../refusal.ts';
import type { Caller, StoredUser } from '../state.ts';

/** The owner of an access token that was issued. */
export interface Issued extends Caller {
  /** The end in epoch milliseconds; from then on the token authorizes nothing. */
  readonly expiresAt: number;
}

const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;

/**
 * The caller that the Authorization header names (Authentication 1 and 5, RFC 6750). `takes` is the kind of token that the
 * call takes; what the other kind does is not shown (OTHER-TOKEN). `now` is epoch milliseconds.
 */
export function authorize(
  header: string | undefined,
  scheme: string,
  takes: 'client' | 'user',
  now: number,
  find: (accessToken: string) => Issued | undefined,
): Caller | Refusal {
  const refused = (says: string) =>
    new Refusal(401, says, { headers: { 'www-authenticate': scheme }, reason: 'token' });
  if (header === undefined) return refused('the call carries no access token');
  const space = header.indexOf(' ');
  // Any number of blanks may separate scheme and token.
  const accessToken = header.slice(space + 1).replace(/^ +/, '');
  if (header.slice(0, space).toLowerCase() !== scheme.toLowerCase() || !TOKEN.test(accessToken))
    return refused(`the Authorization header is not "${scheme}" and an access token`);
  const token = find(accessToken);
  if (token === undefined) return refused('the access token is not one that was issued here');
  if (token.expiresAt <= now) return refused('the access token has expired');
  const kind = token.user ? 'user' : 'client';
  if (kind !== takes) {
    const reason = 'tokenKind';
    return new Refusal(403, `the call takes a ${takes} token, not a ${kind} token`, { reason });
  }
  return token.user ? { user: token.user } : {};
}

export interface TokenClient {
  readonly id: string;
  readonly secret: string;
}

/** The sent parameters of a token request. */
export type TokenParameters = Readonly<
  Partial<Record<'grant_type' | 'client_id' | 'client_secret' | 'username' | 'password', string>>
>;

/** The caller who gets a token (Authentication 2 and 4, RFC 6749). A wrong client gets `headers`. */
export function grant(
  { grant_type, client_id, client_secret, username, password }: TokenParameters,
  client: TokenClient,
  find: (userName: string) => StoredUser | undefined,
  headers: Refusal['headers'] = {},
): Caller | Refusal {
  if (grant_type === undefined) return new Refusal(400, 'grant_type is missing');
  const reason = 'credentials';
  if (client_id !== client.id || client_secret !== client.secret) {
    const more = { oauthError: 'invalid_client', headers, reason } as const;
    return new Refusal(401, 'the client credentials are not valid', more);
  }
  if (grant_type === 'client_credentials') return {};
  if (grant_type !== 'password') {
    const oauthError = 'unsupported_grant_type';
    return new Refusal(400, 'grant_type is neither client_credentials nor password', { oauthError });
  }
  if (username === undefined || password === undefined)
    return new Refusal(400, 'username or password is missing');
  const user = find(username);
  if (user !== undefined && user.password === password) return { user };
  return new Refusal(400, 'the user name or password is not valid', { oauthError: 'invalid_grant', reason });
}
