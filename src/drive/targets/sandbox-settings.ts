/** The settings of a target as the embedded sandbox reads them: with a target file it chooses as the provider does. */
import { defaultSettings, type Settings } from '../../sandbox/settings.ts';
import type { TargetSettings } from './target-settings.ts';

/** Both sides call a setting by its name in the not-shown ledger. A sandbox has a version, if the target's is unknown. */
export function sandboxSettings(settings: TargetSettings): Partial<Settings> {
  const { serviceVersion, ...others } = settings;
  const known = serviceVersion === 'unknown' ? others : settings;
  return Object.fromEntries(Object.entries(known).filter(([name]) => Object.hasOwn(defaultSettings, name)));
}
