/** Money and other documented numbers as exact decimals. */
import Big from 'big.js';
import { isLosslessNumber } from 'lossless-json';

/** Amounts have some dozen digits; beyond this power of ten an addition would fill the memory with zeros. */
const LARGEST_EXPONENT = 1000;

/**
 * The exact decimal of a number or LosslessNumber, as the exact JSON reader gives them. Undefined for anything else (a
 * string is not a number), for NaN and infinities, and beyond 10^±1000 (1e999999999 is no amount).
 */
export function decimal(x: unknown): Big | undefined {
  const big = unbounded(x);
  return big !== undefined && Math.abs(big.e) <= LARGEST_EXPONENT ? big : undefined;
}

/** Whether both are numbers of the same value: 12.50 equals 12.5 and 1e2 equals 100, but the string "12.5" does not. */
export function sameDecimal(a: unknown, b: unknown): boolean {
  const [left, right] = [unbounded(a), unbounded(b)];
  return left !== undefined && right !== undefined && left.eq(right);
}

/** The exact a − b (Events, balanceChange = newBalance − oldBalance); undefined when either has no decimal. */
export function difference(a: unknown, b: unknown): Big | undefined {
  const [left, right] = [decimal(a), decimal(b)];
  return left !== undefined && right !== undefined ? left.minus(right) : undefined;
}

/** Safe to compare, which never writes out the zeros, but not to calculate with. Its exponent is exact as a float. */
function unbounded(x: unknown): Big | undefined {
  const source = typeof x === 'number' || isLosslessNumber(x) ? String(x) : '';
  if (!/^-?[0-9]/.test(source)) return undefined;
  const big = new Big(source);
  return Math.abs(big.e) < 1e15 ? big : undefined;
}
