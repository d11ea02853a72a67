/** Tells whether a text can be an IBAN: ISO 13616 form and check digits, whatever the country's own length. */

/** Spaces between groups are allowed. Says nothing about whether the account exists. */
export function isIban(text: string): boolean {
  const iban = text.replaceAll(' ', '');
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  // ISO 7064 mod 97-10: the first four signs go last, a letter counts as two digits, sign by sign to stay exact.
  let rest = 0;
  for (let at = 0; at < iban.length; at++) {
    const code = iban.charCodeAt((at + 4) % iban.length);
    rest = (code < 65 ? rest * 10 + code - 48 : rest * 100 + code - 55) % 97;
  }
  return rest === 1;
}
