/** Whether a service of this version sends isAdjustingEntry: since 1.30.0; nothing is asked of an unknown version (SERVICE-VERSION). */

export function knowsAdjustingEntry(serviceVersion: string): boolean {
  // The next dot or sign that is no digit ends a part.
  const major = Number.parseInt(serviceVersion, 10);
  const minor = Number.parseInt(serviceVersion.slice(serviceVersion.indexOf('.') + 1), 10);
  return major > 1 || (major === 1 && minor >= 30);
}
