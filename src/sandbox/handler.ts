/** What a handler is given and gives back: it carries out one operation for a caller who is known to be allowed. */
import type { Answer } from './answer.ts';
import type { Body } from './body.ts';
import type { Chance } from './chance.ts';
import type { Clock } from './clock.ts';
import type { Caller } from './decisions/authorization.ts';
import type { Client } from './decisions/credentials.ts';
import type { BodyOf, OperationId, TokenOf } from './operation.ts';
import type { Refusal } from './refusal.ts';
import type { Decisions } from './seams.ts';
import type { ApiVersion, Settings } from './settings.ts';
import type { State, User } from './state.ts';

export interface Call<Op extends OperationId = OperationId> {
  readonly operationId: Op;
  readonly apiVersion: ApiVersion;
  /** Method and path of the call. */
  readonly endpoint: string;
  readonly caller: TokenOf<Op> extends 'user' ? { readonly user: User } : Caller;
  readonly body: BodyOf<Op>;
  /** The same body with its text and its exact numbers. */
  readonly sent: Body;
  /** The address of the web form door as the caller names it, without a slash at its end. */
  readonly webFormUrl: string;
}

export interface Surroundings {
  readonly state: State;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly client: Client;
  /** What comes of a decision. */
  decide<Name extends keyof Decisions>(name: Name, outcome: Decisions[Name]): Decisions[Name];
}

export type Handler<Op extends OperationId> = (call: Call<Op>, around: Surroundings) => Answer | Refusal;

/** One handler for every operation: the map does not compile until each has one. */
export type Handlers = { readonly [Op in OperationId]: Handler<Op> };
