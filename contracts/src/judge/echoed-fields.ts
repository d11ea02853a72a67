/** Fields of a request that the response repeats: the same value, or what a provider may make of it and still repeat it. */
import type { ClauseId } from '../../generated/clause-id.ts';
import { isSameIban } from '../base/formats.ts';
import { isObject, isSet, member, valueText } from '../base/json-value.ts';
import { is2xx } from '../base/status.ts';
import { type CheckResult, type ClauseCheck, held } from './clause-check.ts';
import { type Exchange, jsonOf } from './exchange.ts';

/**
 * "The same five fields" (Resources, User) are the same fields of the same user. The id names the user in later calls, so
 * it is the same text; a password may be masked, as logs of responses should have it, and an address or number may be
 * written in another usual way.
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
    // A response of another type is a finding of its schema already.
    if (sent === undefined || typeof answered !== typeof sent) return 'silent';
    const isEcho = answered === sent || ECHOES[field]?.(valueText(answered), valueText(sent)) === true;
    return held(isEcho, `/response/body/${field}`, 'the value of the request');
  });
}

/** A created user or payment has a value for what its request has one for, and may have none for the rest (NULL-OR-ABSENT). */
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

/** Signs in place of letters, alone or between the first and last characters, at most 4; a text in brackets; or a word that says so. */
function isMask(text: string, sent: string): boolean {
  if (/^([[<({].*[\])}>]|hidden|masked|redacted)$/isu.test(text)) return true;
  const [, first, last] = /^(.{0,4}?)[*•●·.#_xX-]+(.{0,4}?)$/su.exec(text) ?? [];
  if (first === undefined || last === undefined || first.length + last.length > 4) return false;
  return sent.startsWith(first) && sent.endsWith(last);
}

/** The same digits, with the code of the country in any form or not at all. */
function isSamePhone(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other]
    .map((text) => text.replace(/\D/g, '').replace(/^0+/, ''))
    .sort((a, b) => a.length - b.length);
  return short.length > 3 && long.length - short.length <= 3 && long.endsWith(short);
}
