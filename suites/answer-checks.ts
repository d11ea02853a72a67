/** What cases check of an answer beside its outcome and shape. `clause` is the one broken, where it is not the case's own. */
import type { ClauseId } from '../contracts/generated/clause-id.ts';
import { member, textsIn } from '../contracts/src/base/json-value.ts';
import { type Body, type Exchange, jsonOf } from '../contracts/src/judge/exchange.ts';
import type { ResponseCheck as AnyCheck, CaseStep } from '../src/runner/case.ts';
import { quotedRefusal } from '../src/runner/refusals.ts';
import { OutOfReach } from '../src/runner/unproven.ts';

/** A check that reads only responses. */
type ResponseCheck = (exchange: Exchange, earlier: readonly Exchange[]) => Awaited<ReturnType<AnyCheck>>;

/** Words that state that a rule exists, as far as we know them. */
const OF_RULE = /rule|regel|notification/;
const EXISTS = /exist|already|duplicate|bereits|schon|vorhanden|doppelt/;

/**
 * The error response of a duplicate states that the rule exists (Errors 4), as JSON or as text. Its words are not shown
 * (DUPLICATE-WORDS). Throws OutOfReach for words that may state it and that we do not know.
 */
export const saysThatRuleExists: ResponseCheck = (exchange) => {
  const said = sentencesOf(exchange.response.body);
  if (said.length === 0) return { pointer: '/response/body', expected: 'words', found: 'none' };
  if (said.some((text) => OF_RULE.test(text) && EXISTS.test(text))) return undefined;
  const words = quotedRefusal(exchange);
  throw new OutOfReach(
    `whether the words state that the rule exists is not known${words}`,
    'words of an error response',
  );
};

/** The texts of a body that have letters, in lower case and without what is different every time. */
function sentencesOf(body: Body | undefined): string[] {
  return textsIn(body && ('text' in body ? body.text : body.json))
    .map((text) => text.toLowerCase().replace(/[0-9a-f-]{8,}|\d+/g, ''))
    .filter((text) => /\p{L}{2}/u.test(text));
}

/** A field of the body differs from that of an earlier answer. */
export function differs(field: string, call: number, clause?: ClauseId): ResponseCheck {
  const pointer = `/response/body/${field}`;
  const breach = { kind: 'repeated', pointer, expected: 'another one than in an earlier response' } as const;
  return (exchange, earlier) => {
    const [value, other] = [exchange, earlier[call]].map((each) =>
      member(jsonOf(each?.response.body), field),
    );
    if (value === undefined || other === undefined) return { lacks: field };
    return value === other ? { ...(clause && { clause }), ...breach } : undefined;
  };
}

/** Like `differs`, for a field that the response need not have. */
export function differsIfThere(field: string, call: number, clause: ClauseId): ResponseCheck {
  const check = differs(field, call, clause);
  return (...exchanges) => {
    const found = check(...exchanges);
    return found && 'lacks' in found ? undefined : found;
  };
}

/** A field of the body has this value. */
export function holds(field: string, value: string | number | boolean, clause?: ClauseId): ResponseCheck {
  const expected = JSON.stringify(value);
  const missed = { ...(clause && { clause }), pointer: `/response/body/${field}`, expected };
  return ({ response }) => (member(jsonOf(response.body), field) === value ? undefined : missed);
}

/** A time of the body is so many seconds after that of an earlier answer, by the clock of the target; a minute is let pass. */
export function isLater(field: string, call: number, seconds: number): ResponseCheck {
  const timeIn = (exchange: Exchange | undefined) => {
    const text = String(exchange && member(jsonOf(exchange.response.body), field));
    return Date.parse(
      /[+-]\d\d:?\d\d$/.test(text) ? text.replace(/(\d\d):?(\d\d)$/, '$1:$2') : `${text.replace(' ', 'T')}Z`,
    );
  };
  return (exchange, earlier) => {
    const passed = (timeIn(exchange) - timeIn(earlier[call])) / 1000;
    if (Number.isNaN(passed)) return { lacks: field };
    if (passed >= seconds && passed < seconds + 60) return undefined;
    const expected = `${seconds} s after that of an earlier response`;
    return { pointer: `/response/body/${field}`, expected, found: `${passed} s` };
  };
}

/** Moments that show a wrong pattern of times: the year's end, in Germany and in UTC, noon, and the end of February. */
export const MOMENTS: readonly (readonly [given: string, step: Extract<CaseStep, { until: unknown }>])[] = [
  ["the year's end", { until: { month: 1, day: 1, hour: 0 } }],
  ["the year's end in Germany", { until: { month: 12, day: 31, hour: 23 } }],
  ['noon', { until: { month: 6, day: 15, hour: 12 } }],
  ['a moment with 500 milliseconds', { until: { month: 6, day: 16, hour: 15, milliseconds: 500 } }],
  ['a moment with 70 milliseconds', { until: { month: 6, day: 17, hour: 15, milliseconds: 70 } }],
  ['the end of February', { until: { month: 3, day: 1, hour: 0 } }],
];

/** Days on which banks work, two weeks after the day of the call, as the first of the test data is by default. */
export const WORKING_DAYS: typeof MOMENTS = [
  ['the first day of March', { until: { month: 3, day: 1, hour: 12, daysBefore: 14 } }],
  ['a day of one digit', { until: { month: 5, day: 5, hour: 12, daysBefore: 14 } }],
  ['the 29th of February', { until: { month: 2, day: 29, hour: 12, daysBefore: 14 } }],
  ['the last day of a long month', { until: { month: 8, day: 31, hour: 12, daysBefore: 14 } }],
];
