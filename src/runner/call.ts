/** One call of a case, typed from the OpenAPI documents: what is not described does not compile. */

import { isLosslessNumber } from 'lossless-json';
import type { operations as access } from '../../contracts/generated/access.ts';
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import type { operations as described } from '../../contracts/generated/operations.ts';
import type { operations as webForm } from '../../contracts/generated/web-form.ts';
import { type Exchange, jsonOf } from '../../contracts/src/judge/exchange.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';

type Documents = access & webForm;

/** The request body of an operation; never for one that sends none. */
export type BodyOf<Op extends OperationId> = Documents[Op] extends {
  requestBody?: { content: infer Content };
}
  ? Content[keyof Content]
  : never;

type AnswerKey<Op extends OperationId> = Exclude<keyof (typeof described)[Op]['answers'], '4XX'>;
type StatusOf<Key> = Key extends `${infer Status extends number}` ? Status : Key;

/** A documented success by its number, 2XX where none is shown, or that the call is refused: any 4xx or 5xx. */
type OutcomeOf<Op extends OperationId> = StatusOf<AnswerKey<Op>> | 'refused';

/** Who calls: without a word, the holder of the token that the documentation names for the operation. */
export type Caller =
  | 'client'
  | 'user'
  /** The same user with a further token. */
  | 'user anew'
  | 'other user'
  | 'nobody'
  /** Presents a text that was never issued as a token. */
  | 'stranger';

export interface CallOf<Op extends OperationId> {
  readonly when: Op;
  readonly as?: Caller;
  /** The API version of the rule endpoint; without it, the path that the documentation shows. */
  readonly api?: 'v1' | 'v2';
  readonly send?: BodyOf<Op> | Example<Op> | Broken;
  readonly then: OutcomeOf<Op>;
}

/** A call of any operation. */
export type Call = { [Op in OperationId]: CallOf<Op> }[OperationId];

type Requests = typeof examples.requests;

/** A request body taken from the documents by the name of its example. */
export interface Example<Op extends OperationId = OperationId> {
  readonly example: string;
  readonly body: BodyOf<Op>;
}

/** The named example of the request of an operation; a mock answers it with its own example of that name. */
export function example<Op extends OperationId & keyof Requests>(
  operationId: Op,
  name: keyof Requests[Op] & string,
): Example<Op> {
  return { example: name, body: examples.requests[operationId][name] as BodyOf<Op> };
}

/** The body that a call puts on the wire. */
export function sentBody(send: Call['send']): unknown {
  if (typeof send !== 'object' || send === null) return send;
  return 'example' in send || 'broken' in send ? send.body : send;
}

/** The one door for invalid input: a valid request that is wrong in one intended way. */

export interface Broken {
  /** What is wrong with the body. */
  readonly broken: string;
  readonly body: unknown;
}

/** `without` removes the member at a JSON Pointer, `set` puts a value there; everything else stays valid. */
export type Edit = { readonly without: string } | { readonly set: string; readonly to: unknown };

/** A copy of the valid body with one edit; throws when the edit changes nothing. */
export function broken(valid: object, edit: Edit): Broken {
  const pointer = 'set' in edit ? edit.set : edit.without;
  const steps = pointer.slice(1).split('/');
  const last = steps.pop() ?? '';
  const body = structuredClone(valid) as Record<string, unknown>;
  const parent = steps.reduce<Record<string, unknown> | undefined>(
    (node, step) => node?.[step] as Record<string, unknown> | undefined,
    body,
  );
  if (!parent || ('without' in edit && !(last in parent)))
    throw new Error(`${pointer} is not in the valid body`);
  if ('set' in edit) parent[last] = edit.to;
  else delete parent[last];
  const what = 'set' in edit ? `${pointer} is ${JSON.stringify(edit.to)}` : `${pointer} is missing`;
  return { broken: what, body };
}

/** Puts values where a case names them: `{clientId}` in a string, and what an earlier call of the case was answered. */

/** clientId, clientSecret; userName and userPassword of the user of the case; fresh, a name that nobody has yet. */
export type ValueName = 'clientId' | 'clientSecret' | 'userName' | 'userPassword' | 'fresh';
export type Values = Readonly<Record<ValueName, string>>;

const PLACE = /\{(clientId|clientSecret|userName|userPassword|fresh)\}/g;

/** Stands for a member of an earlier answer until the call is made. */
class Answered {
  readonly call: number;
  readonly field: string;

  constructor(call: number, field: string) {
    this.call = call;
    this.field = field;
  }
}

/** The field of the answer to the call of the case with this index, typed as its place asks for. */
export function answered<T>(call: number, field: string): T {
  return new Answered(call, field) as T;
}

/** Whether a place names that value. */
export function names(value: unknown, name: ValueName): boolean {
  return JSON.stringify(value)?.includes(`{${name}}`) ?? false;
}

/** A copy of a JSON value with every named place filled. */
export function fill(value: unknown, values: Values, earlier: readonly Exchange[] = []): unknown {
  if (typeof value === 'string') return value.replace(PLACE, (_, name: ValueName) => values[name]);
  if (value instanceof Answered) {
    return (jsonOf(earlier[value.call]?.response.body) as Record<string, unknown> | undefined)?.[value.field];
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, values, earlier));
  // Numbers that keep their digits are values, not objects to walk through.
  if (typeof value !== 'object' || value === null || isLosslessNumber(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fill(part, values, earlier)]));
}
