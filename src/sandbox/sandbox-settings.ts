/** The settings of a sandbox: what it does where the documentation shows nothing, and how long things last. */
import {
  type SandboxSetting,
  sandboxDefaults,
  type TargetSettings,
} from '../../contracts/generated/settings.ts';
import type { OwnRefusals } from './refusal.ts';

export interface SandboxSettings extends Pick<TargetSettings, SandboxSetting> {
  /** Whether a V1 import or submission needs a web form. */
  readonly v1Forms: 'always' | 'never';
  /** A team's own error responses. */
  readonly refusals: OwnRefusals;
  /** Lifetime of an access token in seconds. */
  readonly tokenLifetime: number;
  /** Validity of a web form in seconds. */
  readonly webFormLifetime: number;
  /** How long a receiver may take to respond, in seconds of real time. */
  readonly deliveryTimeLimit: number;
}

/** The sandbox's versions, which a target file may leave open. */
export const OWN_VERSIONS = {
  serviceVersion: '1.30.0',
  apiVersionSelectors: { v1: '/api/v1', v2: '/api/v2' },
} as const;

export const defaultSandboxSettings: SandboxSettings = {
  ...sandboxDefaults,
  ...OWN_VERSIONS,
  v1Forms: 'always',
  refusals: {},
  tokenLifetime: 3600,
  webFormLifetime: 1200,
  deliveryTimeLimit: 10,
};

/** All settings, with the sandbox's own for settings that are not chosen and versions left open. */
export function sandboxSettings(chosen: Partial<SandboxSettings> = {}): SandboxSettings {
  const { serviceVersion, apiVersionSelectors } = { ...defaultSandboxSettings, ...chosen };
  return {
    ...defaultSandboxSettings,
    ...chosen,
    serviceVersion: serviceVersion === 'unknown' ? OWN_VERSIONS.serviceVersion : serviceVersion,
    apiVersionSelectors: { ...OWN_VERSIONS.apiVersionSelectors, ...apiVersionSelectors },
  };
}
