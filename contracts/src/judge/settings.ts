/** The settings of judges: what a target does where the documentation shows nothing. */
import {
  type JudgeSetting,
  judgeDefaults,
  type TargetSettings,
  type WrittenSettings,
} from '../../generated/settings.ts';

export interface Settings extends Pick<TargetSettings, JudgeSetting> {
  /** False for a mock, which responds with examples whatever the request. */
  readonly readsRequests: boolean;
}

/** Without hosts, the host of a web form's URL is not judged. */
export const defaultSettings: Settings = { ...judgeDefaults, readsRequests: true };

/** The settings of a target file that judges read. If they list no hosts, web forms must be on the host of `webFormUrl`. */
export function judgeSettings(written: WrittenSettings, webFormUrl?: string): Settings {
  const { webFormHosts = [] } = written;
  const own = Object.entries(written).filter(([name]) => Object.hasOwn(judgeDefaults, name));
  const ofUrl = webFormUrl === undefined ? [] : [new URL(webFormUrl).host];
  return {
    ...defaultSettings,
    ...Object.fromEntries(own),
    webFormHosts: webFormHosts.length > 0 ? webFormHosts : ofUrl,
  };
}
