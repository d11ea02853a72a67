/** A target: the provider that the cases run against, where it is, what it can show and what a run leaves on it. */
import type { TargetSettings } from '../../../contracts/generated/settings.ts';
import type { TestData } from '../../../contracts/generated/test-data.ts';
import { type FlowOperation, flowOperations } from '../../../contracts/src/base/flows.ts';
import type { Secrets } from '../../../contracts/src/base/known-values.ts';
import { isSuccess, type OperationId } from '../../../contracts/src/judge/operation.ts';
import type { Settings } from '../../../contracts/src/judge/settings.ts';
import type { Cipher } from '../../../contracts/src/messages/cipher.ts';
import type { CaseCaller, TokenHolder } from '../call.ts';
import type { BaselineAnswer, BaselineCalls, Callers } from '../callers.ts';
import type { Control, World } from '../control.ts';
import type { RunHistory } from '../run-history.ts';
import type { Mailbox } from '../scenarios/mailbox.ts';
import type { Sender } from '../sender.ts';
import type { ValueName, Values } from '../test-data.ts';
import { Unproven } from '../unproven.ts';
import type { Deviation, TargetFile } from './target-file.ts';

/**
 * What a target must have for a case to show anything. answer: it answers in the documented shapes. judgement: it
 * reads requests and decides about them itself. memory: it remembers what was created. clock: its time can be advanced.
 * messages: it runs batch updates on request and sends what follows. silence: it is known when no message is on its way.
 */
export type Ability = 'answer' | 'judgement' | 'memory' | 'clock' | 'messages' | 'silence';

/** Why a target lacks an ability, for each that it lacks. */
export type Lacks = Readonly<Partial<Record<Ability, string>>>;

/** A target as far as it is known before it is opened or called. */
export interface TargetDescription {
  readonly name: string;
  /** What `--target` names it by: mock, sandbox, or the path of its file. */
  readonly chosenBy: string;
  readonly accessUrl: string;
  readonly webFormUrl: string;
  /** Whether the run starts and ends it. */
  readonly isOwn: boolean;
  readonly hasControl: boolean;
  /** What it does where the documentation leaves it open: how requests to it are written, and responses judged. */
  readonly settings: TargetSettings & Settings;
  readonly lacks: Lacks;
  /** What requests to it hold where the documentation shows no values. */
  readonly testData: TestData;
  /** Whether it takes a Prefer header that names the answer, as mocks do. */
  readonly takesPreferences?: true;
  /** How long a run may wait for a token to end where no control plane advances the clock, in seconds. */
  readonly longestWait?: number;
  /** How long a run listens for messages where no control plane triggers any, in seconds. */
  readonly listens?: number;
  /** Absent for one that the run starts and ends. */
  readonly file?: TargetFile;
  /** That of its file, to which the path of a cipher is relative. */
  readonly folder?: string;
}

export interface Target extends TargetDescription, Sender {
  readonly deviations: readonly Deviation[];
  /** How long the whole run may take, in milliseconds; without it, as long as it takes. */
  readonly runLimit?: number;
  /** Absent where the target has no control plane. */
  readonly control?: Control;
  /** The time that dates of requests are counted from, in epoch milliseconds; by default that of this computer. */
  readonly clock?: () => Promise<number>;
  /** Gets those of the run, which nothing that is written repeats; absent for a target that the run starts itself. */
  readonly secrets?: Secrets;
  /** The answers to the baselines of cases. */
  readonly baselines: Map<BaselineCalls, Promise<BaselineAnswer>>;
  /** Gets every call with its response, a busy one aside; absent for a target without memory. */
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

/** How much of each kind a run created on its target. */
export interface Created {
  readonly users: number;
  readonly rules: number;
  readonly payments: number;
  readonly webForms: number;
}

/** What a run leaves on its target, as far as is known: a call without an answer may have created something too. */
export interface LeftBehind extends Created {
  /** Begins the name of every user, to whom all the rest belongs. */
  readonly prefix: string;
  /** Whether the control plane reset the target to its first state, which holds nothing of the run. */
  readonly isPutBack: boolean;
  /** The calls that create something and were sent twice, since the server closed the connection without a response. */
  readonly sentTwice?: readonly OperationId[];
}

/** What a run calls: an operation, or the page of a web form. */
export type Called = OperationId | 'openWebForm';

const ofFlows = Object.fromEntries(flowOperations.map((operation) => [operation, 'webForms'])) as Readonly<
  Record<FlowOperation, 'webForms'>
>;

const CREATES: Readonly<Record<Called, keyof Created | undefined>> = {
  ...ofFlows,
  openWebForm: undefined,
  createToken: undefined,
  getClientConfiguration: undefined,
  createUser: 'users',
  createNotificationRule: 'rules',
  createMoneyTransferV1: 'payments',
};

/** What so many successful calls create. */
export function createdBy(calls: ReadonlyMap<Called, number>): Created {
  const created = { users: 0, rules: 0, payments: 0, webForms: 0 };
  for (const [called, times] of calls) {
    const kind = CREATES[called];
    if (kind) created[kind] += times;
  }
  return created;
}

/** What a run may call at most. */
export interface CallBudget {
  readonly calls: number;
  readonly users: number;
}

/**
 * Counts what a run creates on a target that outlives it, since the documentation shows no deletion, and keeps it to its
 * budget of calls.
 */
export class Traces {
  readonly #prefix: string;
  readonly #succeeded = new Map<Called, number>();
  readonly #spent = { calls: 0, users: 0 };
  #budget: Partial<CallBudget> = {};
  #failure: string | undefined;
  /** What may have been created twice. */
  readonly #sentTwice = new Set<OperationId>();
  #isPutBack = false;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  limit(budget: CallBudget): void {
    this.#budget = budget;
  }

  /** Before a call, which counts once however often it is sent. Throws Unproven where no further one may be made. */
  spend(called: Called): void {
    const { calls, users } = this.#budget;
    if (!this.#may('calls')) throw new Unproven(this.#failure ?? `${BUDGET_USED} (${calls})`);
    if (called === 'createUser' && !this.#may('users'))
      throw new Unproven(this.#failure ?? `${BUDGET_USED} (createUser ${users})`);
  }

  /** Why a user or a token could not be made: the next case that needs it tries again, beyond the plan. */
  failed(reason: string): void {
    this.#failure = reason;
  }

  /** A call is sent a second time, since the connection of the first was closed: what it creates may be there twice. */
  addTwice(called: OperationId): void {
    if (CREATES[called]) this.#sentTwice.add(called);
  }

  #may(kind: keyof CallBudget): boolean {
    return ++this.#spent[kind] <= (this.#budget[kind] ?? Number.POSITIVE_INFINITY);
  }

  add(operationId: OperationId, status: number): void {
    if (isSuccess(operationId, status))
      this.#succeeded.set(operationId, (this.#succeeded.get(operationId) ?? 0) + 1);
  }

  /** The target was reset to its first state. */
  clear(): void {
    this.#succeeded.clear();
    this.#isPutBack = true;
  }

  leftBehind(): LeftBehind {
    const sentTwice = [...this.#sentTwice];
    const created = { prefix: this.#prefix, isPutBack: this.#isPutBack, ...createdBy(this.#succeeded) };
    return { ...created, ...(sentTwice.length > 0 && { sentTwice }) };
  }
}

/** Why a case is unproven whose call was not made. */
const BUDGET_USED = 'call budget used';
