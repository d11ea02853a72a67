/** What the sandbox does where the documentation shows nothing; names and defaults are those of the not-shown ledger. */

export interface Settings {
  /** ACCESS-PREFIX: one more prefix under which the access endpoints stand, such as /bank. */
  readonly accessPrefix: string;
  /** AUTHORIZATION-SCHEME: the scheme of the Authorization header. */
  readonly authorizationScheme: string;
  /** TOKEN-ENCODING: how the parameters of a token request are read. */
  readonly tokenEncoding: 'form' | 'json' | 'query';
  /** RULE-API-VERSION: the prefix that stands for an API version; the bare path means v2. */
  readonly apiVersionPrefixes: Readonly<Record<ApiVersion, string>>;
  /** USER-EXISTS: what creating a user that exists already is answered with. */
  readonly userExists: Choice;
  /** CONFIG-TOKEN: whether a user token reads the client configuration. */
  readonly configurationWithUserToken: Choice;
  /** RULES-WITHOUT-ACCOUNTS: whether two rules of one event without accountIds or bankConnectionIds are duplicates. */
  readonly rulesWithoutAccountsClash: boolean;
  /** RULES-TERMS-TWICE: whether two NEW_TERMS_AND_CONDITIONS rules are duplicates. */
  readonly termsRulesClash: boolean;
  /** ACCOUNT-IDS-ORDER: whether "1,2" and "2,1" are different accountIds. */
  readonly accountIdsOrderMatters: boolean;
  /** CONFIG-CALLBACK-UNSET: what userNotificationCallbackUrl holds while none is configured. */
  readonly callbackUnset: 'empty' | 'null' | 'absent';
  /** Lifetime of an access token in seconds. */
  readonly tokenLifetime: number;
  /** Validity of a web form in seconds. */
  readonly webFormLifetime: number;
}

export type ApiVersion = 'v1' | 'v2';
export type Choice = 'refused' | 'accepted';

export const defaultSettings: Settings = {
  accessPrefix: '',
  authorizationScheme: 'Bearer',
  tokenEncoding: 'form',
  apiVersionPrefixes: { v1: '/api/v1', v2: '/api/v2' },
  userExists: 'refused',
  configurationWithUserToken: 'refused',
  rulesWithoutAccountsClash: true,
  termsRulesClash: false,
  accountIdsOrderMatters: true,
  callbackUnset: 'empty',
  tokenLifetime: 3600,
  webFormLifetime: 1200,
};
