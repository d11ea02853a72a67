/** Turns V1 requests into Web Form V2 requests, with what is lost and what is to be decided. */
import { type FlowKind, flows, type Version } from '../base/flows.ts';
import { isObject, isSet, member } from '../base/json-value.ts';
import { kindOf } from '../base/text.ts';
import { type FieldResult, isBlocking, mapRequest, type Tree } from './mapping-engine.ts';
import { table } from './mapping-table.ts';
import type { MigrationDecisions } from './migration-decisions.ts';

export interface Migrated {
  /** The body of the V2 call; undefined while a field is blocking, since an incomplete request must not be sent. */
  readonly v2: { readonly [name: string]: unknown } | undefined;
  readonly fields: readonly FieldResult[];
}

/**
 * Turns the body of POST /api/v1/bankConnections/import into that of {webform_url}/api/webForms/bankConnectionImport (Migration
 * mapping). Parsed JSON in and out, every number a Decimal. A number as text becomes a number, and a value in place of a list a
 * list of one; the field's message says so. Where the documentation shows no type, any value is carried unchanged. Throws
 * TypeError for a body that is not an object, and RangeError for a bad currency.
 *
 * @example
 * import { migrateImport } from 'bank-access-contracts/migration';
 * migrateImport({ bankId: 280001, accountTypes: ['CreditCard'] }).v2;
 * // { bank: { id: 280001 }, accountTypes: ['CREDIT_CARD'] }
 */
export function migrateImport(v1: object, decisions: MigrationDecisions = {}): Migrated {
  return migrateFlow('import', decisions, requestBody('migrateImport', 'V1', v1));
}

/**
 * Turns the body of POST /api/v1/payments/moneyTransfers into that of {webform_url}/api/webForms/standalonePayment, which
 * replaces create and submit (Migration mapping). V1 has no currency: every amount needs a decision, unless an undocumented
 * `currency` beside it gives one. What `submission`, the body of POST /api/v1/payments/submit, asks for beside its payment
 * needs a decision too. A sender with an accountId alone is never migrated. Throws RangeError for a currency that is not three
 * capitals, and TypeError for a body that is not an object.
 *
 * @example
 * import { migratePayment } from 'bank-access-contracts/migration';
 * migratePayment({ moneyTransfers: [{ amount: 12.5 }] }, { currency: 'EUR' }).v2;
 * // { orders: [{ amount: { value: 12.5, currency: 'EUR' } }] }
 */
export function migratePayment(
  v1: object,
  decisions: MigrationDecisions = {},
  submission: object = {},
): Migrated {
  const [create, submit] = [v1, submission].map((body) => requestBody('migratePayment', 'V1', body));
  return migrateFlow('payment', decisions, create, submit);
}

/** `bodies` are the bodies of the V1 calls in order, undefined for an empty one. Throws RangeError for a bad currency. */
export function migrateFlow(
  kind: FlowKind,
  decisions: MigrationDecisions,
  ...bodies: readonly (object | undefined)[]
): Migrated {
  const v2: Tree = {};
  const fields = flows[kind].requests.flatMap((request, at) => {
    const body = bodies[at] ?? {};
    return mapRequest(request, body, decisions, v2).map((field) => withSender(field, body));
  });
  return { v2: fields.some(isBlocking) ? undefined : v2, fields };
}

/** V2 identifies the sender only by IBAN: the accountId that V1 sends instead has no counterpart, whatever is decided. */
function withSender(field: FieldResult, body: object): FieldResult {
  if (field.from !== '/accountId' || isSet(member(body, 'iban'))) return field;
  const row = table[field.request].find(({ to }) => to === 'sender.iban');
  if (row === undefined) return field;
  const message = 'is sent in place of iban: V2 would open a payment without a sender';
  const lost = { becomes: undefined, verdict: 'wrong-value', loss: 'the sender' } as const;
  return { ...field, row, to: '/sender/iban', message, ...lost };
}

/** Throws a TypeError that names `caller` and repeats no value for anything but an object. */
export function requestBody(caller: string, version: Version, body: unknown): object {
  if (isObject(body)) return body;
  throw new TypeError(`${caller} takes the body of a ${version} request as an object, not ${kindOf(body)}.`);
}
