/** Cases of rules that are accepted: the two documented examples of every trigger event, on API v2 too where it takes more. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { triggerEvents } from '../../contracts/generated/operations.ts';
import { placeOf } from '../../contracts/src/base/schema-place.ts';
import { requestSchema } from '../../contracts/src/judge/operation.ts';
import { type CaseCall, example } from '../../src/runner/call.ts';
import { type Case, cases } from '../../src/runner/case.ts';
import { accepted, type BodyFields, isFields, without } from '../acceptance.ts';

const when = 'createNotificationRule';
type Example = Parameters<typeof example<typeof when>>[1];

const rules = triggerEvents.map((event) => {
  const name = event.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const [minimal, full] = ['Minimal', 'Full'].map(
    (size): BodyFields => example(when, `${name}${size}` as Example).body,
  );
  // Whether includeDetails may be left out is not shown (RULE-REQUIRED-FIELDS).
  return {
    event,
    what: `${event} rule`,
    smallest: { ...minimal, includeDetails: false } as BodyFields,
    full: full ?? {},
  };
});

function compared(clause: ClauseId, given: string, send: BodyFields, control: BodyFields): Case {
  const call = (body: BodyFields) => ({ when, send: body, then: '2XX' }) as CaseCall;
  return {
    ...call(send),
    clause,
    says: 'creates the rule',
    given,
    control: [call(control)],
    needs: 'judgement',
  };
}

/** A rule is refused for its trigger event, for params that it lacks or has, or for what it says of details. */
const acceptedRules = rules.flatMap(({ event, what, smallest, full }, at): Case[] => {
  const { params, includeDetails } = full;
  const ofParams =
    placeOf(requestSchema(when)?.schema ?? {})
      .for(full)
      .field('params')?.clauses ?? [];
  const isOptional = isFields(params) && smallest['params'] === undefined;
  const optional = isOptional ? ofParams : [];
  const other = rules[at === 0 ? 1 : 0]?.smallest ?? {};
  const reserveOfSmallest = [
    compared('RULE-TRIGGER-EVENT', `the trigger event ${event}`, full, other),
    ...optional
      .slice(1)
      .map((clause) => compared(clause, `a ${what} without params`, smallest, { ...smallest, params })),
    ...(includeDetails === true
      ? [
          compared('RULE-INCLUDE-DETAILS', `a ${what} without details`, smallest, {
            ...smallest,
            includeDetails,
          }),
        ]
      : []),
  ];
  const reserveOfFull = optional.map((clause) =>
    compared(clause, `a ${what} with params that name nothing`, { ...smallest, params: {} }, smallest),
  );
  const isOnV2Alone = isFields(params) && 'waitForCategorization' in params;
  const ofV1 = isOnV2Alone ? { ...full, params: without(params, 'waitForCategorization') } : full;
  const [first, second, ...others] = accepted({ when, what, smallest, full: ofV1 });
  return [
    {
      ...first,
      clause: params === undefined ? 'RULE-TERMS-NO-PARAMS' : 'RULE-TRIGGER-EVENT',
      reserve: reserveOfSmallest,
    } as Case,
    ...(second ? [{ ...second, reserve: [...(second.reserve ?? []), ...reserveOfFull] }] : []),
    ...others,
    ...(isOnV2Alone ? accepted({ when, what, smallest, full, api: 'v2' }) : []),
  ];
});

export const acceptedRuleCases = cases(import.meta.url, acceptedRules);
