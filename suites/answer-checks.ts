/** What cases check of an answer beside its outcome and shape. `clause` is the one broken, where it is not the case's own. */
import type { ClauseId } from '../contracts/generated/clause-id.ts';
import { member } from '../contracts/src/base/json-value.ts';
import { type Body, type Exchange, jsonOf } from '../contracts/src/judge/exchange.ts';
import type { AnswerCheck } from '../src/runner/case.ts';

/** The body contains these words, ignoring case. */
export function says(words: string): AnswerCheck {
  return ({ response }) =>
    textOf(response.body).toLowerCase().includes(words.toLowerCase())
      ? undefined
      : { pointer: '/response/body', message: `the body does not say "${words}"` };
}

/** A field of the body differs from that of an earlier answer. */
export function differs(field: string, call: number, clause?: ClauseId): AnswerCheck {
  const valueIn = ({ response }: Exchange) => member(jsonOf(response.body), field);
  return differsIn(valueIn, { pointer: `/response/body/${field}`, name: field }, call, clause);
}

/** A header differs from that of an earlier answer. */
export function headerDiffers(name: string, call: number, clause?: ClauseId): AnswerCheck {
  const valueIn = ({ response }: Exchange) => response.headers[name];
  return differsIn(
    valueIn,
    { pointer: `/response/headers/${name}`, name: `the ${name} header` },
    call,
    clause,
  );
}

function differsIn(
  valueIn: (exchange: Exchange) => unknown,
  { pointer, name }: { readonly pointer: string; readonly name: string },
  call: number,
  clause: ClauseId | undefined,
): AnswerCheck {
  const message = `${name} is the one of an earlier answer, not one of its own`;
  return (exchange, earlier) => {
    const [value, other] = [exchange, earlier[call]].map((each) => each && valueIn(each));
    if (value === undefined || other === undefined) return 'silent';
    return value === other ? { ...(clause && { clause }), pointer, message } : undefined;
  };
}

/** A field of the body has this value. */
export function holds(field: string, value: string | number | boolean): AnswerCheck {
  return ({ response }) =>
    member(jsonOf(response.body), field) === value
      ? undefined
      : { pointer: `/response/body/${field}`, message: `${field} is not ${JSON.stringify(value)}` };
}

function textOf(body: Body | undefined): string {
  if (!body) return '';
  return 'text' in body ? body.text : JSON.stringify(body.json);
}
