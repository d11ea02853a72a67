/** What a case asks beyond outcome and shape: pure questions to the exchange and to the calls before it. */
import { type Body, type Exchange, jsonOf, member } from '../../contracts/src/judge/exchange.ts';
import type { Breach } from '../../contracts/src/judge/exchange-rule.ts';

/** Nothing when the exchange meets it, else the place and the words. */
export type Check = (exchange: Exchange, earlier: readonly Exchange[]) => Breach | undefined;

/** The words stand anywhere in the body, ignoring case. */
export function says(words: string): Check {
  return ({ response }) =>
    textOf(response.body).toLowerCase().includes(words.toLowerCase())
      ? undefined
      : { pointer: '/response/body', message: `the body does not say "${words}"` };
}

/** A field of the body differs from that of an earlier answer. */
export function differs(field: string, call: number): Check {
  return ({ response }, earlier) =>
    member(jsonOf(response.body), field) !== member(jsonOf(earlier[call]?.response.body), field)
      ? undefined
      : {
          pointer: `/response/body/${field}`,
          message: `${field} is the one of an earlier answer, not one of its own`,
        };
}

function textOf(body: Body | undefined): string {
  if (!body) return '';
  return 'text' in body ? body.text : JSON.stringify(body.json);
}
