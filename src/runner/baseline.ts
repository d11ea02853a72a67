/** The baseline of a case: calls that differ from its own only in what it is about, and what a refusal means beside them. */
import type { Exchange } from '../../contracts/src/judge/exchange.ts';
import { type CaseCall, documentedOutcome } from './call.ts';
import { type Case, callsIn, namesIds } from './case.ts';
import { keysToState, outcomeOf, refusedText } from './refusals.ts';
import { send } from './send.ts';
import type { CallResult, PlannedCalls, Target } from './session/session.ts';

/** The calls that show that the call of the case is judged for what the case is about, if there are any. */
export function baselineOf(row: Case): readonly CaseCall[] | undefined {
  const { baseline, first = [], when, api, send: body, as: caller } = row;
  const before = callsIn(first);
  const plain = {
    when,
    then: documentedOutcome(when),
    ...(api && { api }),
    ...(body !== undefined && { send: body }),
  } as CaseCall;
  if (baseline === 'alone') return [{ ...plain, ...(caller && { as: caller }) }];
  if (baseline) return baseline;
  if (typeof body === 'object' && 'broken' in body)
    return [...before, { ...plain, send: body.valid } as CaseCall];
  const isOtherToken = caller !== undefined && caller !== 'user anew' && caller !== 'other user';
  const isExpired = first.some((step) => 'secondsAfterExpiry' in step);
  return row.then === 'refused' && (isOtherToken || isExpired) ? [...before, plain] : undefined;
}

/**
 * Why the refusal of a call that should succeed says nothing of its clause; undefined where a baseline is accepted, and
 * the two differ in no test data but the target's own. One of another operation makes it a matter of the token.
 */
export function whyRefused(
  target: Target,
  call: CaseCall,
  exchange: Exchange,
  accepted: CallResult | undefined,
): string | undefined {
  const text = refusedText(target, call, exchange);
  // Without a control plane no user has what the rule names.
  if (!accepted || (!target.control && namesIds(call))) return text;
  const isOfToken = exchange.response.status === 401 || exchange.response.status === 403;
  if (accepted.call.when !== call.when) return isOfToken ? undefined : text;
  const keys = keysToState(target, accepted.exchange);
  const further = keysToState(target, exchange).filter((key) => !keys.includes(key));
  return further.length > 0 ? refusedText(target, call, exchange, further) : undefined;
}

/** Several cases have the same baseline: it is sent once to a target. */
export function resultOfBaseline(target: Target, baseline: PlannedCalls): Promise<CallResult> {
  const { baselines } = target;
  const result = baselines.get(baseline) ?? sentBaseline(target, baseline);
  baselines.set(baseline, result);
  // A busy provider is asked again by the next case.
  result.then(undefined, () => baselines.delete(baseline));
  return result;
}

async function sentBaseline(target: Target, { calls, callers }: PlannedCalls): Promise<CallResult> {
  const session = await target.session(callers);
  const exchanges: Exchange[] = [];
  let last: CallResult | undefined;
  for (const call of calls) {
    const exchange = await send(target, session, call, exchanges);
    exchanges.push(exchange);
    last = { call, exchange, outcome: outcomeOf(call, exchange.response) };
    if (last.outcome !== 'as stated') break;
  }
  return last as CallResult;
}
