/** Fields of a request that the answer repeats: the same value, or what a provider may make of it and still repeat it. */
import type { ClauseId } from '../../generated/clause-id.ts';
import { isSameIban } from '../base/formats.ts';
import { member, valueText } from '../base/json-value.ts';
import { breach, type ClauseCheck } from './clause-check.ts';
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

/** A successful answer repeats a field of the request. */
export function repeatsSent(
  clause: ClauseId,
  operationId: OperationId,
  field: string,
): ClauseCheck<Exchange> {
  return {
    clause,
    readsRequest: true,
    check: ({ request, response }) => {
      const sent = member(jsonOf(request.body), field);
      const answered = member(jsonOf(response.body), field);
      // An answer of another type is a finding of its schema already.
      if (sent === undefined || typeof answered !== typeof sent) return 'silent';
      if (!isSuccess(operationId, response.status)) return 'silent';
      const isEcho = Object.hasOwn(ECHOES, field) ? ECHOES[field] : undefined;
      if (answered === sent || isEcho?.(valueText(answered), valueText(sent))) return 'upheld';
      return breach(`/response/body/${field}`, `${field} is another value, not the one of the request`);
    },
  };
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
