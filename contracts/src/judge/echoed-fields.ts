/** Checks the fields that a response repeats from its request: equal, or changed as a provider may. */
import type { ClauseId } from '../../generated/clause-id.ts';
import { isSameIban } from '../base/formats.ts';
import { isObject, isSet, member, valueText } from '../base/json-value.ts';
import { is2xx } from '../base/status.ts';
import { type CheckResult, type ClauseCheck, held } from './clause-check.ts';
import { type Exchange, jsonOf } from './exchange.ts';

/**
 * How the response may differ from the request in "the same five fields" (Resources, User). The id identifies the user in
 * later calls, so it is equal; a password may be masked, as it should be in logs; email and phone may be written in another
 * usual way.
 */
const ECHOES: Readonly<Record<string, (answered: string, sent: string) => boolean>> = {
  password: isMask,
  email: (answered, sent) => answered.toLowerCase() === sent.toLowerCase(),
  phone: isSamePhone,
  iban: isSameIban,
};

/** Compares the bodies of a call that creates something. */
export function ofCreation(
  clause: ClauseId,
  compare: (sent: unknown, answered: unknown) => CheckResult,
): ClauseCheck<Exchange> {
  return {
    clause,
    readsRequest: true,
    check: ({ request, response: { status, body } }) =>
      is2xx(status) ? compare(jsonOf(request.body), jsonOf(body)) : 'silent',
  };
}

/** The created user or payment repeats a field of the request. */
export function repeatsSent(clause: ClauseId, field: string): ClauseCheck<Exchange> {
  return ofCreation(clause, (request, body) => {
    const [sent, answered] = [member(request, field), member(body, field)];
    // A value of another type is already a finding of the schema.
    if (sent === undefined || typeof answered !== typeof sent) return 'silent';
    const isEcho = answered === sent || ECHOES[field]?.(valueText(answered), valueText(sent)) === true;
    return held(isEcho, `/response/body/${field}`, 'the value of the request');
  });
}

/** A created user or payment has a value where its request has one; elsewhere it may have none (NULL-OR-ABSENT). */
export function holdsSent(
  clause: ClauseId,
  field: string,
  kind: string,
  sent = field,
): ClauseCheck<Exchange> {
  return ofCreation(clause, (request, body) => {
    if (!isSet(member(request, sent)) || !isObject(body)) return 'silent';
    return held(isSet(body[field]), `/response/body/${field}`, kind, 'missing');
  });
}

/** Masked: empty; mask characters, with at most 4 original ones before and after; text in brackets; or a word such as hidden. */
function isMask(text: string, sent: string): boolean {
  if (/^([[<({].*[\])}>]|hidden|masked|redacted|)$/isu.test(text)) return true;
  const [, first, last] = /^(.{0,4}?)[*•●·.#_xX-]+(.{0,4}?)$/su.exec(text) ?? [];
  if (first === undefined || last === undefined || first.length + last.length > 4) return false;
  return sent.startsWith(first) && sent.endsWith(last);
}

/** Equal digits, with the country code in any form or without it. */
function isSamePhone(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other]
    .map((text) => text.replace(/\D/g, '').replace(/^0+/, ''))
    .sort((a, b) => a.length - b.length);
  return short.length > 3 && long.length - short.length <= 3 && long.endsWith(short);
}
