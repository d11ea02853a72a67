/** Judges a V2 request that somebody else wrote against the V1 request it replaces. */
import type { Decisions } from './carry.ts';
import { type ComparedField, comparedFields, isFailing } from './compared-fields.ts';
import { migrateImport, migratePayment } from './migrate.ts';

export interface Comparison {
  readonly verdict: 'equivalent' | 'not-equivalent';
  readonly fields: readonly ComparedField[];
}

/** A V1 import against a V2 bank connection import. Parsed JSON; LosslessNumbers where digits matter. */
export function compareImport(v1: object, v2: object): Comparison {
  return comparison(comparedFields(migrateImport(v1).fields, v2, 'import'));
}

/** A V1 create against a V2 standalone payment. With a currency decided, another one in V2 is a wrong value. */
export function comparePayment(v1: object, v2: object, decisions: Decisions = {}): Comparison {
  return comparison(comparedFields(migratePayment(v1, decisions).fields, v2, 'payment'));
}

/** One failing field makes the requests not equivalent. */
export function comparison(fields: readonly ComparedField[]): Comparison {
  return { verdict: fields.some(isFailing) ? 'not-equivalent' : 'equivalent', fields };
}
