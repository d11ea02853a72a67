/** A balance or amount of a message that is no BigDecimal. */
import type { Settings } from '../settings.ts';

/** Digit for digit, or as the binary float next to it (NUMBER-PRECISION). */
export function plainNumber(amount: number, { numberPrecision }: Pick<Settings, 'numberPrecision'>): number {
  return numberPrecision === 'decimal' ? amount : Number(String(amount));
}
