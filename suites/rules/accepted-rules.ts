/** Cases of rules that are accepted: the two documented examples of every trigger event, on API v2 too where it takes more. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { triggerEvents } from '../../contracts/generated/operations.ts';
import { placeOf } from '../../contracts/src/base/schema-place.ts';
import { requestSchema } from '../../contracts/src/judge/operation.ts';
import { type CaseCall, example } from '../../src/runner/call.ts';
import { type Case, cases } from '../../src/runner/case.ts';
import { accepted, allOf, type BodyFields, isFields, without } from '../acceptance.ts';

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

/** The control is of another operation: where it is accepted, the token is the reason. */
const ofToken = {
  clause: 'AUTH-USER-TOKEN-SERVES',
  given: 'a user token',
  control: [
    { when: 'createMoneyTransferV1', send: example('createMoneyTransferV1', 'minimal'), then: '2XX' },
  ],
} as const;

const WAIT = 'waitForCategorization';

type Compared = readonly [ClauseId | undefined, given: string, send: BodyFields, control: BodyFields];

/** Where the rule is refused and its control accepted, the clause is broken; rows without a clause fall away. */
function compared(...rows: readonly Compared[]): Case[] {
  const call = (send: BodyFields) => ({ when, send, then: '2XX' }) as CaseCall;
  return rows.flatMap(([clause, given, send, control]): Case[] => {
    if (!clause) return [];
    const says = 'creates the rule';
    return [{ ...call(send), clause, says, given, control: [call(control)] }];
  });
}

const acceptedRules = rules.flatMap(({ event, what, smallest, full }, at): Case[] => {
  const { params, includeDetails } = full;
  const isFirst = at === 0;
  const other = rules[isFirst ? 1 : 0]?.smallest ?? {};
  const isOptional = isFields(params) && smallest['params'] === undefined;
  const ofParams = placeOf(requestSchema(when)?.schema ?? {})
    .for(full)
    .field('params');
  const optional = isOptional ? ofParams?.clauses.at(-1) : undefined;
  const withDetails = { ...smallest, includeDetails };
  const named = { ...smallest, params: {} };
  const whySmallest = compared(
    ['RULE-TRIGGER-EVENT', `the trigger event ${event}`, full, other],
    [optional, `a ${what} without params`, smallest, { ...smallest, params }],
    [includeDetails ? 'RULE-INCLUDE-DETAILS' : undefined, `a ${what} without details`, smallest, withDetails],
  );
  const whyFull = compared(
    [isFirst ? 'RULE-PARAMS' : undefined, 'params that name nothing', named, smallest],
    [optional, `a ${what} with params that name nothing`, named, smallest],
  );
  const isOnV2Alone = isFields(params) && WAIT in params;
  const ofV1 = isOnV2Alone ? { ...full, params: without(params, WAIT) } : full;
  const { least, most, others } = accepted({ when, what, smallest, full: ofV1 });
  return [
    {
      ...least,
      clause: params === undefined ? 'RULE-TERMS-NO-PARAMS' : 'RULE-TRIGGER-EVENT',
      reserve: isFirst ? [{ ...least, ...ofToken }, ...whySmallest] : whySmallest,
    },
    ...most.map((one) => ({ ...one, reserve: [...(one.reserve ?? []), ...whyFull] })),
    ...others,
    ...(isOnV2Alone ? allOf(accepted({ when, what, smallest, full, api: 'v2' })) : []),
  ];
});

export const acceptedRuleCases = cases('suites/rules/accepted-rules.ts', acceptedRules);
