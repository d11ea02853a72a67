/** Obtains the access token that every other call needs (Authentication 1). */
import type { components } from '../../generated/access.ts';
import { answerOf } from './answer.ts';
import type { Client } from './client.ts';
import { neededFields } from './needed-fields.ts';

export type Token = components['schemas']['token'];

export interface ClientCredentials {
  readonly client_id: string;
  readonly client_secret: string;
}

export interface UserCredentials extends ClientCredentials {
  /** The id of the user. */
  readonly username: string;
  readonly password: string;
}

/**
 * POST /oauth/token with grant_type=client_credentials (Authentication 2): a token for calls outside user context, that
 * is createUser and getClientConfiguration. `expires_in` is in seconds. Throws CallError.
 */
export function clientToken(client: Client, { client_id, client_secret }: ClientCredentials): Promise<Token> {
  return tokenOf(client, { grant_type: 'client_credentials', client_id, client_secret });
}

/**
 * POST /oauth/token with grant_type=password (Authentication 4): a token for calls in the context of one user, web
 * forms V1 and V2 included. `expires_in` is in seconds. Throws CallError.
 */
export function userToken(client: Client, credentials: UserCredentials): Promise<Token> {
  const { client_id, client_secret, username, password } = credentials;
  return tokenOf(client, { grant_type: 'password', client_id, client_secret, username, password });
}

type Grant = { grant_type: 'client_credentials' | 'password' } & Record<string, string>;

async function tokenOf(client: Client, grant: Grant): Promise<Token> {
  const secrets = [grant['client_secret'], grant['password']];
  const answer = await answerOf(client, { operation: 'createToken', wants: '2XX', secrets }, (init) =>
    client.access.POST('/oauth/token', {
      ...init,
      ...encoded(grant, client.settings.tokenEncoding),
      baseUrl: client.settings.accessUrl + client.settings.accessPrefix,
    }),
  );
  return neededFields<Token>(answer, { access_token: 'string', expires_in: 'number' });
}

function encoded(grant: Grant, encoding: 'form' | 'json' | 'query') {
  const form = () => new URLSearchParams(grant).toString();
  if (encoding === 'query') return { querySerializer: form };
  if (encoding === 'json') return { body: grant };
  return {
    body: grant,
    bodySerializer: form,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
}
