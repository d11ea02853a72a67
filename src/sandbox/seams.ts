/** Where a fault may take hold: a decision that was made, and an answer about to leave. Handlers know nothing of it. */
import type { Answer } from './answer.ts';
import type { Caller } from './decisions/authorization.ts';
import type { Request } from './door.ts';
import type { OperationId } from './operation.ts';
import type { Refusal } from './refusal.ts';
import type { State } from './state.ts';

/** The decisions by name, each with what may come of it. */
export interface Decisions {
  /** For whom a token is issued. */
  readonly credentials: Caller | Refusal;
  /** Who makes a call. */
  readonly authorization: Caller | Refusal;
  /** Whether a request keeps its documented shape, types, required params and limits. */
  readonly request: Refusal | undefined;
  /** Whether the API version of a call allows the rule. */
  readonly apiVersion: Refusal | undefined;
  /** Whether a rule duplicates another of its user. */
  readonly duplicate: boolean;
}

export interface SeamContext {
  readonly operationId: OperationId;
  readonly request: Request;
  readonly state: State;
}

export interface Seams {
  decide<Name extends keyof Decisions>(
    name: Name,
    outcome: Decisions[Name],
    context: SeamContext,
  ): Decisions[Name];
  answer(answer: Answer, context: SeamContext): Answer;
}

/** The service as it is documented: nothing is changed. */
export const noSeams: Seams = { decide: (_, outcome) => outcome, answer: (answer) => answer };
