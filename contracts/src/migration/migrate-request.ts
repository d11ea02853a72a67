/** Refuses what is no request body, before anything of it is read. */
import { isObject } from '../base/json-value.ts';
import { kindOf } from '../base/text.ts';
import { type Carried, carry, type Decisions, type FieldResult, isBlocking, plan } from './mapping-engine.ts';
import { table } from './mapping-table.ts';

/** `asker` is who takes it. Throws TypeError for anything but an object; no message repeats what it is. */
export function requestBody(asker: string, version: 'V1' | 'V2', body: unknown): object {
  if (isObject(body)) return body;
  throw new TypeError(`${asker} takes the body of a ${version} request as an object, not ${kindOf(body)}.`);
}

/** V1 requests to Web Form V2 requests, field by field, with what is lost and what is still to be decided. */

const importForth = plan(table.import, table, 'forth');
const paymentForth = plan(table.payment, table, 'forth');
const submitForth = plan(table.submit, table, 'forth');

export interface Migrated {
  /** The body of the V2 call; undefined while a field is blocking, since half a request must not be sent. */
  readonly v2: { readonly [name: string]: unknown } | undefined;
  readonly fields: readonly FieldResult[];
}

/**
 * The body of POST /api/v1/bankConnections/import as that of {webform_url}/api/webForms/bankConnectionImport (Migration
 * mapping). Parsed JSON in and out; a LosslessNumber is carried as it is. `at` is the JSON Pointer of the request where it
 * stands in a larger document. Throws TypeError for a body that is no object.
 */
export function migrateImport(v1: object, at = ''): Migrated {
  return migrated(carry(importForth, requestBody('migrateImport', 'V1', v1), {}, at));
}

/**
 * The body of POST /api/v1/payments/moneyTransfers as that of {webform_url}/api/webForms/standalonePayment, which takes
 * the place of create and submit (Migration mapping). V1 carries no currency: without one, every amount needs a decision.
 * Throws RangeError for a currency that is not three capitals, and TypeError for a body that is no object.
 */
export function migratePayment(v1: object, decisions: Decisions = {}, at = ''): Migrated {
  return migrated(carry(paymentForth, requestBody('migratePayment', 'V1', v1), decisions, at));
}

/** What becomes of the fields of POST /api/v1/payments/submit: no V2 request follows it. Throws TypeError for a body that is no object. */
export function submitFields(v1: object): readonly FieldResult[] {
  return carry(submitForth, requestBody('submitFields', 'V1', v1)).fields;
}

function migrated({ request, fields }: Carried): Migrated {
  return { v2: fields.some(isBlocking) ? undefined : request, fields };
}

/** V2 requests back to the V1 requests they replace, where a way home exists. */

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
