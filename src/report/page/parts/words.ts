/** Joins names as a sentence does: a, b and c. */

export function words(names: readonly string[]): string {
  return names.join(', ').replace(/, (?=[^,]*$)/, ' and ');
}
