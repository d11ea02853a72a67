// Check digits against IBANs that banks publish as examples.
import { expect, test } from 'vitest';
import { checkedIban } from './checked-iban.ts';

test.each([
  ['DE89370400440532013000'],
  ['AT611904300234573201'],
  ['NL91ABNA0417164300'],
  ['CH9300762011623852957'],
  ['LU280019400644750000'],
  // A single check digit gets its zero.
  ['DE05900000100000000017'],
])('%s', (iban) => {
  expect(checkedIban(iban.slice(0, 2), iban.slice(4))).toBe(iban);
});
