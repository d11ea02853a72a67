/** One call of a case, typed from the OpenAPI documents: what is not described does not compile. */
import type { operations as access } from '../../../contracts/generated/access.ts';
import examples from '../../../contracts/generated/examples.json' with { type: 'json' };
import type { operations as described } from '../../../contracts/generated/operations.ts';
import type { operations as webForm } from '../../../contracts/generated/web-form.ts';
import type { OperationId } from '../../../contracts/src/judge/operation.ts';
import type { Broken } from './broken.ts';

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
