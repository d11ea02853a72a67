/** Plays a case of requests that are to be accepted. */

import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { type Finding, findingOf } from '../../contracts/src/base/finding.ts';
import type { Exchange } from '../../contracts/src/judge/exchange.ts';
import {
  type AcceptanceCase,
  keyOf,
  type PlannedRequest,
  type PlannedRequests,
  pairsWhen,
  smallestOf,
} from './accepted-requests.ts';
import { answerTo, whyRefused } from './baseline.ts';
import type { CaseCall } from './call.ts';
import type { RequestPair } from './case.ts';
import { clausesOfToken } from './foreseen.ts';
import {
  type CallOutcome,
  outcomeOf,
  outcomeText,
  refusedText,
  unexpectedStatus,
  whyNoForm,
} from './refusals.ts';
import { type CaseEvidence, judgeProvider, judgeShown, ofResponse } from './run-case.ts';
import { send } from './send.ts';
import type { BaselineAnswer, Target } from './session/session.ts';
import { Unproven } from './unproven.ts';

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
  const tryAll = async (requests: readonly PlannedRequest[]) => {
    for (const request of requests)
      tried.set(request.key, await tryRequest(target, request, evidence, shows));
  };
  await tryAll(planned.requests);
  const results = [...tried.values()];
  const [first] = results;
  const other = results.find(({ outcome }) => outcome === 'neither');
  if (other) throw new Unproven(outcomeText(other.call, other.exchange));
  const refused = results.find(({ outcome }) => outcome === 'refused');
  if (refused) {
    const isSmallest = tried.get(keyOf(smallestOf(row)))?.outcome === 'refused';
    const which = isSmallest ? 'smallest' : 'larger';
    await tryAll(planned.singles[which]);
    const { found, reasons } = await findRefused(target, pairsWhen(row, which), planned, { row, tried });
    const isRepeated = found.length > 0 && !isSmallest && (await refusesAgain(target, planned, evidence));
    if (!isRepeated) evidence.findings.push(...found);
    if (found.length === 0 || isRepeated || isSmallest)
      throw new Unproven([refusedText(target, refused.call, refused.exchange), ...reasons].join('; '));
  }
  if (first && !results.some(({ outcome }) => outcome === 'as stated'))
    throw new Unproven(outcomeText(first.call, first.exchange));
  const ofToken = refused ? [] : clausesOfToken(target, row.accepts.pairs);
  const lacking = first && whyNoForm(target, first.call, first.exchange);
  judgeShown(row, evidence, { shows: [...shows, ...ofToken], isInAnswer, lacking });
}

/** Throws Unproven where the calls before its own get no success. */
async function tryRequest(
  target: Target,
  { calls, callers }: PlannedRequest,
  { exchanges, findings }: CaseEvidence,
  shows: ClauseId[],
): Promise<Tried> {
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
      return { call, exchange, at, outcome };
    }
    if (outcome !== 'as stated')
      throw new Unproven(`${refusedText(target, call, exchange)}, before the case begins`);
  }
  throw new Error('a request has a call');
}

/** The clauses of the pairs that are broken, and of those that may be ours why they are not. */
async function findRefused(
  target: Target,
  pairs: readonly RequestPair[],
  { baselines }: PlannedRequests,
  { row, tried }: { readonly row: AcceptanceCase; readonly tried: ReadonlyMap<string, Tried> },
): Promise<{ readonly found: Finding[]; readonly reasons: string[] }> {
  const found: Finding[] = [];
  const reasons: string[] = [];
  for (const pair of pairs) {
    const one = tried.get(keyOf(pair.send));
    if (one?.outcome !== 'refused') continue;
    const { call, exchange, at } = one;
    const ofOther = baselines.get(pair);
    const beside = tried.get(keyOf(pair.baseline));
    const answer = ofOther ? await answerTo(target, ofOther) : beside && answerOf(beside);
    if (!answer || answer.refusal !== undefined) continue;
    const why = whyRefused(target, call, exchange, { answer, when: ofOther?.calls.at(-1)?.when ?? row.when });
    if (why !== undefined) reasons.push(`with ${pair.name}: ${why}`);
    else
      found.push(
        findingOf(pair.clause, {
          ...unexpectedStatus(call, exchange),
          subject: pair.name,
          exchange: at,
        }),
      );
  }
  return { found, reasons };
}

function answerOf({ call, exchange, outcome }: Tried): BaselineAnswer {
  return { exchange, ...(outcome === 'refused' && { refusal: outcomeText(call, exchange) }) };
}

/** Whether the smallest request is refused now too: then the findings say nothing of a field. */
async function refusesAgain(
  target: Target,
  { again }: PlannedRequests,
  evidence: CaseEvidence,
): Promise<boolean> {
  const { outcome } = await tryRequest(target, again, evidence, []);
  return outcome === 'refused';
}
