/** A number of a valid body as an exact decimal. */
import Big from 'big.js';
import { LosslessNumber } from 'lossless-json';
import { decimal } from '../../contracts/src/contract/decimal.ts';

/**
 * `x` is a number or a LosslessNumber whose plain value is finite, as the validators hold it to. One that is too small
 * to calculate with (1e-2000) counts as its plain value.
 */
export function amountOf(x: unknown): Big {
  return decimal(x) ?? new Big(Number(x));
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
