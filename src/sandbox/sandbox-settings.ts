/** What the sandbox does where the documentation shows nothing; names and defaults are those of the not-shown ledger. */

export interface Settings {
  /** ACCESS-PREFIX: one more prefix under which the access endpoints stand, such as /bank. */
  readonly accessPrefix: string;
  /** AUTHORIZATION-HEADER: the header that carries the access token. */
  readonly authorizationHeader: string;
  /** AUTHORIZATION-SCHEME: the scheme in front of the access token. */
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
  /** SERVICE-VERSION: the version of the service while the client configuration names none. */
  readonly serviceVersion: string;
  /** BIG-DECIMAL-FORM: whether a BigDecimal of a message is a JSON number or a string that holds one. */
  readonly bigDecimalForm: 'number' | 'string';
  /** COUNT-OVER-CAP: whether a transactions count exceeds a list that was cut at maxTransactionsCount. */
  readonly countBeyondCap: boolean;
  /** SECOND-UPDATE-WHILE-WAITING: whether a second update sends its own message, or adds to the one that waits. */
  readonly secondUpdateWhileWaiting: 'separate' | 'merged';
  /** LIST-TIES: how transactions of one bankBookingDate are ordered, by the order in which they were downloaded. */
  readonly tieOrder: 'downloaded' | 'reversed';
  /** LOGIN-CONNECTION-NAME-NULL: whether a login error of a connection without a name says null; else an empty text. */
  readonly loginConnectionNameNull: boolean;
  /** BALANCE-DETAILS-NULL: the same for iban and bankConnectionName of balance details. */
  readonly balanceDetailsNull: boolean;
  /** COUNTERPART-NULL: the same for the counterpart fields of a transaction. */
  readonly counterpartNull: boolean;
  /** COUNT-QUALIFYING: what the counts of FOREIGN_MONEY_TRANSFER and HIGH_TRANSACTION_AMOUNT count. */
  readonly transactionsCounted: 'qualifying' | 'all';
  /** LOGIN-ERROR-MESSAGE: what errorMessage holds when the reason is unknown; `text` is what the bank told. */
  readonly errorMessageUnset: 'text' | 'null' | 'absent';
  /** NUMBER-PRECISION: whether balances and amounts that are no BigDecimal are written as floats. */
  readonly numberPrecision: 'decimal' | 'float';
  /** COUNT-OUT-OF-RANGE: what a rule is answered with whose maxTransactionsCount is not from 0 to 100. */
  readonly countOutOfRange: Choice;
  /** RULE-UNKNOWN-IDS: what a rule is answered with that names ids which its user does not have. */
  readonly unknownIds: Choice;
  /** WAITING-FOR-UNLISTED: whether a message waits for transactions of accounts, too, that its rule does not list. */
  readonly waitsForUnlisted: boolean;
  /** CASH-FLOW-WITHOUT-CATEGORIZATION: whether CATEGORY_CASH_FLOW is sent while automatic categorization is off. */
  readonly cashFlowWithoutCategorization: 'silent' | 'sent';
  /** LOW-BALANCE-UNCHANGED: whether LOW_ACCOUNT_BALANCE is sent for a balance that is updated to the same amount. */
  readonly unchangedLowBalance: 'sent' | 'silent';
  /** Lifetime of an access token in seconds. */
  readonly tokenLifetime: number;
  /** Validity of a web form in seconds. */
  readonly webFormLifetime: number;
  /** How long a receiver may take to answer a message, in seconds of real time. */
  readonly deliveryTimeLimit: number;
}

export type ApiVersion = 'v1' | 'v2';
type Choice = 'refused' | 'accepted';

export const defaultSettings: Settings = {
  accessPrefix: '',
  authorizationHeader: 'authorization',
  authorizationScheme: 'Bearer',
  tokenEncoding: 'form',
  apiVersionPrefixes: { v1: '/api/v1', v2: '/api/v2' },
  userExists: 'refused',
  configurationWithUserToken: 'refused',
  rulesWithoutAccountsClash: true,
  termsRulesClash: false,
  accountIdsOrderMatters: true,
  callbackUnset: 'empty',
  serviceVersion: '1.30.0',
  bigDecimalForm: 'number',
  countBeyondCap: true,
  secondUpdateWhileWaiting: 'separate',
  tieOrder: 'downloaded',
  loginConnectionNameNull: false,
  balanceDetailsNull: false,
  counterpartNull: false,
  transactionsCounted: 'qualifying',
  errorMessageUnset: 'text',
  numberPrecision: 'decimal',
  countOutOfRange: 'refused',
  unknownIds: 'accepted',
  waitsForUnlisted: true,
  cashFlowWithoutCategorization: 'silent',
  unchangedLowBalance: 'sent',
  tokenLifetime: 3600,
  webFormLifetime: 1200,
  deliveryTimeLimit: 10,
};
