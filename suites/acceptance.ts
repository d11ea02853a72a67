/**
 * Acceptance, derived from the documents: of each request the smallest and the full example, and the booleans of the full
 * one the other way. Where a request with many fields is refused, requests with one field each find which it is.
 */
import type { ClauseId } from '../contracts/generated/clause-id.ts';
import { operations } from '../contracts/generated/operations.ts';
import type { ApiVersion } from '../contracts/src/base/api-version.ts';
import { type FlowOperation, flowCalls, flowOperations } from '../contracts/src/base/flows.ts';
import { canonical } from '../contracts/src/base/json-value.ts';
import { placeOf, type SchemaPlace } from '../contracts/src/base/schema-place.ts';
import { type OperationId, requestSchema } from '../contracts/src/judge/operation.ts';
import {
  answered,
  type CaseCall,
  documentedOutcome,
  EXAMPLE_VALUES,
  example,
  fill,
  sentBody,
} from '../src/runner/call.ts';
import { type Case, cases } from '../src/runner/case.ts';

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

/** A request that differs from another one, the control, in one field. */
interface OneField {
  readonly clause: ClauseId | undefined;
  readonly name: string;
  readonly send: BodyFields;
  readonly control: BodyFields;
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
      const one = { clause: place.clauses[0], name, send: put(value), control: smallest };
      if (typeof value === 'boolean') return [{ ...one, name: `${name} ${value}` }];
      if (isFields(value) && isFields(own)) return within(place, own, value, put);
      if (isFields(value)) return [one, ...withoutEach(place, value, put)];
      if (!Array.isArray(value) || !Array.isArray(own) || !place.items) return [one];
      const more = { ...one, name: `more ${name}`, send: put([...own, ...value.slice(own.length)]) };
      return [...within(place.items, own[0], value[0], (item) => put([item])), more];
    });
  return within(root, smallest, largest, (body) => body);
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
    control: put(without(fields, name)),
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

/** Two documented requests of one operation. */
interface Requests {
  readonly when: OperationId;
  /** What they ask for. */
  readonly what: string;
  readonly smallest: object;
  readonly full: object;
  /** What the smallest one shows beside that the call exists, and a call that tells a refused token from a refused request. */
  readonly shows?: Pick<Case, 'clause' | 'control'> | undefined;
  readonly api?: ApiVersion;
  readonly first?: readonly CaseCall[];
}

/** Whether an account may pay instantly is a matter of its bank: a refusal says nothing. */
const OF_THE_BANK = 'instantPayment true';

interface Accepted {
  /** Of the smallest request. */
  readonly least: Case;
  /** Of the full one, where it is another. */
  readonly most: readonly Case[];
  /** Of those with the other booleans. */
  readonly others: readonly Case[];
}

export function allOf({ least, most, others }: Accepted): Case[] {
  return [least, ...most, ...others];
}

export function accepted({ when, what, smallest, full, shows, api, first = [] }: Requests): Accepted {
  const call = (send: object) =>
    ({ when, send, then: documentedOutcome(when), ...(api && { api }) }) as CaseCall;
  const on = api ? ` on API ${api}` : '';
  const row = {
    clause: operations[when].clauses[0],
    says: 'takes the request',
    first,
    ...(api && { needs: 'judgement' as const }),
  };
  const withField = ({ clause = row.clause, name, send, control }: OneField): Case => ({
    ...row,
    ...call(send),
    clause,
    given: `the smallest ${what} with ${name}${on}`,
    needs: first.length > 0 ? 'memory' : 'judgement',
    ...(name !== OF_THE_BANK && { control: [...first, call(control)] }),
  });
  const large = bodyOf(full);
  const small = { ...(isFields(large['params']) && { params: {} }), ...bodyOf(smallest) };
  const place = placeOf(requestSchema(when)?.schema ?? {});
  const reserve = oneFieldEach(place, small, large).map(withField);
  const other = turned(small, large);
  const others = reserve.length > 0 ? oneFieldEach(place, small, other).map(withField) : [];
  const allOthers: Case = {
    ...row,
    ...call(other),
    given: `the smallest ${what} with each boolean of the full one the other way${on}`,
    needs: 'judgement',
    reserve: others,
  };
  return {
    least: { ...row, ...call(smallest), given: `the smallest ${what}${on}`, ...shows },
    most: reserve.length > 0 ? [{ ...row, ...call(full), given: `the full ${what}${on}`, reserve }] : [],
    others: others.length > 1 ? [allOthers] : others,
  };
}

function bodyOf(send: object): BodyFields {
  return sentBody(send as CaseCall['send']) as BodyFields;
}

/** Payments are never duplicates, and need a user token as the others do. */
const created: CaseCall = {
  when: 'createMoneyTransferV1',
  send: example('createMoneyTransferV1', 'minimal'),
  then: '2XX',
};

const SHOWS: Readonly<Partial<Record<FlowOperation, Requests['shows']>>> = {
  importBankConnectionV1: { clause: 'AUTH-USER-TOKEN-SERVES', control: [created] },
  createBankConnectionImport: { clause: 'AUTH-WEB-FORM-SAME', control: [created] },
  createStandalonePayment: { clause: 'V2-SEPARATE-INTERFACE' },
};
const ofFlows = flowOperations.flatMap((when) => {
  const { version, kind } = flowCalls[when];
  if (when === 'submitPaymentV1') return [];
  const [smallest, full] = [example(when, 'minimal'), example(when, 'full')];
  return allOf(accepted({ when, what: `${version} ${kind}`, smallest, full, shows: SHOWS[when] }));
});

const paymentId = answered<number>(0, 'id');
const ofSubmission = accepted({
  when: 'submitPaymentV1',
  what: 'submission',
  smallest: { paymentId },
  full: { paymentId, interface: 'XS2A' },
  first: [created],
});

/** Which fields of a user are required is not shown: no request has fewer than all, but the control of a refused one. */
const user = bodyOf(example('createUser', 'full'));
const creates = (send: BodyFields) => ({ when: 'createUser', send, then: '2XX' }) as CaseCall;
const ofUser = withoutEach(placeOf(requestSchema('createUser')?.schema ?? {}), user, (body) => body).flatMap(
  ({ clause, name, control }): Case[] =>
    clause && !Object.hasOwn(bodyOf(example('createUser', 'minimal')), name)
      ? [
          {
            ...creates(user),
            clause,
            says: 'creates the user',
            given: `a user with five fields, ${name} among them`,
            control: [creates(control)],
          },
        ]
      : [],
);

export const acceptanceCases = cases('suites/acceptance.ts', [
  ...ofFlows,
  ...allOf(ofSubmission),
  {
    ...creates(user),
    clause: 'USER-CREATE-CALL',
    says: 'creates the user',
    given: 'a user with five fields',
    reserve: ofUser,
  },
]);
