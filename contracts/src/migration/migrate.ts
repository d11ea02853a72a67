/** V1 requests to Web Form V2 requests, field by field, with what is lost and what is still to be decided. */
import { type Carried, carry, type Decisions } from './carry.ts';
import { type FieldResult, isBlocking } from './field.ts';
import { plan } from './plan.ts';
import { requestBody } from './request-body.ts';
import { table } from './table.ts';

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
