/** What a case asks beyond outcome and shape: pure questions to the exchange and to the calls before it. */
import type { ClauseId } from '../../../contracts/generated/clause-id.ts';
import { type Body, type Exchange, jsonOf, member } from '../../../contracts/src/judge/exchange.ts';
import type { Breach } from '../../../contracts/src/judge/exchange-rule.ts';

/** Nothing when the exchange meets it, else the place and the words, and another clause than that of the case if it is one. */
export type Check = (
  exchange: Exchange,
  earlier: readonly Exchange[],
) => (Breach & { readonly clause?: ClauseId }) | undefined;

/** The words stand anywhere in the body, ignoring case. */
export function says(words: string): Check {
  return ({ response }) =>
    textOf(response.body).toLowerCase().includes(words.toLowerCase())
      ? undefined
      : { pointer: '/response/body', message: `the body does not say "${words}"` };
}

/** A field of the body differs from that of an earlier answer. `clause` is the one broken, where it is not the case's own. */
export function differs(field: string, call: number, clause?: ClauseId): Check {
  return ({ response }, earlier) =>
    member(jsonOf(response.body), field) !== member(jsonOf(earlier[call]?.response.body), field)
      ? undefined
      : {
          ...(clause && { clause }),
          pointer: `/response/body/${field}`,
          message: `${field} is the one of an earlier answer, not one of its own`,
        };
}

/** The same of a header. */
export function headerDiffers(name: string, call: number, clause?: ClauseId): Check {
  return ({ response: { headers } }, earlier) =>
    headers[name] !== earlier[call]?.response.headers[name]
      ? undefined
      : {
          ...(clause && { clause }),
          pointer: `/response/headers/${name}`,
          message: `the ${name} header is the one of an earlier answer, not one of its own`,
        };
}

/** A field of the body holds that value, a text, number or boolean. */
export function holds(field: string, value: string | number | boolean): Check {
  return ({ response }) =>
    member(jsonOf(response.body), field) === value
      ? undefined
      : { pointer: `/response/body/${field}`, message: `${field} is not ${JSON.stringify(value)}` };
}

function textOf(body: Body | undefined): string {
  if (!body) return '';
  return 'text' in body ? body.text : JSON.stringify(body.json);
}
