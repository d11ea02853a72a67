/** A number of a valid body as an exact decimal. */
import Big from 'big.js';
import { decimal } from '../../contracts/src/contract/decimal.ts';

/**
 * `x` is a number or a LosslessNumber whose plain value is finite, as the validators hold it to. One that is too small
 * to calculate with (1e-2000) counts as its plain value.
 */
export function amountOf(x: unknown): Big {
  return decimal(x) ?? new Big(Number(x));
}
