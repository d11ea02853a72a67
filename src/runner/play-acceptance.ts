/** Plays a case of requests that are to be accepted. */

import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { type Finding, findingOf } from '../../contracts/src/base/finding.ts';
import { isSuccess } from '../../contracts/src/judge/operation.ts';
import { keyOf, type PlannedRequests, pairsWhen, smallestOf } from './accepted-requests.ts';
import { answerTo, whyRefused } from './baseline.ts';
import type { CaseCall } from './call.ts';
import type { RequestPair } from './case.ts';
import { clausesOfToken } from './foreseen.ts';
import { outcomeOf, outcomeText, refusedText, unexpectedStatus } from './refusals.ts';
import { type CaseEvidence, judgeProvider, judgeShown, playBefore } from './run-case.ts';
import { send } from './send.ts';
import type { Answered, PlannedCalls, Target } from './session/session.ts';
import { Unproven } from './unproven.ts';

interface Tried extends Answered {
  /** The index of its exchange among those of the case. */
  readonly at: number;
  readonly shown: readonly ClauseId[];
}

/** Throws Unproven where the requests show nothing of the clause of the case. */
export async function playAcceptance(
  target: Target,
  planned: PlannedRequests,
  evidence: CaseEvidence,
  isInAnswer: boolean,
): Promise<void> {
  const { row } = planned;
  const tryOne = (request: PlannedCalls) => tryRequest(target, request, evidence);
  const tried = new Map<string, Tried>();
  const tryAll = async (requests: readonly PlannedCalls[]) => {
    for (const request of requests) tried.set(keyOf(request.calls.at(-1)?.send), await tryOne(request));
  };
  await tryAll(planned.requests);
  const results = [...tried.values()];
  // A success without a web form is no error.
  const other = results.find(
    ({ call, exchange, outcome }) => outcome === 'neither' && !isSuccess(call.when, exchange.response.status),
  );
  if (other) throw new Unproven(outcomeText(other.call, other.exchange));
  const refused = results.find(({ outcome }) => outcome === 'refused');
  if (refused) {
    const isSmallest = tried.get(keyOf(smallestOf(row)))?.outcome === 'refused';
    await tryAll(planned.singles[isSmallest ? 'smallest' : 'larger']);
    const { found, reasons } = await findRefused(target, pairsWhen(row, isSmallest), planned, tried);
    // Where the smallest request is refused now too, the findings say nothing of a field.
    const isRepeated = found.length > 0 && !isSmallest && (await tryOne(planned.again)).outcome === 'refused';
    if (!isRepeated) evidence.findings.push(...found);
    if (found.length === 0 || isRepeated || isSmallest)
      throw new Unproven([refusedText(target, refused.call, refused.exchange), ...reasons].join('; '));
  }
  const [first] = results;
  if (first && !results.some(({ outcome }) => outcome === 'as stated'))
    throw new Unproven(outcomeText(first.call, first.exchange));
  const shows = [...tried.values()].flatMap(({ shown }) => shown);
  const ofToken = refused ? [] : clausesOfToken(target, row.accepts.pairs);
  judgeShown(evidence, { shows: [...shows, ...ofToken], isInAnswer });
}

/** Throws Unproven where the calls before its own get no success. */
async function tryRequest(
  target: Target,
  { calls, callers }: PlannedCalls,
  evidence: CaseEvidence,
): Promise<Tried> {
  const session = await target.session(callers);
  const { exchanges, findings } = evidence;
  const start = exchanges.length;
  for (const before of calls.slice(0, -1))
    findings.push(...(await playBefore(target, session, before, evidence, start)));
  const call = calls.at(-1) as CaseCall;
  const exchange = await send(target, session, call, exchanges.slice(start));
  const at = exchanges.push(exchange) - 1;
  const { found, shows } = judgeProvider(call.when, exchange, target.settings);
  findings.push(...found.map((finding) => ({ ...finding, exchange: at })));
  const outcome = outcomeOf(call, exchange.response);
  return { call, exchange, at, outcome, shown: outcome === 'as stated' ? shows : [] };
}

/** The clauses of the pairs that are broken, and of those that may be ours why they are not. */
async function findRefused(
  target: Target,
  pairs: readonly RequestPair[],
  { baselines }: PlannedRequests,
  tried: ReadonlyMap<string, Tried>,
): Promise<{ readonly found: Finding[]; readonly reasons: string[] }> {
  const found: Finding[] = [];
  const reasons: string[] = [];
  for (const pair of pairs) {
    const { clause, name } = pair;
    const one = tried.get(keyOf(pair.send));
    if (one?.outcome !== 'refused') continue;
    const { call, exchange, at } = one;
    const ofOther = baselines.get(pair);
    const beside = ofOther ? await answerTo(target, ofOther) : tried.get(keyOf(pair.baseline));
    if (!beside || beside.outcome === 'refused' || (ofOther && beside.outcome === 'neither')) continue;
    const why = whyRefused(target, call, exchange, beside);
    if (why !== undefined) reasons.push(`with ${name}: ${why}`);
    else found.push(findingOf(clause, { ...unexpectedStatus(call, exchange), subject: name, exchange: at }));
  }
  return { found, reasons };
}
