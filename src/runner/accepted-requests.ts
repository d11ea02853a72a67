/** Plans and plays requests that must all be accepted; if one gets an error response, requests with single fields find out why. */

import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { type Finding, findingOf } from '../../contracts/src/base/finding.ts';
import { flowCalls } from '../../contracts/src/base/flows.ts';
import type { Exchange } from '../../contracts/src/judge/exchange.ts';
import { andList } from '../base/words.ts';
import { resultOfBaseline, whyRefused } from './baseline.ts';
import { type Callers, type CaseCall, sentBody } from './call.ts';
import { type Case, callsIn, type RequestPair } from './case.ts';
import type { CaseUsers } from './case-users.ts';
import { clausesOfToken, type foreseenRequests } from './foreseen.ts';
import { outcomeOf, outcomeText, refusedText, unexpectedStatus, whyNoForm } from './refusals.ts';
import { type CaseEvidence, gather, judgeProvider, judgeShown } from './run-case.ts';
import type { CallResult, PlannedCalls, Target } from './session/session.ts';
import { Unproven } from './unproven.ts';

type AcceptanceCase = Parameters<typeof foreseenRequests>[1];

/** A case with the bodies that are sent in any event. */
interface AcceptedBodies {
  readonly row: AcceptanceCase;
  readonly bodies: readonly unknown[];
}

type PlannedRequests = ReturnType<typeof plannedRequests>;

/** The call of the case with another body. */
export function withBody({ when, then, api }: Pick<Case, 'when' | 'then' | 'api'>, send: unknown): CaseCall {
  return { when, then, send, ...(api && { api }) } as CaseCall;
}

/** The call of each request, after those that it needs, and who makes them. */
export function plannedRequests({ row, bodies }: AcceptedBodies, own: string, users: CaseUsers) {
  const requestOf = (body: unknown, callersOf: (calls: readonly CaseCall[]) => Callers): PlannedCalls => {
    const calls = [...callsIn(row.first), withBody(row, body)];
    return { calls, callers: callersOf(calls) };
  };
  // These requests are always sent, the smallest one first.
  const requests = bodies.map((body) =>
    requestOf(body, (calls) => users.callers(calls, `${own} ${bodyKey(body)}`)),
  );
  const single = (body: unknown, at: number) =>
    requestOf(body, (calls) => {
      if (row.when === 'createUser') return users.callers(calls, own);
      // A rule may make the next one a duplicate; the client has one token.
      return users.ownCallers(calls, row.when in flowCalls ? `fields of ${own}` : `field ${at} of ${own}`);
    });
  const planned = new Set(bodies.map(bodyKey));
  const singlesOf = (isSmallest: boolean) => {
    const sent = pairsWhen(row, isSmallest).flatMap(({ send, baseline }) =>
      Array.isArray(baseline) ? [send] : [send, baseline],
    );
    const bodyOf = new Map(sent.map((body) => [bodyKey(body), body] as const));
    return [...bodyOf].filter(([key]) => !planned.has(key)).map(([, body], at) => single(body, at));
  };
  // Requests with one field each: for when the smallest one is refused, or only a larger one.
  const [smallest, larger] = [singlesOf(true), singlesOf(false)];
  // Before these or after, by the same user where one user sends them all.
  const again = single(smallestOf(row), larger.length);
  const longer = larger.length < smallest.length ? smallest : larger;
  const most = longer.length > 0 ? [again, ...longer] : [];
  const baselines = row.accepts.pairs.flatMap((pair) =>
    Array.isArray(pair.baseline) ? [[pair, users.baseline(pair.baseline)] as const] : [],
  );
  return { row, requests, singles: { smallest, larger }, again, most, baselines: new Map(baselines) };
}

function smallestOf({ accepts, send }: AcceptanceCase): unknown {
  return accepts.others[0] ?? send;
}

/** What finds out why the smallest request is refused, or only a larger one. */
function pairsWhen(row: AcceptanceCase, isSmallest: boolean): readonly RequestPair[] {
  const smallest = bodyKey(smallestOf(row));
  return row.accepts.pairs.filter(
    ({ send, baseline }) => (Array.isArray(baseline) || bodyKey(send) === smallest) === isSmallest,
  );
}

/** Equal bodies have the same key. */
function bodyKey(body: unknown): string {
  return JSON.stringify(sentBody(body as CaseCall['send']));
}

interface Tried extends CallResult {
  /** The index of its exchange among those of the case. */
  readonly at: number;
  readonly shown: readonly ClauseId[];
}

/** Throws Unproven where the requests show nothing of the clause of the case. */
export async function playAcceptance(
  target: Target,
  planned: PlannedRequests,
  evidence: CaseEvidence,
): Promise<void> {
  const { row } = planned;
  const tryOne = (request: PlannedCalls) => tryRequest(target, request, evidence);
  const tried = new Map<string, Tried>();
  const tryAll = async (requests: readonly PlannedCalls[]) => {
    for (const request of requests) tried.set(bodyKey(request.calls.at(-1)?.send), await tryOne(request));
  };
  await tryAll(planned.requests);
  const results = [...tried.values()];
  const other = results.find(({ outcome }) => outcome === 'neither');
  if (other) throw new Unproven(outcomeText(other.call, other.exchange));
  const refused = results.find(({ outcome }) => outcome === 'refused');
  if (refused) {
    const isSmallest = tried.get(bodyKey(smallestOf(row)))?.outcome === 'refused';
    const why = new Unproven(refusedText(target, refused.call, refused.exchange));
    // If the smallest request has another outcome now, the findings say nothing of a field.
    const isChanged = async () => ((await tryOne(planned.again)).outcome === 'refused') !== isSmallest;
    if (isSmallest && (await isChanged())) throw why;
    await tryAll(planned.singles[isSmallest ? 'smallest' : 'larger']);
    const { found, reasons } = await findRefused(target, pairsWhen(row, isSmallest), planned, tried);
    const isRepeated = found.length > 0 && !isSmallest && (await isChanged());
    if (!isRepeated) evidence.findings.push(...found);
    if (found.length === 0 || isRepeated || isSmallest) throw new Unproven(reasonsText(why.message, reasons));
  }
  const [first] = results;
  if (first && !results.some(({ outcome }) => outcome === 'as stated'))
    throw new Unproven(outcomeText(first.call, first.exchange));
  const shows = [...tried.values()].flatMap(({ shown }) => shown);
  const ofToken = refused ? [] : clausesOfToken(target, row.accepts.pairs);
  const noForm = first && whyNoForm(target, first.call, first.exchange);
  judgeShown(evidence, [...shows, ...ofToken], noForm);
}

/** Throws Unproven where the calls before its own get no success. */
async function tryRequest(
  target: Target,
  { calls, callers }: PlannedCalls,
  evidence: CaseEvidence,
): Promise<Tried> {
  const { exchanges, findings } = evidence;
  const call = calls.at(-1) as CaseCall;
  const at = await gather(target, { ...call, first: calls.slice(0, -1) }, callers, evidence, findings);
  const exchange = exchanges[at] as Exchange;
  const { found, shows } = judgeProvider(call.when, exchange, target.settings);
  findings.push(...found.map((finding) => ({ ...finding, exchange: at })));
  const outcome = outcomeOf(call, exchange.response);
  return { call, exchange, at, outcome, shown: outcome === 'as stated' ? shows : [] };
}

/** Why the request with a field, or with another caller, was perhaps refused for our values. */
interface Reason {
  readonly name: string;
  readonly why: string;
}

/** `POST /users: expected 2xx, got 400; with email and phone: the same`. */
function reasonsText(first: string, reasons: readonly Reason[]): string {
  const others = [...Map.groupBy(reasons, ({ why }) => why)].map(([why, own]) => {
    return `with ${andList(own.map(({ name }) => name))}: ${why === first ? 'the same' : why}`;
  });
  return [first, ...others].join('; ');
}

/** The clauses of the pairs that are broken, and of those that may be ours why they are not. */
async function findRefused(
  target: Target,
  pairs: readonly RequestPair[],
  { baselines }: PlannedRequests,
  tried: ReadonlyMap<string, Tried>,
): Promise<{ readonly found: Finding[]; readonly reasons: Reason[] }> {
  const found: Finding[] = [];
  const reasons: Reason[] = [];
  for (const pair of pairs) {
    const { clause, name } = pair;
    const one = tried.get(bodyKey(pair.send));
    if (one?.outcome !== 'refused') continue;
    const { call, exchange, at } = one;
    const ofOther = baselines.get(pair);
    const beside = ofOther ? await resultOfBaseline(target, ofOther) : tried.get(bodyKey(pair.baseline));
    if (!beside || beside.outcome === 'refused' || (ofOther && beside.outcome === 'neither')) continue;
    const why = whyRefused(target, call, exchange, beside);
    if (why !== undefined) reasons.push({ name, why });
    else found.push(findingOf(clause, { ...unexpectedStatus(call, exchange), subject: name, exchange: at }));
  }
  return { found, reasons };
}
