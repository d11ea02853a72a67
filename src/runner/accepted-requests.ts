/** A case of requests that are to be accepted: where one gets an error response, requests with one field each find out why. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { type Finding, findingOf } from '../../contracts/src/base/finding.ts';
import { flowCalls } from '../../contracts/src/base/flows.ts';
import type { Exchange } from '../../contracts/src/judge/exchange.ts';
import { isSuccess } from '../../contracts/src/judge/operation.ts';
import { type CaseCall, sentBody } from './call.ts';
import { type Callers, type ControlAnswer, ownCallers } from './callers.ts';
import { type Accepts, type Case, namesIds, type RequestPair } from './case.ts';
import { type CaseUsers, type PlannedControl, type PlannedStep, stepsOf } from './case-users.ts';
import { answerTo, whyRefused } from './control-calls.ts';
import { type CallOutcome, outcomeOf, outcomeText, refusedText, unexpectedStatus } from './refusals.ts';
import { type CaseEvidence, judgeProvider, judgeShown, ofResponse } from './run-case.ts';
import { send } from './send.ts';
import type { Target } from './targets/target.ts';
import { Unproven } from './unproven.ts';

export type AcceptanceCase = Case & { readonly accepts: Accepts };

/** The call of a request, after those that it needs, and who makes them. */
interface PlannedRequest {
  readonly calls: readonly CaseCall[];
  readonly callers: Callers;
}

export interface PlannedRequests {
  /** Sent in any event, the smallest one first. */
  readonly requests: readonly PlannedRequest[];
  /** Those of the pairs beside them, sent where one of them gets an error response: by whether it is the smallest. */
  readonly singles: Readonly<Record<'smallest' | 'larger', readonly PlannedRequest[]>>;
  /** The smallest one, sent after these: to the user of them, where one user makes them. */
  readonly again: PlannedRequest;
  /** By the pair whose control is a call of another operation. */
  readonly controls: ReadonlyMap<RequestPair, PlannedControl>;
}

/** The call of the case with another body. */
export function withBody({ when, then, api }: Pick<Case, 'when' | 'then' | 'api'>, send: unknown): CaseCall {
  return { when, then, send, ...(api && { api }) } as CaseCall;
}

export function callsBefore({ first = [] }: Pick<Case, 'first'>): CaseCall[] {
  return first.filter((step) => 'when' in step);
}

/** A case with the requests that are sent in any event. */
export interface AcceptedBodies {
  readonly row: AcceptanceCase;
  readonly bodies: readonly unknown[];
}

export function plannedRequests(
  { row, bodies }: AcceptedBodies,
  {
    users,
    own,
    hasControl,
  }: { readonly users: CaseUsers; readonly own: string; readonly hasControl: boolean },
): PlannedRequests {
  const callsOf = (body: unknown) => [...callsBefore(row), withBody(row, body)];
  const requests = bodies.map((body) => ({
    calls: callsOf(body),
    callers: users.callers(callsOf(body), `${own} ${keyOf(body)}`),
  }));
  const made = (body: unknown, at: number): PlannedRequest => {
    const calls = callsOf(body);
    // A rule may make the next one a duplicate; the client has one token.
    const name = row.when in flowCalls ? `fields of ${own}` : `field ${at} of ${own}`;
    const callers =
      row.when === 'createUser'
        ? users.callers(calls, own)
        : ownCallers(name, hasControl && calls.some(namesIds));
    return { calls, callers };
  };
  const planned = new Set(bodies.map(keyOf));
  const singlesOf = (isSmallestRefused: boolean) => {
    const sent = pairsOf(row, isSmallestRefused).flatMap(({ send, control }) =>
      Array.isArray(control) ? [send] : [send, control],
    );
    const single = new Map(sent.map((body) => [keyOf(body), body] as const));
    return [...single].filter(([key]) => !planned.has(key)).map(([, body], at) => made(body, at));
  };
  const singles = { smallest: singlesOf(true), larger: singlesOf(false) };
  const again = made(smallestOf(row), singles.larger.length);
  const controls = row.accepts.pairs.flatMap((pair) =>
    Array.isArray(pair.control) ? [[pair, users.control(pair.control)] as const] : [],
  );
  return { requests, singles, again, controls: new Map(controls) };
}

/** What a run makes and calls for the single requests, at most. */
export function singleSteps({ singles, again }: PlannedRequests, hasControl: boolean): PlannedStep[] {
  const { smallest, larger } = singles;
  const withAgain = larger.length > 0 ? [...larger, again] : [];
  const most = withAgain.length < smallest.length ? smallest : withAgain;
  return most.flatMap(({ calls, callers }) => stepsOf(calls, callers, hasControl));
}

function smallestOf({ accepts, send }: AcceptanceCase): unknown {
  return accepts.others[0] ?? send;
}

/** What finds out why requests are refused: the smallest one, or only larger ones. */
function pairsOf(row: AcceptanceCase, isSmallestRefused: boolean): readonly RequestPair[] {
  const smallest = keyOf(smallestOf(row));
  return row.accepts.pairs.filter(
    ({ send, control }) => isSmallestRefused === (Array.isArray(control) || keyOf(send) === smallest),
  );
}

function keyOf(body: unknown): string {
  return JSON.stringify(sentBody(body as CaseCall['send']));
}

interface Tried {
  readonly call: CaseCall;
  readonly exchange: Exchange;
  /** Its index among the exchanges of the case. */
  readonly at: number;
  readonly outcome: CallOutcome;
}

/** Throws Unproven where the requests show nothing of the clause of the case. */
export async function playAcceptance(
  target: Target,
  row: AcceptanceCase,
  evidence: CaseEvidence,
  { planned, isInAnswer }: { readonly planned: PlannedRequests; readonly isInAnswer: boolean },
): Promise<void> {
  const shows: ClauseId[] = [];
  const tried = new Map<string, Tried>();
  for (const request of planned.requests) {
    const { key, one } = await tryRequest(target, request, evidence, shows);
    tried.set(key, one);
  }
  const results = [...tried.values()];
  const [first] = results;
  // A success without a web form is no error.
  const other = results.find(
    ({ call, exchange, outcome }) => outcome === 'neither' && !isSuccess(call.when, exchange.response.status),
  );
  if (other) throw new Unproven(outcomeText(other.call, other.exchange));
  const refused = results.find(({ outcome }) => outcome === 'refused');
  if (refused) {
    const isSmallestRefused = tried.get(keyOf(smallestOf(row)))?.outcome === 'refused';
    for (const request of planned.singles[isSmallestRefused ? 'smallest' : 'larger']) {
      const { key, one } = await tryRequest(target, request, evidence, shows);
      tried.set(key, one);
    }
    const { found, reasons } = await findRefused(target, row, planned, { tried, isSmallestRefused });
    const isRepeated =
      found.length > 0 && !isSmallestRefused && (await refusesAgain(target, planned, evidence));
    if (!isRepeated) evidence.findings.push(...found);
    if (found.length === 0 || isRepeated || isSmallestRefused)
      throw new Unproven([refusedText(target, refused.call, refused.exchange), ...reasons].join('; '));
  }
  if (first && !results.some(({ outcome }) => outcome === 'as stated'))
    throw new Unproven(outcomeText(first.call, first.exchange));
  judgeShown(row, evidence, { shows, isInAnswer });
}

/** Throws Unproven where the calls before its own get no success. */
async function tryRequest(
  target: Target,
  { calls, callers }: PlannedRequest,
  { exchanges, findings }: CaseEvidence,
  shows: ClauseId[],
): Promise<{ readonly key: string; readonly one: Tried }> {
  const session = await target.session(callers);
  const earlier: Exchange[] = [];
  for (const call of calls) {
    const exchange = await send(target, session, call, earlier);
    earlier.push(exchange);
    const at = exchanges.push(exchange) - 1;
    const outcome = outcomeOf(call, exchange.response);
    const isLast = call === calls.at(-1);
    const judged = judgeProvider(call.when, exchange, target.settings);
    const found = isLast ? judged.found : ofResponse(judged.found);
    findings.push(...found.map((finding) => ({ ...finding, exchange: at })));
    if (isLast) {
      if (outcome === 'as stated') shows.push(...judged.shows);
      return { key: keyOf(call.send), one: { call, exchange, at, outcome } };
    }
    if (outcome !== 'as stated')
      throw new Unproven(`${refusedText(target, call, exchange)}, before the case begins`);
  }
  throw new Error('a request has a call');
}

/** The clauses of the pairs that are broken, and of those that may be ours why they are not. */
async function findRefused(
  target: Target,
  row: AcceptanceCase,
  { controls }: PlannedRequests,
  {
    tried,
    isSmallestRefused,
  }: { readonly tried: ReadonlyMap<string, Tried>; readonly isSmallestRefused: boolean },
): Promise<{ readonly found: Finding[]; readonly reasons: string[] }> {
  const found: Finding[] = [];
  const reasons: string[] = [];
  for (const pair of pairsOf(row, isSmallestRefused)) {
    const one = tried.get(keyOf(pair.send));
    if (one?.outcome !== 'refused') continue;
    const { call, exchange, at } = one;
    const ofOther = controls.get(pair);
    const beside = tried.get(keyOf(pair.control));
    const answer = ofOther ? await answerTo(target, ofOther) : beside && answerOf(beside);
    if (!answer || answer.refusal !== undefined) continue;
    const why = whyRefused(target, call, exchange, { answer, when: ofOther?.calls.at(-1)?.when ?? row.when });
    if (why !== undefined) reasons.push(`with ${pair.name}: ${why}`);
    else
      found.push(
        findingOf(pair.clause, { ...unexpectedStatus(call, exchange), subject: pair.name, exchange: at }),
      );
  }
  return { found, reasons };
}

function answerOf({ call, exchange, outcome }: Tried): ControlAnswer {
  return { exchange, ...(outcome === 'refused' && { refusal: outcomeText(call, exchange) }) };
}

/** Whether the smallest request is refused now, though it was accepted: then so may be what was found. */
async function refusesAgain(
  target: Target,
  { again }: PlannedRequests,
  evidence: CaseEvidence,
): Promise<boolean> {
  const { one } = await tryRequest(target, again, evidence, []);
  return one.outcome === 'refused';
}
