/** Fields of a request that the answer repeats: the same value, or what a provider may make of it and still repeat it. */
import type { ClauseId } from '../../generated/clause-id.ts';
import { isSameIban } from '../base/formats.ts';
import { isObject, member, valueText } from '../base/json-value.ts';
import { breach, type CheckResult, type ClauseCheck } from './clause-check.ts';
import { type Exchange, jsonOf } from './exchange.ts';
import { isSuccess, type OperationId } from './operation.ts';

type Echo = (answered: string, sent: string) => boolean;

/**
 * "The same five fields" (Resources, User) are the same fields of the same user. The id names the user in later calls, so
 * it is the same text; a password may be masked, as logs of answers should have it, and an address or number may be
 * written in another usual way.
 */
const ECHOES: Readonly<Record<string, Echo>> = {
  password: (answered) => isMask(answered),
  email: (answered, sent) => answered.toLowerCase() === sent.toLowerCase(),
  phone: (answered, sent) => isSameNumber(answered, sent),
  iban: isSameIban,
};

/** Compares the bodies of a call that succeeds. */
export function ofSuccess(
  clause: ClauseId,
  operationId: OperationId,
  compare: (sent: unknown, answered: unknown) => CheckResult,
): ClauseCheck<Exchange> {
  return {
    clause,
    readsRequest: true,
    check: ({ request, response }) =>
      isSuccess(operationId, response.status)
        ? compare(jsonOf(request.body), jsonOf(response.body))
        : 'silent',
  };
}

/** A successful answer repeats a field of the request. */
export function repeatsSent(
  clause: ClauseId,
  operationId: OperationId,
  field: string,
): ClauseCheck<Exchange> {
  return ofSuccess(clause, operationId, (request, body) => {
    const [sent, answered] = [member(request, field), member(body, field)];
    // An answer of another type is a finding of its schema already.
    if (sent === undefined || typeof answered !== typeof sent) return 'silent';
    const isEcho = Object.hasOwn(ECHOES, field) ? ECHOES[field] : undefined;
    if (answered === sent || isEcho?.(valueText(answered), valueText(sent))) return 'upheld';
    return breach(`/response/body/${field}`, `${field} is another value, not the one of the request`);
  });
}

/** A created user or payment has a value for what its request has one for, and may have none for the rest (NULL-OR-ABSENT). */
export function holdsSent(
  clause: ClauseId,
  operationId: OperationId,
  field: string,
  kind: string,
  sent = field,
): ClauseCheck<Exchange> {
  return ofSuccess(clause, operationId, (request, body) => {
    if ((member(request, sent) ?? null) === null || !isObject(body)) return 'silent';
    const found = body[field];
    if (found !== undefined && found !== null) return 'upheld';
    return breach(
      `/response/body/${field}`,
      `${field} is ${found === null ? `null, not ${kind}` : 'missing'}`,
    );
  });
}

/** A run of signs in place of letters, or a word in brackets. */
function isMask(text: string): boolean {
  return /([*•●·.#_xX-])\1\1/u.test(text) || /^[[<({].*[\])}>]$/u.test(text);
}

/** The same digits, with the code of the country in any form or not at all. */
function isSameNumber(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other]
    .map((text) => text.replace(/\D/g, '').replace(/^0+/, ''))
    .sort((a, b) => a.length - b.length);
  return short.length > 3 && long.length - short.length <= 3 && long.endsWith(short);
}
