/** A list of names as a line has room for it. */

/** Of more names than `most` the number of the others. */
export function capped(names: readonly string[], most: number, between = ', '): string {
  const more = names.length > most ? ` and ${names.length - most} more` : '';
  return names.slice(0, most).join(between) + more;
}
