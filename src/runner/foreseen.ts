/** What a case shows when all goes well, and why it states nothing at a target whose test data leave out what it is about. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import type { TestData } from '../../contracts/generated/test-data.ts';
import { member } from '../../contracts/src/base/json-value.ts';
import type { Exchange } from '../../contracts/src/judge/exchange.ts';
import { judge } from '../../contracts/src/judge/judge.ts';
import { compareFlow } from '../../contracts/src/migration/compare-requests.ts';
import { only } from '../base/errors.ts';
import { type CaseCall, EXAMPLE_VALUES, fill, sentBody } from './call.ts';
import { type Case, callsIn } from './case.ts';
import { clausesMapped, type MigrationCase } from './migration-case.ts';
import type { TargetDescription } from './targets/target.ts';
import { DECIDED, fitToTestData, OWN_TEST_DATA, tooManyRules } from './test-data.ts';
import { OutOfReach } from './unproven.ts';
import { wireRequest } from './wire-request.ts';

interface Foreseen {
  /** The clauses beside its own that the case shows when all goes well. */
  readonly covers: ReadonlySet<ClauseId>;
  /** Why it states nothing at the target. */
  readonly whyNot?: OutOfReach | undefined;
}

export function foreseenOfCase(target: TargetDescription, row: Case): Foreseen {
  const { clause, send, first } = row;
  const sent = typeof send === 'object' && 'broken' in send ? [] : [sentBody(send)];
  const shownWith = (testData: TestData) => shownByExample({ ...target, testData }, row);
  const found = foreseen(clause, sent, target.testData, shownWith);
  const rules = [...callsIn(first), row].filter(({ when }) => when === 'createNotificationRule');
  const ofUsers = Map.groupBy(rules, ({ as }) => as === 'other user');
  return { ...found, whyNot: found.whyNot ?? tooManyRules([...ofUsers.values()], target.testData) };
}

type AcceptanceCase = Case & Required<Pick<Case, 'accepts'>>;

/** Which requests of a case that are to be accepted the target can take, and what they show. */
export function foreseenRequests(
  target: TargetDescription,
  row: AcceptanceCase,
): Foreseen & { readonly bodies: readonly unknown[] } {
  const { others, pairs } = row.accepts;
  const covers = new Set(clausesOfToken(target, pairs));
  const bodies: unknown[] = [];
  let whyNot: OutOfReach | undefined;
  for (const send of [...others, row.send]) {
    const one = foreseenOfCase(target, { ...row, send } as Case);
    whyNot ??= one.whyNot;
    if (one.whyNot) continue;
    bodies.push(send);
    for (const shown of one.covers) covers.add(shown);
  }
  return { covers, bodies, ...(bodies.length === 0 && { whyNot }) };
}

/**
 * The clauses of the pairs whose baseline is a call of another operation: that their request is taken shows something of its
 * token, at a target that reads it.
 */
export function clausesOfToken(
  { lacks }: Pick<TargetDescription, 'lacks'>,
  pairs: AcceptanceCase['accepts']['pairs'],
): ClauseId[] {
  if (lacks.judgement !== undefined) return [];
  return pairs.flatMap(({ clause, baseline }) => (Array.isArray(baseline) ? clause : []));
}

/** A clause on several fields is shown by any of them, but each that is left is in both requests. */
export function foreseenOfMigration({ testData }: TargetDescription, row: MigrationCase): Foreseen {
  const { clause, flow, v1, v2 } = row;
  const found = foreseen(clause, [v1, v2], testData, (of) => clausesMapped(flow, sentWith(of, v1)));
  if (found.whyNot || testData.excludes.length === 0) return found;
  const [sentV1, sentV2] = [v1, v2].map((body) => sentWith(testData, body) as object);
  if (compareFlow(flow, sentV1 ?? {}, sentV2 ?? {}, DECIDED).verdict === 'equivalent') return found;
  const reason = 'testData.excludes of the target leaves out of one request what the other one has';
  return { ...found, whyNot: new OutOfReach(reason, 'testData') };
}

/** `sent` are the bodies that the case is about; `shownWith` returns what its requests show that are made with some test data. */
function foreseen(
  clause: ClauseId,
  sent: readonly unknown[],
  testData: TestData,
  shownWith: (testData: TestData) => ReadonlySet<ClauseId>,
): Foreseen {
  const covers = shownWith(OWN_TEST_DATA);
  if (testData === OWN_TEST_DATA) return { covers };
  const lists = sent.map((body) => member(body, 'moneyTransfers') ?? member(body, 'orders'));
  const orders = Math.max(0, ...lists.map((list) => (Array.isArray(list) ? list.length : 0)));
  if (OF_ORDERS.has(clause) && orders > testData.mostOrders) {
    const reason = `it is about ${orders} orders, and testData.mostOrders of the target is ${testData.mostOrders}`;
    return { covers, whyNot: new OutOfReach(reason, 'testData') };
  }
  try {
    const left = shownWith(testData);
    if (!covers.has(clause) || left.has(clause)) return { covers: left };
    const reason = 'testData.excludes of the target leaves out what it is about';
    return { covers: left, whyNot: new OutOfReach(reason, 'testData') };
  } catch (error) {
    only(error, OutOfReach);
    return { covers, whyNot: error };
  }
}

/** The clauses on the list of orders: a shorter list does not show what their cases state. */
const OF_ORDERS: ReadonlySet<ClauseId> = new Set<ClauseId>([
  'MIGRATION-ORDERS',
  'V1-CREATE-ORDERS',
  'V2-PAYMENT-ORDERS',
]);

/** What a case shows when the responses are the full examples of the documents. */
function shownByExample(target: TargetDescription, row: Case): Set<ClauseId> {
  const earlier: Exchange[] = [];
  for (const call of [...callsIn(row.first), row]) {
    const { request } = wireRequest(
      target,
      call,
      sentWith(target.testData, sentBody(call.send), earlier),
      undefined,
    );
    earlier.push({ request, response: exampleResponse(call) });
  }
  return new Set(judge(row.when, earlier.at(-1) as Exchange, target.settings).shows);
}

/** Throws OutOfReach where the target lacks a value. */
function sentWith(testData: TestData, body: unknown, earlier: readonly Exchange[] = []): unknown {
  return fitToTestData(fill(body, { ...EXAMPLE_VALUES, testData }, earlier), undefined, testData);
}

function exampleResponse({ when, then }: CaseCall): Exchange['response'] {
  if (then === 'refused') return { status: 400, headers: {} };
  const examplesOf: Record<string, Record<string, unknown>> = examples.answers[when];
  const json = examplesOf[String(then)]?.['full'];
  const status = then === '2XX' ? 200 : then;
  return { status, headers: {}, ...(json !== undefined && { body: { json } }) };
}
