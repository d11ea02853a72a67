/** V1 requests as the Web Form V2 requests that replace them, with what is lost and what is to be decided. */
import { isObject } from '../base/json-value.ts';
import { kindOf } from '../base/text.ts';
import {
  type FieldResult,
  isBlocking,
  type MigrationDecisions,
  mapRequest,
  type Tree,
} from './mapping-engine.ts';
import { table } from './mapping-table.ts';

export interface Migrated {
  /** The body of the V2 call; undefined while a field is blocking. */
  readonly v2: { readonly [name: string]: unknown } | undefined;
  readonly fields: readonly FieldResult[];
}

/**
 * The body of POST /api/v1/bankConnections/import as that of {webform_url}/api/webForms/bankConnectionImport (Migration
 * mapping). Parsed JSON in and out, every number a Decimal. A number that is text becomes a number, and
 * what is not in a list a list of one, which the message of its field says; where the documentation shows no type, any value is
 * carried unchanged. Throws TypeError for a body that is not an object.
 */
export function migrateImport(v1: object, decisions: MigrationDecisions = {}): Migrated {
  const body = requestBody('migrateImport', 'V1', v1);
  const { request: v2, fields } = mapRequest('import', body, decisions);
  return { v2, fields };
}

/**
 * The body of POST /api/v1/payments/moneyTransfers as that of {webform_url}/api/webForms/standalonePayment, which
 * replaces create and submit (Migration mapping). V1 carries no currency: without one, every amount needs a decision, unless
 * an undocumented `currency` beside it says its own. What `submission`, the body of POST /api/v1/payments/submit, asks for
 * beside its payment needs a decision too. A sender that is named by accountId alone is never migrated.
 * Throws RangeError for a currency that is not three capitals, and TypeError for a body that is not an object.
 */
export function migratePayment(
  v1: object,
  decisions: MigrationDecisions = {},
  submission: object = {},
): Migrated {
  const v2: Tree = {};
  const create = mapRequest('payment', requestBody('migratePayment', 'V1', v1), decisions, v2);
  const submit = mapRequest('submit', requestBody('migratePayment', 'V1', submission), decisions, v2);
  const created = 'iban' in v1 ? create.fields : create.fields.map(senderByAccount);
  const fields = [...created, ...submit.fields];
  return { v2: fields.some(isBlocking) ? undefined : v2, fields };
}

/** V2 names the sender by its IBAN alone: the accountId that V1 sends in its place has no V2 counterpart, whatever is decided. */
function senderByAccount(field: FieldResult): FieldResult {
  const row = table.payment.find(({ from }) => from === 'iban');
  if (field.from !== '/accountId' || row === undefined) return field;
  const message = 'is sent in place of iban: V2 would open a payment without a sender';
  const lost = { becomes: undefined, verdict: 'wrong-value', loss: 'the sender' } as const;
  return { ...field, row, to: '/sender/iban', message, ...lost };
}

/** `caller` is the function that takes the body. Throws TypeError, which repeats no value, for anything but an object. */
export function requestBody(caller: string, version: 'V1' | 'V2', body: unknown): object {
  if (isObject(body)) return body;
  throw new TypeError(`${caller} takes the body of a ${version} request as an object, not ${kindOf(body)}.`);
}
