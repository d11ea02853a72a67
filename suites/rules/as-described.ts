/** Cases of rules as every provider can take them: each rule complete, and its ids assumed to be accepted where no user has them. */
import { type RequestBodyOf, sentBody } from '../../src/runner/call.ts';
import type { Case, CaseStep } from '../../src/runner/case.ts';

type Rule = RequestBodyOf<'createNotificationRule'>;

const IDS = ['accountIds', 'bankConnectionIds', 'categoryId'];

/**
 * Whether callbackHandle or includeDetails may be left out is not shown (RULE-REQUIRED-FIELDS), nor whether a rule may
 * name what its user does not have (RULE-UNKNOWN-IDS), and the users of cases have nothing.
 */
export function asDescribed(rows: readonly Case[]): Case[] {
  return rows.map((row) => {
    const { first = [] } = row;
    const named = [...first, row].some(namesIds);
    return {
      ...whole(row),
      ...(first.length > 0 && { first: first.map(whole) }),
      ...(typeof row.control === 'object' && { control: row.control.map(whole) }),
      ...(named && { assuming: { ...row.assuming, unknownIds: 'accepted' } }),
    } as Case;
  });
}

function whole<Call extends CaseStep>(step: Call): Call {
  if (!('when' in step) || step.when !== 'createNotificationRule' || step.send === undefined) return step;
  // A rule that is broken has one mistake, and all else.
  if ('broken' in step.send) return step;
  const rule = sentBody(step.send) as Rule;
  return { ...step, send: { callbackHandle: 'example', includeDetails: false, ...rule } };
}

function namesIds(step: CaseStep): boolean {
  if (!('when' in step) || step.when !== 'createNotificationRule') return false;
  const { params = {} } = (sentBody(step.send) ?? {}) as Rule;
  return IDS.some((name) => Object.hasOwn(params, name));
}
