/** One call of a case, typed from the OpenAPI documents: what is not described does not compile. */

import { isLosslessNumber } from 'lossless-json';
import type { operations as access } from '../../contracts/generated/access.ts';
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import { operations } from '../../contracts/generated/operations.ts';
import type { operations as webForm } from '../../contracts/generated/web-form.ts';
import type { ApiVersion } from '../../contracts/src/base/api-version.ts';
import { member, type WithDecimals } from '../../contracts/src/base/json-value.ts';
import { type Exchange, jsonOf } from '../../contracts/src/judge/exchange.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import {
  fitToTestData,
  OWN_TEST_DATA,
  Placeholder,
  type ValueName,
  type Values,
  withTestData,
} from './test-data.ts';

type Documents = access & webForm;

/** The request body of an operation; never for one that sends none. */
export type RequestBodyOf<Op extends OperationId> = Documents[Op] extends {
  requestBody?: { content: infer Content };
}
  ? WithDecimals<Content[keyof Content]>
  : never;

type StatusKey<Op extends OperationId> = Exclude<keyof (typeof operations)[Op]['answers'], '4XX'>;
type StatusOf<Key> = Key extends `${infer Status extends number}` ? Status : Key;

/** A documented success by its number, 2XX where none is shown, or that the call is refused: any 4xx or 5xx. */
type OutcomeOf<Op extends OperationId> = StatusOf<StatusKey<Op>> | 'refused';

/** The owner of a token; `again` is a second token that the same user obtains when it is first needed. */
export type TokenHolder = 'client' | 'user' | 'user again';

/** Who calls; by default, the holder of the token that the documentation names for the operation. */
export type CaseCaller =
  | TokenHolder
  /** The user of the case, with a new token for each call. */
  | 'user anew'
  | 'other user'
  | 'no one'
  /** Presents a text that was never issued as a token. */
  | 'stranger'
  | DamagedToken;

/** Presents what this makes of a token that is valid. */
interface DamagedToken {
  readonly of: 'client' | 'user';
  readonly damaged: (token: string) => string;
  /** A command of a POSIX shell that makes the same of its input. */
  readonly inShell: string;
}

/** The users of a case, whose calls are made with their tokens. */
export interface Callers {
  /** Names the case. */
  readonly own: string;
  readonly user: string;
  readonly other: string;
  /** Whether its users and tokens are its own. */
  readonly isOwn: boolean;
  /** Whether a control plane gives its users bank data, in a world of their own. */
  readonly isGiven: boolean;
}

interface CallOf<Op extends OperationId> {
  readonly when: Op;
  readonly as?: CaseCaller;
  /** The API version of the rule endpoint; by default, the path that the documentation shows. */
  readonly api?: ApiVersion;
  readonly send?: RequestBodyOf<Op> | Example<Op> | BrokenBody;
  readonly then: OutcomeOf<Op>;
  /** Whether a provider may refuse the values that are sent: a refusal puts the case out of reach. */
  readonly mayBeRefused?: true;
}

/** A call of any operation. */
export type CaseCall = { [Op in OperationId]: CallOf<Op> }[OperationId];

type Requests = typeof examples.requests;

/** A request body taken from the documents by the name of its example, with the test data of the target in it. */
interface Example<Op extends OperationId = OperationId> {
  readonly example: string;
  readonly body: RequestBodyOf<Op>;
}

/** An exchange of a run, with what its request was made for: by this, a report writes a command that others can send. */
export interface SentExchange extends Exchange {
  readonly sent?: {
    readonly as: CaseCaller;
    /** Whether the call is to get an error response. */
    readonly isToFail: boolean;
    /** The names that were made up for the caller; each session has its own. */
    readonly values: Pick<Values, ValueName>;
  };
}

/** The named example of the request of an operation; a mock answers it with its own example of that name. */
export function example<Op extends OperationId & keyof Requests>(
  operationId: Op,
  name: keyof Requests[Op] & string,
): Example<Op> {
  return { example: name, body: withTestData(examples.requests[operationId][name]) as RequestBodyOf<Op> };
}

/** Who makes the call: the caller that it names, or the one that the documentation names. */
export function callerOf({ as, when }: CaseCall): CaseCaller {
  const { token } = operations[when];
  return as ?? (token === 'no' ? 'no one' : token);
}

/** The documented success of an operation: 201, 451 or 2XX. */
export function documentedOutcome(operationId: OperationId): CaseCall['then'] {
  const [first] = Object.keys(operations[operationId].answers);
  return (first === '2XX' ? first : Number(first)) as CaseCall['then'];
}

/** The body that a call sends. */
export function sentBody(send: CaseCall['send']): unknown {
  if (typeof send !== 'object' || send === null) return send;
  return 'example' in send || 'broken' in send ? send.body : send;
}

/** A valid body with one intended mistake; no case writes invalid input in another way. */
interface BrokenBody {
  /** The mistake in words. */
  readonly broken: string;
  readonly body: unknown;
  /** The body without the mistake. */
  readonly valid: object;
}

/** `without` removes the member at a JSON Pointer, `set` puts a value there; everything else stays valid. */
type BodyEdit = { readonly without: string } | { readonly set: string; readonly to: unknown };

/** A copy of the valid body with one edit; throws when the edit changes nothing. */
export function broken(valid: object, edit: BodyEdit): BrokenBody {
  const pointer = 'set' in edit ? edit.set : edit.without;
  const edited = (node: unknown, [step = '', ...rest]: readonly string[]): object => {
    const isLast = rest.length === 0;
    if (typeof node !== 'object' || node === null || (!(isLast && 'set' in edit) && !(step in node)))
      throw new Error(`${pointer} is not in the valid body`);
    const { [step]: part, ...others } = node as Record<string, unknown>;
    if (isLast) return 'set' in edit ? { ...others, [step]: edit.to } : others;
    return { ...node, [step]: edited(part, rest) };
  };
  const what = 'set' in edit ? `${pointer} is ${JSON.stringify(edit.to)}` : `${pointer} is missing`;
  return { broken: what, body: edited(valid, pointer.slice(1).split('/')), valid };
}

/** Values for a body that is never sent. */
export const EXAMPLE_VALUES: Values = {
  clientId: 'c',
  clientSecret: 's',
  userName: 'u',
  userPassword: 'p',
  fresh: 'f',
  testData: OWN_TEST_DATA,
  now: Date.UTC(2026, 2, 2),
};

const IN_BRACES = /\{(clientId|clientSecret|userName|userPassword|fresh)\}/g;

/** Whether a body names that value in braces. */
export function names(body: unknown, name: ValueName): boolean {
  return JSON.stringify(body ?? null).includes(`{${name}}`);
}

/** A field of the response to the call of the case with this index, digit for digit; typed as the field that it fills. */
export function fromResponse<T>(call: number, field: string): T {
  return new Placeholder([call, field], (_, earlier) =>
    member(jsonOf(earlier[call]?.response.body), field),
  ) as T;
}

/** A text with placeholders, or a value of the test data, as the function writes it once it is filled. */
export function rewritten<T>(text: T, write: (text: string) => string): T {
  return new Placeholder(text, (...from) => write(String(fill(text, ...from)))) as T;
}

/** A copy of a JSON value with every placeholder filled. */
export function fill(value: unknown, values: Values, earlier: readonly Exchange[] = []): unknown {
  if (typeof value === 'string') return value.replace(IN_BRACES, (_, name: ValueName) => values[name]);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Placeholder) return value.valueIn(values, earlier);
  if (Array.isArray(value)) return value.map((item) => fill(item, values, earlier));
  // A LosslessNumber is a value, not an object to walk through.
  if (isLosslessNumber(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fill(part, values, earlier)]));
}

/** A filled body as the target takes it. */
export function bodyForTarget(when: CaseCall['when'], filled: unknown, values: Values): unknown {
  const requests: Readonly<Record<string, Readonly<Record<string, unknown>>>> = examples.requests;
  const { testData } = values;
  // Only a target that requires more takes values of the full example.
  const model = testData.requires.length > 0 ? withTestData(requests[when]?.['full']) : undefined;
  return fitToTestData(filled, fill(model, values), testData);
}
