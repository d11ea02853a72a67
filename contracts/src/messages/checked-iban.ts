/** Writes an IBAN with its check digits (ISO 13616). */

/** `account` is what follows the check digits: digits and capitals, in the length of the country. */
export function checkedIban(country: string, account: string): string {
  // ISO 7064 mod 97-10: country and 00 go last, a letter counts as two digits.
  const digits = `${account}${country}00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  const check = 98n - (BigInt(digits) % 97n);
  return `${country}${String(check).padStart(2, '0')}${account}`;
}
