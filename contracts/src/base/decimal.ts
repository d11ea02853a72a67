/**
 * Money and other documented numbers as exact decimals. What names a type of big.js or lossless-json is `@internal`: the
 * published declarations name no other package.
 */
import Big from 'big.js';
import { isLosslessNumber } from 'lossless-json';
import { type Decimal, decimalOf } from './json-value.ts';

/** Amounts have some dozen digits; beyond this power of ten an addition would fill the memory with zeros. */
const LARGEST_EXPONENT = 1000;
/** A float keeps at least this many significant digits. */
const DIGITS_OF_A_FLOAT = 15;
/** Three floats and their difference lose less than this share of the largest of them. */
const LOST_SHARE = 2 ** -51;

/** @internal A Decimal, ready for arithmetic. Undefined for anything else, such as a string, and beyond 10^±1000. */
export function toBig(x: unknown): Big | undefined {
  const big = unbounded(x);
  return big !== undefined && Math.abs(big.e) <= LARGEST_EXPONENT ? big : undefined;
}

const DECIMAL = /^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;

/** A decimal that is written as text, digit for digit; zeros before it, which JSON has not, say nothing. */
export function decimalIn(text: string): Decimal | undefined {
  return DECIMAL.test(text) ? decimalOf(text.replace(/^(-?)0+(?=[0-9])/, '$1')) : undefined;
}

/** Whether the text is the number with the same digits. */
export function isNumberAsText(value: unknown): value is string {
  const number = typeof value === 'string' ? decimalIn(value) : undefined;
  return number !== undefined && String(number) === value;
}

/** Whether both are numbers of the same value: 12.50 equals 12.5 and 1e2 equals 100, but the string "12.5" does not. */
export function sameDecimal(a: unknown, b: unknown): boolean {
  const [left, right] = [unbounded(a), unbounded(b)];
  return left !== undefined && right !== undefined && left.eq(right);
}

/** @internal The exact a − b (Events, balanceChange = newBalance − oldBalance); undefined when either has no decimal. */
export function difference(a: unknown, b: unknown): Big | undefined {
  const [left, right] = [toBig(a), toBig(b)];
  return left !== undefined && right !== undefined ? left.minus(right) : undefined;
}

/** Negative where `a` is the smaller, 0 where both are the same; undefined where either is no number. */
export function compareDecimals(a: unknown, b: unknown): number | undefined {
  // Two floats have the order of the decimals that they are written as.
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [toBig(a), toBig(b)];
  return left && right && left.cmp(right);
}

/** Whether `x` is `a` less `b`, as decimals or as doubles compute it; undefined where one of them is no number. */
export function isDifference(x: unknown, a: unknown, b: unknown): boolean | undefined {
  const [due, found] = [difference(a, b), toBig(x)];
  return due && found && isLost(due.minus(found), [x, a, b]);
}

/** The number without its sign; any other value unchanged. */
export function absolute(x: unknown): unknown {
  if (typeof x === 'number') return Math.abs(x);
  return isLosslessNumber(x) ? decimalOf(x.value.replace(/^-/, '')) : x;
}

/** @internal Whether floats in place of these numbers would lose as much as `apart`. */
export function mayBeFloatLoss(apart: Big | undefined, ...numbers: readonly unknown[]): boolean {
  if (apart === undefined || numbers.every((x) => digitsOf(x) <= DIGITS_OF_A_FLOAT)) return false;
  return isLost(apart, numbers);
}

function isLost(apart: Big, numbers: readonly unknown[]): boolean {
  return numbers.some((x) => toBig(x)?.abs().times(LOST_SHARE).gte(apart.abs()));
}

/** Reads a number of almost any size, only for comparing: adding would write out the zeros of 1e1000000. */
function unbounded(x: unknown): Big | undefined {
  const source = typeof x === 'number' || isLosslessNumber(x) ? String(x) : '';
  if (!/^-?[0-9]/.test(source)) return undefined;
  const big = new Big(source);
  return Math.abs(big.e) < 1e15 ? big : undefined;
}

function digitsOf(x: unknown): number {
  const [digits = ''] = String(x).split(/e/i);
  return digits.replace(/\D/g, '').replace(/^0+/, '').length;
}
