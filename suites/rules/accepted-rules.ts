/** Cases of rules that are accepted: the two documented examples of every trigger event, on API v2 too where it takes more. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { triggerEvents } from '../../contracts/generated/operations.ts';
import { placeOf } from '../../contracts/src/base/schema-place.ts';
import { requestSchema } from '../../contracts/src/judge/operation.ts';
import { type CaseCall, example } from '../../src/runner/call.ts';
import { type Case, cases, type RequestPair } from '../../src/runner/case.ts';
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

/** The baseline is of another operation: where it is accepted, the token is the reason. */
const payment: CaseCall = {
  when: 'createMoneyTransferV1',
  send: example('createMoneyTransferV1', 'minimal'),
  then: '2XX',
};

const WAIT = 'waitForCategorization';

const created = (send: BodyFields) => ({ when, send, then: '2XX' }) as CaseCall;

/** What the two requests of an event differ in beside their fields. */
function pairsOf({ event, what, smallest, full }: (typeof rules)[number], isFirst: boolean): RequestPair[] {
  const { params, includeDetails } = full;
  const other = rules[isFirst ? 1 : 0]?.smallest ?? {};
  const isOptional = isFields(params) && smallest['params'] === undefined;
  const ofParams = placeOf(requestSchema(when)?.schema ?? {})
    .for(full)
    .field('params');
  const optional = isOptional ? ofParams?.clauses.at(-1) : undefined;
  const named = { ...smallest, params: {} };
  const pair = (
    clause: ClauseId | undefined,
    name: string,
    send: object,
    baseline: RequestPair['baseline'],
  ) => (clause ? [{ clause, name, send, baseline }] : []);
  return [
    ...pair('RULE-TRIGGER-EVENT', `the trigger event ${event}`, full, [created(other)]),
    ...pair(optional, `no params`, smallest, { ...smallest, params }),
    ...pair(includeDetails ? 'RULE-INCLUDE-DETAILS' : undefined, `no details`, smallest, {
      ...smallest,
      includeDetails,
    }),
    ...pair(isFirst ? 'RULE-PARAMS' : undefined, 'params that name nothing', named, smallest),
    ...pair(optional, `params that name nothing`, named, smallest),
    ...pair(isFirst ? 'AUTH-USER-TOKEN-SERVES' : undefined, `a user token of a ${what}`, smallest, [payment]),
  ];
}

const acceptedRules = rules.flatMap((rule, at): Case[] => {
  const { what, smallest, full } = rule;
  const { params } = full;
  const isOnV2Alone = isFields(params) && WAIT in params;
  const ofV1 = isOnV2Alone ? { ...full, params: without(params, WAIT) } : full;
  const clause = params === undefined ? 'RULE-TERMS-NO-PARAMS' : 'RULE-TRIGGER-EVENT';
  const pairs = pairsOf({ ...rule, full: ofV1 }, at === 0);
  return [
    accepted({ when, what, smallest, full: ofV1, clause, pairs }),
    ...(isOnV2Alone ? [accepted({ when, what, smallest, full, api: 'v2' })] : []),
  ];
});

export const acceptedRuleCases = cases('suites/rules/accepted-rules.ts', acceptedRules);
