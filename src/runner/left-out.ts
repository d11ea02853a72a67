/** Why a case states nothing at a target whose test data leaves out of its request what the case is about. */

import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { defaultTestData, type TestData } from '../../contracts/generated/test-data.ts';
import { only } from '../../contracts/src/base/errors.ts';
import { member } from '../../contracts/src/base/json-value.ts';
import type { Exchange } from '../../contracts/src/judge/exchange.ts';
import { requestSchema } from '../../contracts/src/judge/operation.ts';
import { addReached } from '../../contracts/src/judge/schema-findings.ts';
import { nativeParams } from '../../contracts/src/judge/validator.ts';
import { compareImport, comparePayment } from '../../contracts/src/migration/compare-requests.ts';
import { type FlowKind, namesOf, table } from '../../contracts/src/migration/mapping-table.ts';
import { type CaseCall, EXAMPLE_VALUES, fill, sentBody, type Values } from './call.ts';
import { asTaken, DEFAULT_SOURCE, isThere } from './test-data.ts';
import { OutOfReach } from './unproven.ts';

/** The clauses on the list of orders: a shorter list does not show what their cases state. */
const OF_ORDERS: ReadonlySet<ClauseId> = new Set<ClauseId>([
  'MIGRATION-ORDERS',
  'V1-CREATE-ORDERS',
  'V2-PAYMENT-ORDERS',
]);

/** A request of a case as it states it, and whether a body has a field that the clause of the case is about. */
interface StatedRequest {
  readonly body: unknown;
  readonly shows: (body: unknown) => boolean;
}

/** Of a call. A body that is broken on purpose is sent as it is stated. */
export function leftOutOfCall(
  { clause, when, send }: Pick<CaseCall, 'when' | 'send'> & { readonly clause: ClauseId },
  testData: Partial<TestData> | undefined,
): OutOfReach | undefined {
  if (typeof send === 'object' && 'broken' in send) return undefined;
  const schema = requestSchema(when)?.schema;
  const shows = (body: unknown) => {
    const shown = new Set<ClauseId>();
    addReached(schema, nativeParams(when, body), shown);
    return shown.has(clause);
  };
  return leftOut(clause, [{ body: sentBody(send), shows }], testData);
}

interface MigrationRequests {
  readonly clause: ClauseId;
  readonly flow: FlowKind;
  readonly v1: object;
  readonly v2: object;
  readonly currency?: string;
}

/**
 * Of the V1 request and the V2 request of a migration. A clause on several fields is shown by any of them, but each that
 * is left is in both requests.
 */
export function leftOutOfMigration(
  { clause, flow, v1, v2, currency }: MigrationRequests,
  testData: Partial<TestData> | undefined,
): OutOfReach | undefined {
  const rows = table[flow].filter((row) => row.clause === clause);
  const showsAny = (places: readonly (string | null)[]) => (body: unknown) =>
    places.some((place) => place !== null && isThere(body, stepsOf(place)));
  const requests = [
    { body: v1, shows: showsAny(rows.map(({ from }) => from)) },
    { body: v2, shows: showsAny(rows.map(({ to }) => to)) },
  ];
  const why = leftOut(clause, requests, testData);
  if (why || !testData?.excludes?.length) return why;
  const all = { ...defaultTestData, ...testData };
  const taken = (body: object) => asTaken(fill(body, valuesOf(all)), undefined, all) as object;
  const compare = flow === 'import' ? compareImport : comparePayment;
  if (compare(taken(v1), taken(v2), { currency }).verdict === 'equivalent') return undefined;
  const reason = 'testData.excludes of the target leaves out of one request what the other one has';
  return new OutOfReach(reason, 'testData');
}

function valuesOf(testData: TestData): Values {
  return { ...EXAMPLE_VALUES, source: { ...DEFAULT_SOURCE, testData } };
}

function leftOut(
  clause: ClauseId,
  requests: readonly StatedRequest[],
  own: Partial<TestData> = {},
): OutOfReach | undefined {
  const testData = { ...defaultTestData, ...own };
  const { excludes, mostOrders } = testData;
  if (excludes.length === 0 && mostOrders === defaultTestData.mostOrders) return undefined;
  const values = valuesOf(testData);
  try {
    for (const { body, shows } of requests) {
      const stated = fill(body, values, ANSWERS);
      if (OF_ORDERS.has(clause) && ordersIn(stated) > mostOrders)
        return new OutOfReach(
          `it is about ${ordersIn(stated)} orders, and testData.mostOrders of the target is ${mostOrders}`,
          'testData',
        );
      if (shows(stated) && !shows(asTaken(stated, undefined, testData)))
        return new OutOfReach('testData.excludes of the target leaves out what it is about', 'testData');
    }
    return undefined;
  } catch (error) {
    only(error, OutOfReach);
    return error;
  }
}

/** Answers to earlier calls, whose ids a body may name. */
const ANSWER: Exchange = {
  request: { method: 'POST', url: '', headers: {} },
  response: { status: 200, headers: {}, body: { json: { id: 1 } } },
};
const ANSWERS: readonly Exchange[] = Array(10).fill(ANSWER);

function ordersIn(body: unknown): number {
  const orders = member(body, 'moneyTransfers') ?? member(body, 'orders');
  return Array.isArray(orders) ? orders.length : 0;
}

function stepsOf(place: string): string[] {
  return namesOf(place).map((name) => (name === '[]' ? '*' : name));
}
