/** The calls of the access API: token, user, notification rule, client configuration. */

import type {
  ClientConfiguration,
  NotificationRuleRequest,
  Token,
  User,
  UserRequest,
} from '../../generated/access.ts';
import { type ApiVersion, versionedUrl, versionSelection } from '../base/api-version.ts';
import { asBasic } from '../base/basic-credentials.ts';
import { writeJson } from '../base/exact-json.ts';
import { callService, neededFields } from './answer.ts';
import type { Client } from './client.ts';

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
 *
 * @example
 * import { createClient, clientToken } from 'bank-access-contracts/client';
 * const urls = { accessUrl: 'https://api.example', webFormUrl: 'https://forms.example' };
 * const credentials = { client_id: 'my-client', client_secret: 'my-secret' };
 * const { access_token } = await clientToken(createClient(urls), credentials);
 */
export function clientToken(client: Client, { client_id, client_secret }: ClientCredentials): Promise<Token> {
  return requestToken(client, { grant_type: 'client_credentials', client_id, client_secret });
}

/**
 * POST /oauth/token with grant_type=password (Authentication 4): a token for calls in the context of one user, web
 * forms V1 and V2 included. `expires_in` is in seconds. Throws CallError.
 *
 * @example
 * import { createClient, userToken } from 'bank-access-contracts/client';
 * const urls = { accessUrl: 'https://api.example', webFormUrl: 'https://forms.example' };
 * const credentials = { client_id: 'my-client', client_secret: 'my-secret' };
 * const user = { ...credentials, username: 'my-user', password: 'my-password' };
 * const { access_token } = await userToken(createClient(urls), user);
 */
export function userToken(client: Client, credentials: UserCredentials): Promise<Token> {
  const { client_id, client_secret, username, password } = credentials;
  return requestToken(client, { grant_type: 'password', client_id, client_secret, username, password });
}

type Grant = { grant_type: 'client_credentials' | 'password' } & Record<string, string>;

async function requestToken(client: Client, grant: Grant): Promise<Token> {
  const { tokenEncoding, tokenPrefix, accessPrefix } = client.settings;
  const prefix = tokenPrefix === 'same' ? accessPrefix : tokenPrefix;
  const secrets = [grant['client_secret'], grant['password']];
  const call = { operation: 'createToken', prefix, secrets, ...encoded(grant, tokenEncoding) } as const;
  const answer = await callService(client, call);
  return neededFields<Token>(answer, { access_token: 'string', expires_in: 'number' });
}

function encoded(grant: Grant, encoding: Client['settings']['tokenEncoding']) {
  if (encoding === 'json') return { body: writeJson(grant) };
  if (encoding === 'query') return { query: `?${new URLSearchParams(grant)}` };
  const { authorization, fields } = encoding === 'basic' ? asBasic(grant) : { fields: grant };
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    ...(authorization && { authorization }),
  };
  return { body: `${new URLSearchParams(fields)}`, headers };
}

/**
 * POST /users with a client token (Authentication 3): the created user, with the same five fields, password included. Which
 * fields are required is not shown; an error response names them. Throws CallError.
 *
 * @example
 * import { createClient, createUser } from 'bank-access-contracts/client';
 * const urls = { accessUrl: 'https://api.example', webFormUrl: 'https://forms.example' };
 * const client = createClient(urls, 'my-client-token');
 * const { id, password } = await createUser(client, { email: 'anna@example.org' });
 */
export async function createUser(client: Client, user: UserRequest): Promise<User> {
  const { accessPrefix: prefix } = client.settings;
  const call = { operation: 'createUser', prefix, secrets: [user.password], body: writeJson(user) } as const;
  const answer = await callService(client, call);
  return neededFields<User>(answer, { id: 'string' });
}

/**
 * POST /notificationRules with a user token. The response is not shown, so nothing is returned: recognise the messages of the
 * rule by its `callbackHandle`. How the API version is chosen is not shown either: with a version, its path, header or query
 * (apiVersionSelectors) selects it; without one, the call goes to accessPrefix. `waitForCategorization` needs v2 or greater
 * (Versioning 2). Throws CallError; a duplicate is Refused, and its error says "already exists" (Errors 4). Throws TypeError
 * for a version without its selector.
 *
 * @example
 * import { createClient, createNotificationRule } from 'bank-access-contracts/client';
 * const urls = { accessUrl: 'https://api.example', webFormUrl: 'https://forms.example' };
 * const client = createClient(urls, 'my-user-token');
 * const rule = { triggerEvent: 'NEW_TRANSACTIONS', params: { maxTransactionsCount: 10 }, callbackHandle: 'my-rule' } as const;
 * await createNotificationRule(client, rule);
 */
export async function createNotificationRule(
  client: Client,
  rule: NotificationRuleRequest,
  version?: ApiVersion,
): Promise<void> {
  const { accessPrefix, apiVersionSelectors } = client.settings;
  const selector = version === undefined ? accessPrefix : apiVersionSelectors[version];
  if (selector === undefined) throw new TypeError(`apiVersionSelectors.${version} is not set.`);
  const selection = versionSelection(selector);
  const { header } = selection;
  await callService(client, {
    operation: 'createNotificationRule',
    ...versionedUrl(selection, accessPrefix),
    ...(header && { headers: { [header.name]: header.value } }),
    body: writeJson(rule),
  });
}

/**
 * GET /clientConfiguration with a client token (Authentication 5). What `userNotificationCallbackUrl` holds while none is
 * configured is not shown, so it is not checked. Throws CallError.
 *
 * @example
 * import { createClient, getClientConfiguration } from 'bank-access-contracts/client';
 * const urls = { accessUrl: 'https://api.example', webFormUrl: 'https://forms.example' };
 * const client = createClient(urls, 'my-client-token');
 * const { isAutoCategorizationEnabled } = await getClientConfiguration(client);
 */
export async function getClientConfiguration(client: Client): Promise<ClientConfiguration> {
  const { accessPrefix: prefix } = client.settings;
  const answer = await callService(client, { operation: 'getClientConfiguration', prefix });
  return neededFields<ClientConfiguration>(answer, { isAutoCategorizationEnabled: 'boolean' });
}
