/** Decides for whom a token request obtains a token (Authentication 2 and 4, RFC 6749). */
import { Refusal } from '../refusal.ts';
import type { User } from '../state.ts';
import type { Caller } from './authorization.ts';

export interface Client {
  readonly id: string;
  readonly secret: string;
}

/** The parameters of a token request, as far as they were sent. */
export interface TokenRequest {
  readonly grant_type?: string;
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly username?: string;
  readonly password?: string;
}

export function grant(
  request: TokenRequest,
  client: Client,
  find: (userName: string) => User | undefined,
): Caller | Refusal {
  const { grant_type, client_id, client_secret, username, password } = request;
  if (grant_type === undefined) return new Refusal(400, 'grant_type is missing');
  if (client_id !== client.id || client_secret !== client.secret) {
    return new Refusal(401, 'the client credentials are not valid', { oauthError: 'invalid_client' });
  }
  if (grant_type === 'client_credentials') return {};
  if (grant_type !== 'password') {
    const oauthError = 'unsupported_grant_type';
    return new Refusal(400, 'grant_type is neither client_credentials nor password', { oauthError });
  }
  if (username === undefined || password === undefined) {
    return new Refusal(400, 'username or password is missing');
  }
  const user = find(username);
  if (user !== undefined && user.password === password) return { user };
  return new Refusal(400, 'the user name or password is not valid', { oauthError: 'invalid_grant' });
}
