/** Tells a JSON object from every other value. */
import { isLosslessNumber } from 'lossless-json';

/** No list, no null, and no number that keeps its digits. */
export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}
