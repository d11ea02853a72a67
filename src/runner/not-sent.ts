/** Why a case states nothing at a target whose test data leaves out of its requests what the case is about. */
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
import { type CaseCall, EXAMPLE_VALUES, fill, sentBody } from './call.ts';
import { fitToTestData, isThere } from './test-data.ts';
import { OutOfReach } from './unproven.ts';

type OwnTestData = Partial<TestData> | undefined;

/** Of a call. A body that is broken on purpose is sent as it is stated. */
export function notSentByCall(
  { clause, when, send }: Pick<CaseCall, 'when' | 'send'> & { readonly clause: ClauseId },
  own: OwnTestData,
): OutOfReach | undefined {
  if (typeof send === 'object' && 'broken' in send) return undefined;
  const showsClause = (body: unknown) => {
    const shown = new Set<ClauseId>();
    addReached(requestSchema(when)?.schema, nativeParams(when, body), shown);
    return shown.has(clause);
  };
  return notSent(clause, [[sentBody(send), showsClause]], own);
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
export function notSentByMigration(
  { clause, flow, v1, v2, currency }: MigrationRequests,
  own: OwnTestData,
): OutOfReach | undefined {
  const rows = table[flow].filter((row) => row.clause === clause);
  const hasAny = (places: readonly (string | null)[]) => (body: unknown) =>
    places.some((place) => place !== null && isThere(body, namesOf(place)));
  const requests: StatedRequest[] = [
    [v1, hasAny(rows.map(({ from }) => from))],
    [v2, hasAny(rows.map(({ to }) => to))],
  ];
  const why = notSent(clause, requests, own);
  if (why || !own?.excludes?.length) return why;
  const testData = { ...defaultTestData, ...own };
  const sent = (body: object) =>
    fitToTestData(fill(body, { ...EXAMPLE_VALUES, testData }), undefined, testData) as object;
  const compare = flow === 'import' ? compareImport : comparePayment;
  if (compare(sent(v1), sent(v2), { currency }).verdict === 'equivalent') return undefined;
  const reason = 'testData.excludes of the target leaves out of one request what the other one has';
  return new OutOfReach(reason, 'testData');
}

/** A body as the case states it, and whether a body has a field that the clause of the case is about. */
type StatedRequest = readonly [body: unknown, hasField: (body: unknown) => boolean];

/** The clauses on the list of orders: a shorter list does not show what their cases state. */
const OF_ORDERS: ReadonlySet<ClauseId> = new Set<ClauseId>([
  'MIGRATION-ORDERS',
  'V1-CREATE-ORDERS',
  'V2-PAYMENT-ORDERS',
]);

function notSent(
  clause: ClauseId,
  requests: readonly StatedRequest[],
  own: OwnTestData,
): OutOfReach | undefined {
  const testData = { ...defaultTestData, ...own };
  const { excludes, mostOrders } = testData;
  if (excludes.length === 0 && mostOrders === defaultTestData.mostOrders) return undefined;
  for (const [stated, hasField] of requests) {
    const body = filled(stated, testData);
    if (body instanceof OutOfReach) return body;
    const orders = OF_ORDERS.has(clause) ? ordersIn(body) : 0;
    if (orders > mostOrders)
      return new OutOfReach(
        `it is about ${orders} orders, and testData.mostOrders of the target is ${mostOrders}`,
        'testData',
      );
    if (hasField(body) && !hasField(fitToTestData(body, undefined, testData)))
      return new OutOfReach('testData.excludes of the target leaves out what it is about', 'testData');
  }
  return undefined;
}

/** The responses to earlier calls, whose ids a body may name. */
const EARLIER: readonly Exchange[] = Array(10).fill({ response: { body: { json: { id: 1 } } } });

function filled(body: unknown, testData: TestData): unknown {
  try {
    return fill(body, { ...EXAMPLE_VALUES, testData }, EARLIER);
  } catch (error) {
    only(error, OutOfReach);
    return error;
  }
}

function ordersIn(body: unknown): number {
  const orders = member(body, 'moneyTransfers') ?? member(body, 'orders');
  return Array.isArray(orders) ? orders.length : 0;
}
