/** A number of a valid body as an exact toBig. */
import Big from 'big.js';
import { LosslessNumber } from 'lossless-json';
import { toBig } from '../../contracts/src/base/decimal.ts';

/**
 * `x` is a number or a LosslessNumber whose plain value is finite, as the validators hold it to. One that is too small
 * to calculate with (1e-2000) counts as its plain value.
 */
export function amountOf(x: unknown): Big {
  return toBig(x) ?? new Big(Number(x));
}

/**
 * Negative, zero or positive as `a` is less than, equal to or greater than `b`; both as for amountOf. Floats need no
 * decimals for it: the shortest decimals of two floats lie in the order of the floats.
 */
export function compareAmounts(a: number, b: number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : amountOf(a).cmp(amountOf(b));
}

/** The number of a JSON body: a LosslessNumber where a float cannot keep it, which the type does not know. */
export function jsonNumber(amount: Big): number {
  const plain = amount.toNumber();
  if (Number.isFinite(plain) && amount.eq(plain)) return plain;
  return new LosslessNumber(amount.toString()) as unknown as number;
}

/** The key of an id in maps and sets: the same for the same number, however it is written and however long it is. */

/** A whole number that a float keeps, else its digits, or a text that is no number. */
export type Key = number | string;

/** `id` is a number or LosslessNumber of a valid body. */
export function keyOf(id: number): Key {
  if (Number.isSafeInteger(id)) return id;
  const exact = amountOf(id);
  const plain = exact.toNumber();
  return Number.isSafeInteger(plain) && exact.eq(plain) ? plain : exact.toString();
}

/** The same for an id that stands in a text, as categoryId does in params. */
export function keyOfText(text: string): Key {
  const id = text.trim();
  return /^(0|[1-9]\d{0,99})$/.test(id) ? keyOf(new LosslessNumber(id) as unknown as number) : id;
}

/** The keys of a list of identifiers such as accountIds (Resources, Notification rule). */
export function keysOfList(ids: string): Set<Key> {
  return new Set(ids.split(',').map(keyOfText));
}
