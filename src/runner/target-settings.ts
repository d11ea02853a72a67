/** The settings of a target with what its file leaves out. */
import {
  defaultTargetSettings,
  type TargetSettings,
  type WrittenSettings,
} from '../../contracts/generated/settings.ts';

export function withDefaults(written: WrittenSettings = {}): TargetSettings {
  const { apiVersionPrefixes } = defaultTargetSettings;
  return {
    ...defaultTargetSettings,
    ...written,
    apiVersionPrefixes: { ...apiVersionPrefixes, ...written.apiVersionPrefixes },
  };
}
