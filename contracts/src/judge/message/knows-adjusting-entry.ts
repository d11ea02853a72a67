/** Whether a service of this version sends isAdjustingEntry: since 1.30.0; nothing is asked of an unknown version (SERVICE-VERSION). */
import { isVersionSince } from '../../contract/version.ts';

export function knowsAdjustingEntry(serviceVersion: string): boolean {
  return isVersionSince(serviceVersion, '1.30.0');
}
