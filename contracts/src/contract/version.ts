/** The order of service versions, 1.9.0 before 1.30.0. */

/** Whether `version` is `since` or a later one; false for a text that is no version. */
export function isVersionSince(version: string, since: string): boolean {
  const [own, first] = [partsOf(version), partsOf(since)];
  const at = first.findIndex((part, index) => part !== own[index]);
  return at === -1 || (own[at] ?? Number.NaN) > (first[at] ?? Number.NaN);
}

function partsOf(version: string): number[] {
  return version.split('.').map((part) => Number.parseInt(part, 10));
}
