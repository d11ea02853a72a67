/** A target that is open for calls, and who makes them: users and tokens of one case, and what messages reach. */
import type { Secrets } from '../../../contracts/src/base/known-values.ts';
import type { Exchange } from '../../../contracts/src/judge/exchange.ts';
import type { Cipher } from '../../../contracts/src/messages/cipher.ts';
import type { Callers, CaseCall, CaseCaller, TokenHolder } from '../call.ts';
import type { Control, World } from '../control.ts';
import type { outcomeOf } from '../refusals.ts';
import type { RunHistory } from '../run-history.ts';
import type { Mailbox } from '../scenarios/mailbox.ts';
import type { CountMeanings } from '../scenarios/message-difference.ts';
import type { Sender } from '../sender.ts';
import type { Lacks, TargetDescription } from '../targets/target.ts';
import type { Deviation } from '../targets/target-file.ts';
import type { ValueName, Values } from '../test-data.ts';
import type { Traces } from './traces.ts';

export interface Target extends TargetDescription, Sender {
  readonly deviations: readonly Deviation[];
  /** How long the whole run may take, in milliseconds; without it, as long as it takes. */
  readonly runLimit?: number;
  /** Absent where the target has no control plane. */
  readonly control?: Control;
  /** The time that dates of requests are counted from, in epoch milliseconds; by default that of this computer. */
  readonly clock?: () => Promise<number>;
  /** The secrets of the run, which no output repeats; absent for a target that the run starts itself. */
  readonly secrets?: Secrets;
  /** What came of the baselines of cases: of the last call, or of the first one that does not succeed. */
  readonly baselines: Map<PlannedCalls, Promise<CallResult>>;
  /** The calls and responses so far, without busy ones; absent for a target without memory. */
  readonly history?: RunHistory;
  /** Counts what the run creates; absent for a target that ends with the run. */
  readonly traces?: Traces;
  /** Absent where the target lacks messages. */
  readonly messaging?: Messaging;
  /** The callers of one case: by default its own where the target has users. They are created when first needed. */
  session(callers?: Callers): Promise<Session>;
}

/** The callers of one case. What the target does not give throws Unproven. */
export interface Session {
  /** What cases name in braces. */
  readonly values: Pick<Values, ValueName>;
  /** An access token for a caller; undefined for no one. */
  token(caller: CaseCaller): Promise<string | undefined>;
  /** Creates the user of the case if there is none yet. */
  createUser(): Promise<void>;
  /** The lifetime of the token of a caller in seconds, as its token response says; NaN where that is no number. */
  lifetime(of: TokenHolder): Promise<number>;
}

/** How messages of a target reach the run and are read, and what scenarios use beside its control plane. */
export interface Messaging {
  readonly mailbox: Mailbox;
  readonly cipher: Cipher;
  /** How long to wait for further messages where the control plane does not say that all are delivered, in milliseconds. */
  readonly waitingTime?: number;
  /** What the control plane can do for messages; called once, when first needed. */
  offers(): Promise<Offers>;
  /** What counts have shown in this run. */
  readonly countMeanings: CountMeanings;
  /** Begins every id and handle that the run makes. */
  readonly prefix: string;
  /** A name that is not in use yet. */
  fresh(): string;
  /** A session of a user who exists already. Throws Unproven. */
  logIn(user: Pick<World['users'][number], 'id' | 'password'>): Promise<Session>;
}

export interface Offers {
  /** Whether the control plane says when every message has been delivered. */
  readonly reportsSettled: boolean;
  /** What is missing after all. */
  readonly lacks: Lacks;
}

/** A target that is ready for calls. */
export interface Started {
  readonly target: Target;
  stop(): Promise<void>;
}

/** Calls that follow each other, and who makes them. */
export interface PlannedCalls {
  readonly calls: readonly CaseCall[];
  readonly callers: Callers;
}

/** A call, and what came of it. */
export interface CallResult {
  readonly call: CaseCall;
  readonly exchange: Exchange;
  readonly outcome: ReturnType<typeof outcomeOf>;
}
