/** What a target does where the documentation shows nothing; names and defaults are those of the not-shown ledger. */
import type { Settings as JudgeSettings } from '../../contracts/src/judge/settings.ts';
import { defaultSettings, type Settings } from '../sandbox/sandbox-settings.ts';

export interface TargetSettings extends WrittenAs, ReadAs, SandboxChoices {}

/** How calls are put on the wire. */
export interface WrittenAs {
  readonly accessPrefix: string;
  readonly apiVersionPrefixes: { readonly v1: string; readonly v2: string };
  readonly authorizationHeader: string;
  readonly authorizationScheme: string;
  readonly tokenEncoding: 'form' | 'json' | 'query';
  readonly paramsForm: 'native' | 'strings';
  /** Of the thresholds that are sent, and of the BigDecimal fields of messages. */
  readonly bigDecimalForm: JudgeSettings['bigDecimalForm'];
}

/** How answers and messages are read and judged. */
interface ReadAs extends Omit<JudgeSettings, 'apiV1Prefix' | 'readsRequests' | 'webFormHosts'> {
  readonly cashFlowWithoutCategorization: 'silent' | 'sent';
  readonly unknownIds: 'accepted' | 'refused';
  /** Empty for the host of webFormUrl. */
  readonly webFormHosts: readonly string[];
  /** The built-in cipher by its name, or the path of a module. */
  readonly cipher: string;
}

/** What only a sandbox has to choose: no verdict leans on it, and `sandbox --settings` behaves so. */
interface SandboxChoices {
  readonly userExists: 'refused' | 'accepted';
  readonly configurationWithUserToken: 'refused' | 'accepted';
  readonly rulesWithoutAccountsClash: boolean;
  readonly termsRulesClash: boolean;
  readonly accountIdsOrderMatters: boolean;
  readonly countBeyondCap: boolean;
  readonly secondUpdateWhileWaiting: 'separate' | 'merged';
  readonly tieOrder: 'downloaded' | 'reversed';
  readonly loginConnectionNameNull: boolean;
  readonly waitsForUnlisted: boolean;
  readonly unchangedLowBalance: 'sent' | 'silent';
}

export const defaultTargetSettings: TargetSettings = {
  accessPrefix: '',
  apiVersionPrefixes: { v1: '/api/v1', v2: '/api/v2' },
  authorizationHeader: 'authorization',
  authorizationScheme: 'Bearer',
  tokenEncoding: 'form',
  paramsForm: 'native',
  bigDecimalForm: 'number',
  webFormHosts: [],
  serviceVersion: '1.30.0',
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
  cashFlowWithoutCategorization: 'silent',
  unknownIds: 'accepted',
  cipher: 'aes-128-cbc-pbkdf2',
  userExists: 'refused',
  configurationWithUserToken: 'refused',
  rulesWithoutAccountsClash: true,
  termsRulesClash: false,
  accountIdsOrderMatters: true,
  countBeyondCap: true,
  secondUpdateWhileWaiting: 'separate',
  tieOrder: 'downloaded',
  loginConnectionNameNull: false,
  waitsForUnlisted: true,
  unchangedLowBalance: 'sent',
};

/** The settings as a target file may write them: what it leaves out has its default. */
export type WrittenSettings = Partial<Omit<TargetSettings, 'apiVersionPrefixes'>> & {
  readonly apiVersionPrefixes?: Partial<TargetSettings['apiVersionPrefixes']>;
};

export function withDefaults(written: WrittenSettings = {}): TargetSettings {
  const { apiVersionPrefixes } = defaultTargetSettings;
  return {
    ...defaultTargetSettings,
    ...written,
    apiVersionPrefixes: { ...apiVersionPrefixes, ...written.apiVersionPrefixes },
  };
}

/** The settings of a target as the embedded sandbox reads them: with a target file it chooses as the provider does. */

/** Both sides call a setting by its name in the not-shown ledger. A sandbox has a version, if the target's is unknown. */
export function sandboxSettings(settings: TargetSettings): Partial<Settings> {
  const { serviceVersion, ...others } = settings;
  const known = serviceVersion === 'unknown' ? others : settings;
  return Object.fromEntries(Object.entries(known).filter(([name]) => Object.hasOwn(defaultSettings, name)));
}
