/**
 * Acceptance, derived from the documents: of each request the smallest and the full example, and the booleans of the full
 * one the other way. Where one gets an error response, requests with one field each find which it is.
 */
import type { ClauseId } from '../contracts/generated/clause-id.ts';
import { operations } from '../contracts/generated/operations.ts';
import type { ApiVersion } from '../contracts/src/base/api-version.ts';
import { type FlowOperation, flowCalls, flowOperations } from '../contracts/src/base/flows.ts';
import { canonical } from '../contracts/src/base/json-value.ts';
import { placeOf, type SchemaPlace } from '../contracts/src/base/schema-place.ts';
import { show } from '../contracts/src/base/text.ts';
import { type OperationId, requestSchema } from '../contracts/src/judge/operation.ts';
import {
  type CaseCall,
  documentedOutcome,
  EXAMPLE_VALUES,
  example,
  fill,
  fromResponse,
  sentBody,
} from '../src/runner/call.ts';
import { type Case, cases, type RequestPair } from '../src/runner/case.ts';

export type BodyFields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is BodyFields {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function isSame(one: unknown, other: unknown): boolean {
  return canonical(fill(one, EXAMPLE_VALUES)) === canonical(fill(other, EXAMPLE_VALUES));
}

export function without(fields: BodyFields, name: string): BodyFields {
  const { [name]: _, ...others } = fields;
  return others;
}

/** A request that differs from another one, the baseline, in one field. */
interface OneField {
  readonly clause: ClauseId | undefined;
  readonly name: string;
  readonly send: BodyFields;
  readonly baseline: BodyFields;
}

/** The smallest request with each field of the largest one, and with the items that its lists have more. */
function oneFieldEach(root: SchemaPlace, smallest: BodyFields, largest: BodyFields): OneField[] {
  const within = (
    at: SchemaPlace,
    small: BodyFields,
    large: BodyFields,
    whole: (part: BodyFields) => BodyFields,
  ): OneField[] =>
    Object.entries(large).flatMap(([name, value]): OneField[] => {
      const place = at.for(large).field(name);
      const own = small[name];
      if (!place || isSame(own, value)) return [];
      const put = (part: unknown) => whole({ ...small, [name]: part });
      const one = { clause: place.clauses[0], name, send: put(value), baseline: smallest };
      if (typeof value === 'boolean') return [{ ...one, name: `${name} ${value}` }];
      if (isFields(value) && isFields(own)) return within(place, own, value, put);
      if (isFields(value)) return [one, ...withoutEach(place, value, put)];
      if (!Array.isArray(value)) return [one];
      if (!Array.isArray(own) || !place.items) return [...eachWord(one, value, put), one];
      const more = { ...one, name: `more ${name}`, send: put([...own, ...value.slice(own.length)]) };
      return [...within(place.items, own[0], value[0], (item) => put([item])), more];
    });
  return within(root, smallest, largest, (body) => body);
}

/** A list with one of its words, for each of them. */
function eachWord(one: OneField, words: readonly unknown[], put: (part: unknown) => BodyFields): OneField[] {
  if (words.length === 1) return [];
  return words.flatMap((word) =>
    typeof word === 'string' ? [{ ...one, name: `${one.name} ${show(word, false)}`, send: put([word]) }] : [],
  );
}

/** Fields that may have to be complete: all of them, compared with all but one. */
function withoutEach(
  place: SchemaPlace,
  fields: BodyFields,
  put: (part: BodyFields) => BodyFields,
): OneField[] {
  return Object.keys(fields).map((name) => ({
    clause: place.field(name)?.clauses[0],
    name,
    send: put(fields),
    baseline: put(without(fields, name)),
  }));
}

/** The small request with the booleans of the large one, each with its other value. */
function turned(small: BodyFields, large: BodyFields): BodyFields {
  const other = Object.entries(large).flatMap(([name, value]): [string, unknown][] => {
    if (typeof value === 'boolean') return [[name, !value]];
    const own = small[name];
    return isFields(value) && isFields(own) ? [[name, turned(own, value)]] : [];
  });
  return { ...small, ...Object.fromEntries(other) };
}

/** Whether an account may pay instantly is a matter of its bank: an error response says nothing. */
const OF_THE_BANK = 'instantPayment true';

/** Two documented requests of one operation. */
interface Requests {
  readonly when: OperationId;
  /** What they ask for. */
  readonly what: string;
  readonly smallest: object;
  readonly full: object;
  /** The default clause says that the call exists. */
  readonly clause?: ClauseId | undefined;
  /** Pairs beside those with one field each. */
  readonly pairs?: readonly RequestPair[];
  readonly api?: ApiVersion;
  readonly first?: readonly CaseCall[];
}

/** Both are taken, and the smallest one with each boolean of the full one the other way. */
export function accepted({
  when,
  what,
  smallest,
  full,
  clause,
  pairs = [],
  api,
  first = [],
}: Requests): Case {
  const own = clause ?? operations[when].clauses[0];
  const large = bodyOf(full);
  const small = { ...(isFields(large['params']) && { params: {} }), ...bodyOf(smallest) };
  const place = placeOf(requestSchema(when)?.schema ?? {});
  const other = turned(small, large);
  const fields = [...oneFieldEach(place, small, large), ...oneFieldEach(place, small, other)].map(
    (field) => ({ ...field, clause: field.clause ?? own }),
  );
  // The smallest one has no params, where these may be left out.
  const others = [smallest, ...(isSame(small, other) ? [] : [other])];
  return {
    when,
    send: full,
    then: documentedOutcome(when),
    ...(api && { api, needs: 'judgement' }),
    clause: own,
    says: 'takes each request',
    given: `the smallest and the full ${what}${api ? ` on API ${api}` : ''}`,
    first,
    accepts: {
      others: isSame(bodyOf(smallest), large) ? [] : others,
      pairs: [...fields.filter(({ name }) => name !== OF_THE_BANK), ...pairs],
    },
  } as Case;
}

function bodyOf(send: object): BodyFields {
  return sentBody(send as CaseCall['send']) as BodyFields;
}

/** A call that needs a user token, as the others do. */
const created: CaseCall = {
  when: 'createMoneyTransferV1',
  send: example('createMoneyTransferV1', 'minimal'),
  then: '2XX',
};

/** The clauses of the smallest requests; where that for a payment is accepted, an error response is of the token. */
const OF_TOKEN: Readonly<Partial<Record<FlowOperation, ClauseId>>> = {
  importBankConnectionV1: 'AUTH-USER-TOKEN-SERVES',
  createBankConnectionImport: 'AUTH-WEB-FORM-SAME',
};

const ofFlows = flowOperations.flatMap((when) => {
  const { version, kind } = flowCalls[when];
  if (when === 'submitPaymentV1') return [];
  const [smallest, full] = [example(when, 'minimal'), example(when, 'full')];
  const ofToken = OF_TOKEN[when];
  const clause = when === 'createStandalonePayment' ? 'V2-SEPARATE-INTERFACE' : undefined;
  const pairs = ofToken
    ? [{ clause: ofToken, name: 'a user token', send: smallest, baseline: [created] }]
    : [];
  return [accepted({ when, what: `${version} ${kind}`, smallest, full, clause, pairs })];
});

const paymentId = fromResponse<number>(0, 'id');
const ofSubmission = accepted({
  when: 'submitPaymentV1',
  what: 'submission',
  smallest: { paymentId },
  full: { paymentId, interface: 'XS2A' },
  first: [created],
});

/** Which fields of a user are required is not shown: no request has fewer than all, but the baseline of a refused one. */
const user = bodyOf(example('createUser', 'full'));
const off = { ...user, isAutoUpdateEnabled: false };
const ofUser = withoutEach(placeOf(requestSchema('createUser')?.schema ?? {}), user, (body) => body).flatMap(
  ({ clause, ...pair }) =>
    clause && !Object.hasOwn(bodyOf(example('createUser', 'minimal')), pair.name)
      ? [{ ...pair, clause }]
      : [],
);

export const acceptanceCases = cases('suites/acceptance.ts', [
  ...ofFlows,
  ofSubmission,
  {
    when: 'createUser',
    send: off,
    then: '2XX',
    clause: 'USER-CREATE-CALL',
    says: 'takes each request',
    given: 'users with five fields, whose bank data is updated automatically or not',
    accepts: {
      others: [user],
      pairs: [
        ...ofUser,
        { clause: 'USER-REQUEST-AUTO-UPDATE', name: 'isAutoUpdateEnabled false', send: off, baseline: user },
        {
          clause: 'AUTH-CLIENT-TOKEN-SERVES',
          name: 'a client token',
          send: user,
          baseline: [{ when: 'getClientConfiguration', then: '2XX' }],
        },
      ],
    },
  },
]);
