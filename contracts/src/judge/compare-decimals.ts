/** Which of two documented numbers is the greater, and whether a third is what is between them, digit for digit. */
import type Big from 'big.js';
import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import { decimal, difference } from '../base/decimal.ts';
import { germanInstantsOf, isGermanTime } from '../base/german-time.ts';
import { isFields } from './read-message.ts';
import type { Settings } from './settings.ts';

/** As many significant digits every float keeps. */
const DIGITS_OF_A_FLOAT = 15;
/** Of the largest of three floats, more than they and their difference lose together. */
const LOST_SHARE = 2 ** -51;

/** Negative where `a` is the smaller, 0 where both are the same; undefined where either is no number. */
export function compareDecimals(a: unknown, b: unknown): number | undefined {
  // Two floats stand in the order of the decimals that they are written as.
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [decimal(a), decimal(b)];
  return left && right && left.cmp(right);
}

/** Whether `x` is exactly `a` less `b`; undefined where one of them is no number. */
export function isDifference(x: unknown, a: unknown, b: unknown): boolean | undefined {
  const [inCents, aInCents, bInCents] = [cents(x), cents(a), cents(b)];
  if (inCents !== undefined && aInCents !== undefined && bInCents !== undefined)
    return inCents === aInCents - bInCents;
  const due = difference(a, b);
  return due && decimal(x)?.eq(due);
}

/**
 * NUMBER-PRECISION: whether balances or amounts may be `apart` from what is due for the digits alone that they have lost
 * at a target that keeps floats.
 */
export function mayBeLostDigits(
  { numberPrecision }: Pick<Settings, 'numberPrecision'>,
  apart: Big | undefined,
  ...numbers: readonly unknown[]
): boolean {
  if (numberPrecision === 'decimal' || apart === undefined) return false;
  if (numbers.every((x) => digitsOf(x) <= DIGITS_OF_A_FLOAT)) return false;
  return numbers.some((x) => decimal(x)?.abs().times(LOST_SHARE).gte(apart.abs()));
}

/** The number without its sign; anything else as it is. */
export function magnitude(x: unknown): unknown {
  if (typeof x === 'number') return Math.abs(x);
  return isLosslessNumber(x) ? new LosslessNumber(String(x).replace(/^-/, '')) : x;
}

/** Whole cents, as nearly all amounts are: a float of up to 15 digits that is their hundredth is written as it. */
function cents(x: unknown): number | undefined {
  if (typeof x !== 'number') return undefined;
  const whole = Math.round(x * 100);
  return Math.abs(whole) < 1e15 && whole / 100 === x ? whole : undefined;
}

function digitsOf(x: unknown): number {
  const [digits = ''] = String(x).split(/e/i);
  return digits.replace(/\D/g, '').replace(/^0+/, '').length;
}

/** Whether German wall times can stand in descending order (Events 5), also where the clock repeats an hour. */

/**
 * The index of the first transaction whose bankBookingDate is later than the one before it; undefined where they can be in
 * descending order, ties in any. A time of the hour that autumn repeats names two instants, and either may be meant;
 * what is no German time is passed over.
 */
export function firstLater(transactions: readonly unknown[]): number | undefined {
  if (areDescendingTexts(transactions)) return undefined;
  let latest = Number.POSITIVE_INFINITY;
  for (const [index, transaction] of transactions.entries()) {
    const time = dateOf(transaction);
    if (!isGermanTime(time)) continue;
    // The latest instant that is still in order leaves most room to those that follow.
    const instant = germanInstantsOf(time).find((each) => each <= latest);
    if (instant === undefined) return index;
    latest = instant;
  }
  return undefined;
}

/** Wall times in descending order of their texts are in descending order of one reading of them, the later one. */
function areDescendingTexts(transactions: readonly unknown[]): boolean {
  let before: unknown = dateOf(transactions[0]);
  for (let index = 1; index < transactions.length; index++) {
    const time = dateOf(transactions[index]);
    if (typeof before !== 'string' || typeof time !== 'string' || time > before) return false;
    before = time;
  }
  return true;
}

function dateOf(transaction: unknown): unknown {
  return isFields(transaction) ? transaction['bankBookingDate'] : undefined;
}
