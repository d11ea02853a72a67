/** What the judges read of the settings of a target file, which names them as the not-shown ledger does. */
import { defaultSettings, type Settings } from './settings.ts';

/** What is left out has its default. */
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
