/** The client: the URLs of the service, how requests are written, and the access token. */

import type { VersionSelectors } from '../base/api-version.ts';
import { isAbsoluteUrl } from '../base/formats.ts';

/**
 * The result of opening a web form in V1 and V2. V1 returns no more; V2 adds id, createdAt, expiresAt, type and status. Code
 * that uses this type works with both versions, and code that reads more does not compile for V1.
 */
export interface WebFormLink {
  /** The absolute http or https URL to send the end user to. */
  readonly url: string;
}

export interface ClientSettings {
  /** {base_url}: the access API, V1 flows included. */
  readonly accessUrl: string;
  /** {webform_url}: Web Form V2. */
  readonly webFormUrl: string;
  /** The time limit for a complete response, in milliseconds. */
  readonly timeLimit?: number;
  /** ACCESS-PREFIX: precedes paths that are documented without a prefix (token, users, rules, configuration). */
  readonly accessPrefix?: string;
  /** TOKEN-PREFIX: precedes the path of the token endpoint; `same` for accessPrefix. */
  readonly tokenPrefix?: string;
  /** AUTHORIZATION-SCHEME: the header of the access token and the word before the token; with an empty word, the token alone. */
  readonly authorizationHeader?: string;
  readonly authorizationScheme?: string;
  /** TOKEN-ENCODING: how the parameters of a token request are written. */
  readonly tokenEncoding?: 'form' | 'json' | 'query' | 'basic';
  /** RULE-API-VERSION: the path, header (`Api-Version: 2`) or query (`?version=2`) that selects an API version. */
  readonly apiVersionSelectors?: VersionSelectors;
}

export const clientDefaults = {
  timeLimit: 10_000,
  accessPrefix: '',
  tokenPrefix: 'same',
  authorizationHeader: 'authorization',
  authorizationScheme: 'Bearer',
  tokenEncoding: 'form',
  apiVersionSelectors: {},
} as const satisfies Omit<Required<ClientSettings>, 'accessUrl' | 'webFormUrl'>;

/** Created by createClient and passed to every call. It is stateless, so one client serves any number of calls. */
export interface Client {
  readonly settings: Required<ClientSettings>;
  /** The access token, which no error may show. It is a function so that printing a client does not show it. */
  readonly token: () => string | undefined;
}

/**
 * Creates a client with an access token, or without one, which is enough to obtain a token. When a token expires, make a new
 * client. Numbers are sent as JavaScript writes them; an ExactNumber, as readJson and the migration functions return it, is
 * sent digit for digit. Throws TypeError for a URL that is not absolute and for a token with characters that no header allows.
 *
 * @example
 * import { createClient } from 'bank-access-contracts/client';
 * const urls = { accessUrl: 'https://api.example', webFormUrl: 'https://forms.example' };
 * const client = createClient(urls, 'my-token');
 * client.settings.timeLimit; // 10_000
 */
export function createClient(given: ClientSettings, token?: string): Client {
  // The runtime's own error would quote the token.
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw new TypeError('The token has characters that no header allows.');
  const settings = {
    ...clientDefaults,
    ...given,
    accessUrl: baseUrl(given.accessUrl, 'accessUrl'),
    webFormUrl: baseUrl(given.webFormUrl, 'webFormUrl'),
  };
  return { settings, token: () => token };
}

function baseUrl(url: string, name: string): string {
  if (!isAbsoluteUrl(url)) throw new TypeError(`${name} must be an absolute http or https URL.`);
  return url.replace(/\/+$/, '');
}
