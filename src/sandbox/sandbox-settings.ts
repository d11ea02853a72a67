/** The settings of a sandbox: what it does where the documentation shows nothing, and how long things last. */
import {
  type SandboxSetting,
  sandboxDefaults,
  type TargetSettings,
} from '../../contracts/generated/settings.ts';

export interface SandboxSettings extends Pick<TargetSettings, SandboxSetting> {
  /** Lifetime of an access token in seconds. */
  readonly tokenLifetime: number;
  /** Validity of a web form in seconds. */
  readonly webFormLifetime: number;
  /** How long a receiver may take to answer a message, in seconds of real time. */
  readonly deliveryTimeLimit: number;
}

export type ApiVersion = keyof TargetSettings['apiVersionSelectors'];

export const defaultSandboxSettings: SandboxSettings = {
  ...sandboxDefaults,
  tokenLifetime: 3600,
  webFormLifetime: 1200,
  deliveryTimeLimit: 10,
};
