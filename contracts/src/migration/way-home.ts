/** V2 requests back to the V1 requests they replace, where a way home exists. */
import { type Carried, carry } from './carry.ts';
import { type FieldResult, isBlocking } from './field.ts';
import { plan } from './plan.ts';
import { requestBody } from './request-body.ts';
import { table } from './table.ts';

const importHome = plan(table.import, table, 'home');
const paymentHome = plan(table.payment, table, 'home');

export interface BroughtHome {
  /** The body of the V1 call; undefined where a value has no way home (several allowed interfaces). */
  readonly v1: { readonly [name: string]: unknown } | undefined;
  /** `from` is the V2 place here and `to` the V1 place. */
  readonly fields: readonly FieldResult[];
}

/** A V2 bank connection import as the V1 import it replaces. */
export function importHomeToV1(v2: object): BroughtHome {
  return broughtHome(carry(importHome, requestBody('importHomeToV1', 'V2', v2)));
}

/** A V2 payment as the V1 create it replaces. The currencies are lost, as V1 has no field for them; the submit is not told. */
export function paymentHomeToV1(v2: object): BroughtHome {
  return broughtHome(carry(paymentHome, requestBody('paymentHomeToV1', 'V2', v2)));
}

function broughtHome({ request, fields }: Carried): BroughtHome {
  return { v1: fields.some(isBlocking) ? undefined : request, fields };
}
