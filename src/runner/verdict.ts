/** The results of a run: of a case, a clause, a flow and a target, each with its verdict. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { TargetSettings } from '../../contracts/generated/settings.ts';
import type { Finding } from '../../contracts/src/base/finding.ts';
import type { FlowKind } from '../../contracts/src/base/flows.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import type { NotificationRule } from '../../contracts/src/messages/message.ts';
import type { FieldResult } from '../../contracts/src/migration/mapping-engine.ts';
import type { SentExchange, TokenHolder } from './call.ts';
import type { ClientSetUp } from './control.ts';
import type { Action, ExpectedMessages } from './scenarios/scenario.ts';
import type { Traces } from './session/traces.ts';
import type { OutOfReach } from './unproven.ts';

/**
 * upheld: the check ran and held. violated: it ran and the provider broke the clause. admitted: violated, but listed
 * in the deviations of the target. unproven: it could not run though the target should allow it. out of reach: the
 * target cannot show it.
 */
export type Verdict = 'upheld' | 'violated' | 'admitted' | 'unproven' | 'out of reach';

/** The result of one case: its verdict is on its clause, and its findings may break others, too. */
export interface CaseResult {
  /** The id in reports, --failed and --only: clause and number, such as V2-FORM-URL.2; absent for a result of no case. */
  readonly id?: string;
  readonly clause: ClauseId;
  /** The case as a sentence. */
  readonly says: string;
  /** The file of the case, from the root of the project. */
  readonly file: string;
  readonly verdict: Verdict;
  /** Why the case is unproven or out of reach. */
  readonly reason?: string;
  /** The clause that is broken and without which the case shows nothing of its own. */
  readonly needs?: ClauseId;
  /** What the target chooses otherwise, as the documentation allows: the case states nothing. */
  readonly dependsOnSetting?: NonNullable<OutOfReach['dependsOnSetting']>;
  /** Findings about the provider only: the requests of a run are as the case states them. */
  readonly findings: readonly Finding[];
  /** Clauses beside its own that the exchanges of the case uphold. */
  readonly shown: readonly ClauseId[];
  /** The clauses that the case shows when all goes well; absent for a result of no case. */
  readonly covers?: ReadonlySet<ClauseId>;
  /** Every exchange of the case, in order; nothing in them is redacted. */
  readonly exchanges: readonly SentExchange[];
  /** What was done between them, in order; absent for a result of no case. */
  readonly between?: readonly BetweenCalls[];
  /** What a scenario did and what came of it, as far as it came; absent for a case. Nothing in it is redacted. */
  readonly played?: Played;
  /** The exchanges and messages were too large to be kept. */
  readonly isCut?: true;
}

/** Time that passed, or a client that was set up, before the exchange with the index `before`. */
export type BetweenCalls = { readonly before: number } & (
  | PassedTime
  | { readonly client: ClientSetUp }
  | { readonly changed: ClientSetUp }
);

/** The seconds that passed, with `token` since it was obtained; `until` is an instant in epoch milliseconds. */
export interface PassedTime {
  readonly seconds: number;
  readonly token?: { readonly of: TokenHolder; readonly expiresIn: number };
  readonly until?: number;
}

/** Findings of a scenario point into this. */
export interface Played {
  /** The rules as created. Keys: their names in the scenario. */
  readonly rules: Readonly<Record<string, NotificationRule>>;
  readonly steps: readonly PlayedStep[];
}

export type PlayedStep = Action | MessageStep;

/** What was expected since the step before that expected messages, and what came. */
interface MessageStep {
  readonly expected: ExpectedMessages;
  readonly received: readonly ReceivedMessage[];
  /** When the service booked the transactions, in epoch milliseconds on its clock, where a message depends on it. */
  readonly bookedAt?: number;
}

export interface ReceivedMessage {
  /** The name of its rule in the scenario; absent for a message of another rule. */
  readonly rule?: string;
  /** Decrypted, its numbers digit for digit; absent for text that is not JSON. */
  readonly message?: unknown;
}

/** The result of a clause on a target, over all cases. */
export interface ClauseResult {
  readonly clause: ClauseId;
  readonly verdict: Verdict;
  readonly reason?: string;
  /** The violated clauses that it needs, if nothing else keeps it from being upheld. */
  readonly needs?: readonly ClauseId[];
}

/** One call of a flow, as the side-by-side view shows it. */
interface FlowCall {
  readonly operation: OperationId;
  /** undefined when the call got no response. */
  readonly status?: number;
  /** The header or field in which the URL of the form was found, if any. */
  readonly address?: 'location' | 'url';
}

/** The V1 calls and the V2 call that replaces them, with what the mapping did to every field. */
export interface FlowPair {
  readonly flow: FlowKind;
  readonly v1: readonly FlowCall[];
  readonly v2: readonly FlowCall[];
  readonly fields: readonly FieldResult[];
}

export interface TargetRun {
  readonly target: string;
  /** What `--target` names it by: mock, sandbox, or the path of its file. */
  readonly chosenBy: string;
  readonly accessUrl: string;
  readonly webFormUrl: string;
  readonly flows: readonly FlowPair[];
  readonly cases: readonly CaseResult[];
  /** Every clause that is not excluded, sorted by id. */
  readonly clauses: readonly ClauseResult[];
  /** What the target was taken to do where the documentation shows nothing. */
  readonly settings: TargetSettings;
  /** How often something was seen that is not judged. Keys: in words. */
  readonly reported?: Readonly<Record<string, number>>;
  /** Absent for a target that ended with the run. */
  readonly leftBehind?: ReturnType<Traces['leftBehind']>;
}
