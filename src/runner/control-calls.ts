/** The control of a case: calls that differ from its own only in what it is about, and what a refusal means beside them. */
import type { Exchange } from '../../contracts/src/judge/exchange.ts';
import { type CaseCall, documentedOutcome } from './call.ts';
import type { ControlAnswer, ControlCalls } from './callers.ts';
import { type Case, namesIds } from './case.ts';
import { keysToState, outcomeOf, outcomeText, refusedText } from './refusals.ts';
import { send } from './send.ts';
import type { Target } from './targets/target.ts';

/** The calls that show that the call of the case is judged for what the case is about, if there are any. */
export function controlOf(row: Case): readonly CaseCall[] | undefined {
  const { control, first = [], when, api, send: body, as: caller } = row;
  const before = first.filter((step) => 'when' in step);
  const plain = {
    when,
    then: documentedOutcome(when),
    ...(api && { api }),
    ...(body !== undefined && { send: body }),
  } as CaseCall;
  if (control === 'alone') return [{ ...plain, ...(caller && { as: caller }) }];
  if (control) return control;
  if (typeof body === 'object' && 'broken' in body)
    return [...before, { ...plain, send: body.valid } as CaseCall];
  const isOtherToken = caller !== undefined && caller !== 'user anew' && caller !== 'other user';
  const isExpired = first.some((step) => 'secondsAfterExpiry' in step);
  return row.then === 'refused' && (isOtherToken || isExpired) ? [...before, plain] : undefined;
}

/**
 * Why the refusal of a call that should succeed says nothing of its clause; undefined where its control is accepted, and
 * the two differ in no test data but the target's own. Accepted calls of another operation make it a matter of the token.
 */
export function whyRefused(
  target: Target,
  call: CaseCall,
  exchange: Exchange,
  control: { readonly answer: ControlAnswer; readonly when: CaseCall['when'] } | undefined,
): string | undefined {
  const text = refusedText(target, call, exchange);
  // Without a control plane no user has what the rule names.
  if (!control || control.answer.refusal !== undefined || (!target.control && namesIds(call))) return text;
  const isOfToken = exchange.response.status === 401 || exchange.response.status === 403;
  if (control.when !== call.when) return isOfToken ? undefined : text;
  const keys = keysToState(target, control.answer.exchange);
  const further = keysToState(target, exchange).filter((key) => !keys.includes(key));
  return further.length > 0 ? refusedText(target, call, exchange, further) : undefined;
}

/** Several cases have the same control: it is sent once to a target. */
export function answerTo(target: Target, control: ControlCalls): Promise<ControlAnswer> {
  const { controls } = target;
  const answer = controls.get(control) ?? sentControl(target, control);
  controls.set(control, answer);
  // A busy provider is asked again by the next case.
  answer.then(undefined, () => controls.delete(control));
  return answer;
}

async function sentControl(target: Target, { calls, callers }: ControlCalls): Promise<ControlAnswer> {
  const session = await target.session(callers);
  const exchanges: Exchange[] = [];
  for (const call of calls) {
    const exchange = await send(target, session, call, exchanges);
    exchanges.push(exchange);
    if (outcomeOf(call, exchange.response) !== 'as stated')
      return { exchange, refusal: outcomeText(call, exchange) };
  }
  return { exchange: exchanges.at(-1) as Exchange };
}
