/** The checksum of an IBAN tells a typing error. */
import { expect, test } from 'vitest';
import { isIban } from './iban.ts';

// The examples of the IBAN registry (ISO 13616).
for (const iban of [
  'DE89370400440532013000',
  'GB29 NWBK 6016 1331 9268 19',
  'FR1420041010050500013M02606',
  'NO9386011117947',
  'MT84MALT011000012345MTLCAST001S',
]) {
  test(`${iban} is an IBAN`, () => expect(isIban(iban)).toBe(true));
}

for (const text of [
  'DE89370400440532013001',
  'DE98370400440532013000',
  'de89370400440532013000',
  'DE89',
  '',
  'Köln',
]) {
  test(`"${text}" is no IBAN`, () => expect(isIban(text)).toBe(false));
}
