/** Cases of rules as every provider can take them: each rule complete. */
import { type RequestBodyOf, sentBody } from '../../src/runner/call.ts';
import type { Case, CaseStep } from '../../src/runner/case.ts';

type Rule = RequestBodyOf<'createNotificationRule'>;

/**
 * Whether callbackHandle or includeDetails may be left out is not shown (RULE-REQUIRED-FIELDS), nor whether two rules may have
 * one callbackHandle.
 */
export function asDescribed(rows: readonly Case[]): Case[] {
  return rows.map((row) => {
    const { first = [] } = row;
    return {
      ...whole(row, first.length),
      ...(first.length > 0 && { first: first.map(whole) }),
      ...(typeof row.control === 'object' && { control: row.control.map(whole) }),
    } as Case;
  });
}

function whole<Call extends CaseStep>(step: Call, at: number): Call {
  if (!('when' in step) || step.when !== 'createNotificationRule' || step.send === undefined) return step;
  // A rule that is broken has one mistake, and all else.
  if ('broken' in step.send) return step;
  const rule = sentBody(step.send) as Rule;
  return { ...step, send: { callbackHandle: `example-${at + 1}`, includeDetails: false, ...rule } };
}
