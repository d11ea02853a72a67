/** Knows what gateways, mocks and redaction write in the place of many values, so that it is not taken for one. */

/**
 * Whether a token may be that of one user alone: long and made of random signs, or a digest of one. What a gateway writes in
 * the place of every token, the example of a mock, and the start that all JSON Web Tokens have in common are not.
 */
export function tellsApart(token: string): boolean {
  if (token.startsWith('struck-')) return token.length >= 13;
  if (token.length < 20) return false;
  // Every token of a recording comes here: a loop is faster than patterns.
  let [digits, letters] = [0, 0];
  for (let at = 0; at < token.length; at++) {
    const unit = token.charCodeAt(at);
    if (unit >= 0x30 && unit <= 0x39) digits++;
    else if ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a) letters++;
    else if (!OTHER_SIGNS.includes(unit)) return false;
  }
  if (digits === 0 || (letters === 0 && digits < 20) || !isVaried(token)) return false;
  if (token.startsWith('eyJ') && token.split('.').length < 3) return false;
  return !/\.\.$|redact|example/i.test(token);
}

/** Of tokens (RFC 6750 2.1): - . _ ~ + / = */
const OTHER_SIGNS = [0x2d, 0x2e, 0x5f, 0x7e, 0x2b, 0x2f, 0x3d];

/** Of at least seven different signs. */
function isVaried(text: string): boolean {
  let signs = 0;
  for (let at = 0; at < text.length; at++) signs |= 1 << (text.charCodeAt(at) & 31);
  let count = 0;
  for (let rest = signs; rest !== 0; rest &= rest - 1) count++;
  return count >= 7;
}

/** Not the one UUID that a gateway writes in the place of all. */
export function isOwnUuid(text: string): boolean {
  return UUID.test(text) && isVaried(text);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether the text may be in the place of many others. */
export function isMasked(text: string): boolean {
  return /^$|[*•●…]|redact|mask|hidden|removed|^[xX.-]+$|^[<[({].*[>\])}]$/iu.test(text);
}
