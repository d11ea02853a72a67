/** notificationRuleId over a whole scenario: the same in every message of a rule, and another one for every rule. */
import type { ClauseId } from '../../../contracts/generated/clause-id.ts';
import { isNumber } from '../../../contracts/src/contract/show.ts';
import { member } from '../../../contracts/src/judge/exchange.ts';
import type { Finding } from '../../../contracts/src/judge/finding.ts';
import type { Arrived } from './expected-messages.ts';

const clause: ClauseId = 'MESSAGE-RULE-ID';

/** An id that is no number is left to the judge of the message. */
export function ruleIdFindings(arrived: readonly Arrived[]): Finding[] {
  const idOf = new Map<string, string>();
  const ruleOf = new Map<string, string>();
  return arrived.flatMap(({ rule, message, place }) => {
    const found = member(message, 'notificationRuleId');
    if (!isNumber(found)) return [];
    const id = String(found);
    const pointer = `${place.pointer}/notificationRuleId`;
    const broken = (words: string): Finding => ({
      clause,
      pointer,
      message: `notificationRuleId is ${words}`,
    });
    const first = idOf.get(rule) ?? id;
    const owner = ruleOf.get(id) ?? rule;
    idOf.set(rule, first);
    ruleOf.set(id, owner);
    return [
      ...(first === id ? [] : [broken(`${id}, not ${first} as before for rule ${rule}`)]),
      ...(owner === rule ? [] : [broken(`that of rule ${owner}, not one of rule ${rule} alone`)]),
    ];
  });
}
