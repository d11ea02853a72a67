/** What a target says of the facts that the documentation leaves open, as far as the judges read it. */
import { isVersionSince } from '../base/text.ts';

export interface Settings {
  /** WEB-FORM-URL: the hosts that the address of a web form may have; without it no host is judged. */
  readonly webFormHosts?: readonly string[];
  /** RULE-API-VERSION: the path prefix that stands for API v1. */
  readonly apiV1Prefix: string;
  /** False for a mock, which answers with examples whatever it was asked. */
  readonly readsRequests: boolean;
  /** SERVICE-VERSION: isAdjustingEntry is due since 1.30.0; `unknown` asks neither for it nor against it. */
  readonly serviceVersion: string;
  /** BIG-DECIMAL-FORM: whether a BigDecimal is a JSON number or a string that holds one. */
  readonly bigDecimalForm: 'number' | 'string';
  /** TIME-FORMATS: patterns of further formats that a time field may have, by the name of the field. */
  readonly toleratedTimeFormats: Readonly<Record<string, readonly string[]>>;
  /** FIELD-ALIASES: further names under which a field may be sent, by its documented name. */
  readonly fieldAliases: Readonly<Record<string, readonly string[]>>;
  /** NULL-OR-ABSENT: optional fields whose null means that they are absent. */
  readonly nullAsAbsent: readonly string[];
  /** CONFIG-CALLBACK-UNSET: what userNotificationCallbackUrl may be while none is configured, beside a text. */
  readonly callbackUnset: 'empty' | 'null' | 'absent';
  /** BALANCE-DETAILS-NULL: whether iban and bankConnectionName of balance details may be null. */
  readonly balanceDetailsNull: boolean;
  /** COUNTERPART-NULL: whether counterpart fields of a transaction may be null. */
  readonly counterpartNull: boolean;
  /** COUNT-QUALIFYING: what the counts of FOREIGN_MONEY_TRANSFER and HIGH_TRANSACTION_AMOUNT count. */
  readonly transactionsCounted: 'qualifying' | 'all';
  /** LOGIN-ERROR-MESSAGE: what errorMessage may be while the reason is unknown, beside a text. */
  readonly errorMessageUnset: 'text' | 'null' | 'absent';
  /** NUMBER-PRECISION: with `float`, balances and amounts of more than 15 digits may differ by what a float loses. */
  readonly numberPrecision: 'decimal' | 'float';
  /** COUNT-OUT-OF-RANGE: whether a rule is created whose maxTransactionsCount is not from 0 to 100. */
  readonly countOutOfRange: 'refused' | 'accepted';
}

/** What the documentation suggests. */
export const defaultSettings: Settings = {
  apiV1Prefix: '/api/v1',
  readsRequests: true,
  serviceVersion: '1.30.0',
  bigDecimalForm: 'number',
  toleratedTimeFormats: {},
  fieldAliases: {},
  nullAsAbsent: [],
  callbackUnset: 'empty',
  balanceDetailsNull: false,
  counterpartNull: false,
  transactionsCounted: 'qualifying',
  errorMessageUnset: 'text',
  numberPrecision: 'decimal',
  countOutOfRange: 'refused',
};

/** The settings of a target file as far as judges read them; what is left out has its default. */
export interface WrittenSettings extends Partial<Omit<Settings, 'apiV1Prefix' | 'readsRequests'>> {
  readonly apiVersionPrefixes?: { readonly v1?: string };
}

/** Without hosts, a web form is due on the host of `webFormUrl`; without either no host is judged. */
export function judgeSettings(written: WrittenSettings, webFormUrl?: string): Settings {
  const { apiVersionPrefixes, webFormHosts = [] } = written;
  const read = Object.entries(written).filter(([name]) => Object.hasOwn(defaultSettings, name));
  const ofUrl = webFormUrl === undefined ? [] : [new URL(webFormUrl).host];
  const hosts = webFormHosts.length > 0 ? webFormHosts : ofUrl;
  return {
    ...defaultSettings,
    ...Object.fromEntries(read),
    apiV1Prefix: apiVersionPrefixes?.v1 ?? defaultSettings.apiV1Prefix,
    ...(hosts.length > 0 && { webFormHosts: hosts }),
  };
}

/** Whether a service of this version sends isAdjustingEntry: since 1.30.0; of an unknown version nothing is required (SERVICE-VERSION). */
export function knowsAdjustingEntry(serviceVersion: string): boolean {
  return isVersionSince(serviceVersion, '1.30.0');
}
