/** The settings of judges: what a target does where the documentation shows nothing. */
import { type JudgeSetting, judgeDefaults, type TargetSettings } from '../../generated/settings.ts';

export interface Settings extends Pick<TargetSettings, JudgeSetting> {
  /** False for a mock, which responds with examples whatever the request. */
  readonly readsRequests: boolean;
}

/** Without hosts, the host of a web form's URL is not judged. */
export const defaultSettings: Settings = { ...judgeDefaults, readsRequests: true };
