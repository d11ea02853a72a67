/** An absolute http or https address, which is what an end user can open. */
export function isAbsoluteUrl(text: string): boolean {
  return PLAIN.test(text) || (/^https?:\/\//i.test(text) && URL.canParse(text));
}

/**
 * Addresses that need no closer look, which is dear: hosts of plain names, of which the last has letters alone, so that it is
 * no number. What follows a host is never refused.
 */
const PLAIN = /^https?:\/\/(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)*[a-z]+(?:[/?#]|$)/;
