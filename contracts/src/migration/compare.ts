/** Judges a V2 request that somebody else wrote against the V1 request it replaces. */
import type { Decisions } from './carry.ts';
import { type ComparedField, comparedFields, isFailing } from './compared-fields.ts';
import { migrateImport, migratePayment } from './migrate.ts';
import { requestBody } from './request-body.ts';

export interface Comparison {
  readonly verdict: 'equivalent' | 'not-equivalent';
  readonly fields: readonly ComparedField[];
}

/** A V1 import against a V2 bank connection import. Parsed JSON; LosslessNumbers where digits matter. Throws TypeError for a body that is no object. */
export function compareImport(v1: object, v2: object): Comparison {
  const [one, two] = bodies('compareImport', v1, v2);
  return comparison(comparedFields(migrateImport(one).fields, two, 'import'));
}

/** A V1 create against a V2 standalone payment. With a currency decided, another one in V2 is a wrong value. Throws as compareImport and migratePayment do. */
export function comparePayment(v1: object, v2: object, decisions: Decisions = {}): Comparison {
  const [one, two] = bodies('comparePayment', v1, v2);
  return comparison(comparedFields(migratePayment(one, decisions).fields, two, 'payment'));
}

/** One failing field makes the requests not equivalent. */
export function comparison(fields: readonly ComparedField[]): Comparison {
  return { verdict: fields.some(isFailing) ? 'not-equivalent' : 'equivalent', fields };
}

function bodies(asker: string, v1: unknown, v2: unknown): [v1: object, v2: object] {
  return [requestBody(asker, 'V1', v1), requestBody(asker, 'V2', v2)];
}
