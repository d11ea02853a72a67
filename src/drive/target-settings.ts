/** What a target may say of the facts that are not shown, as far as it is read; names and defaults are those of the not-shown ledger. */
import { defaultSettings, type Settings as JudgeSettings } from '../../contracts/src/judge/settings.ts';

export interface TargetSettings {
  readonly accessPrefix: string;
  readonly apiVersionPrefixes: { readonly v1: string; readonly v2: string };
  readonly webFormHosts?: readonly string[];
  readonly authorizationHeader: string;
  readonly authorizationScheme: string;
  readonly tokenEncoding: 'form' | 'json' | 'query';
}

export const defaultTargetSettings: TargetSettings = {
  accessPrefix: '',
  apiVersionPrefixes: { v1: '/api/v1', v2: '/api/v2' },
  authorizationHeader: 'authorization',
  authorizationScheme: 'Bearer',
  tokenEncoding: 'form',
};

/** What the judges read of it. */
export function judgeSettings(settings: TargetSettings, webFormUrl: string): JudgeSettings {
  return {
    ...defaultSettings,
    apiV1Prefix: settings.apiVersionPrefixes.v1,
    webFormHosts: settings.webFormHosts ?? [new URL(webFormUrl).host],
    readsRequests: true,
  };
}
