/** Exact numbers of valid bodies: amounts as decimals, and ids as keys of maps and sets. */
import Big from 'big.js';
import { toBig } from '../../contracts/src/base/decimal.ts';
import { type Decimal, decimalOf } from '../../contracts/src/base/json-value.ts';

/** An amount to calculate with; its float if Big cannot hold it (1e-2000). No valid body has one whose float is infinite. */
export function amountOf(x: unknown): Big {
  return toBig(x) ?? new Big(Number(x));
}

/** The number for a JSON body: exact if a float cannot keep it. */
export function jsonNumber(amount: Big): Decimal {
  return decimalOf(amount.toString());
}

/** An id as a key, equal for equal ids: a whole number that a float keeps, else its digits or its text. */
export type Key = number | string;

export function idKey(id: Decimal): Key {
  // Nearly all ids fit a float, and need no arithmetic.
  if (Number.isSafeInteger(id) || /^\d{1,15}$/.test(`${id}`)) return Number(id);
  const exact = amountOf(id);
  const plain = exact.toNumber();
  return Number.isSafeInteger(plain) && exact.eq(plain) ? plain : exact.toString();
}

/** The key of an id in a text, such as categoryId in params. */
export function keyOfText(text: string): Key {
  const id = text.trim();
  return /^(0|[1-9]\d{0,99})$/.test(id) ? idKey(decimalOf(id)) : id;
}

/** The keys of a list of identifiers such as accountIds (Resources, Notification rule). */
export function keysOfList(ids: string): Set<Key> {
  return new Set(ids.split(',').map(keyOfText));
}
