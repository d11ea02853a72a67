/** The client: the URLs of the service, how requests are written, and the access token. */

import type { VersionSelectors } from '../base/api-version.ts';
import { isAbsoluteUrl } from '../base/formats.ts';

/**
 * What opening a web form returns over V1 and V2 alike. V1 returns no more; the functions of v2.ts add the fields that V2
 * has (id, createdAt, expiresAt, type, status). Code that keeps to this type runs over both, and code that reads more does
 * not compile over V1.
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
  /** How long a whole response may take, in milliseconds. */
  readonly timeLimit?: number;
  /** ACCESS-PREFIX: precedes the paths that are documented without one (token, users, rules, configuration). */
  readonly accessPrefix?: string;
  /** TOKEN-PREFIX: precedes the path of the token endpoint; `same` for accessPrefix. */
  readonly tokenPrefix?: string;
  /** AUTHORIZATION-SCHEME: the header of the access token and the word before it; an empty word sends it bare. */
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

/** Made by createClient and handed to the functions that call; it has no state, so one serves any number of calls. */
export interface Client {
  readonly settings: Required<ClientSettings>;
  /** The access token, which no error may show. A function, so that a printed client does not show it either. */
  readonly token: () => string | undefined;
}

/**
 * A client that calls with an access token, or without one, which is enough to obtain a token. When a token expires, make
 * a new client. Numbers are sent as JavaScript writes them, and an ExactNumber in place of a number, as readJson and the
 * migration functions return it, digit for digit. Throws TypeError for a URL that is not absolute and for a token
 * with characters that no header allows.
 *
 * @example
 * import { createClient } from 'bank-access-contracts/client';
 * const urls = { accessUrl: 'https://api.example', webFormUrl: 'https://forms.example' };
 * const client = createClient(urls, 'my-token');
 * client.settings.timeLimit; // 10_000
 */
export function createClient(given: ClientSettings, token?: string): Client {
  // The engine's own error would quote the token.
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
  if (!isAbsoluteUrl(url)) throw new TypeError(`${name} is not an absolute http or https URL.`);
  return url.replace(/\/+$/, '');
}
