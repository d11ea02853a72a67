/** A target: the provider that the cases are run against, where it is and what it can show. */

import type { TargetSettings } from '../../../contracts/generated/settings.ts';
import { isSuccess, type OperationId } from '../../../contracts/src/judge/operation.ts';
import type { Settings } from '../../../contracts/src/judge/settings.ts';
import type { Cipher } from '../../../contracts/src/messages/cipher.ts';
import type { SendHttp } from '../../../contracts/src/node/http-sender.ts';
import type { Caller, Values } from '../call.ts';
import type { Ability } from '../case.ts';
import type { Deviation } from '../clause-results.ts';
import type { Control } from '../control.ts';
import type { Mailbox } from '../scenarios/mailbox.ts';
import type { World } from '../scenarios/scenario.ts';
import type { Secrets } from '../send.ts';

export interface Target {
  readonly name: string;
  /** What `--target` names it by: mock, sandbox, or the path of its file. */
  readonly chosenBy: string;
  readonly accessUrl: string;
  readonly webFormUrl: string;
  readonly settings: Settings;
  /** How calls are put on the wire where the documentation leaves it open. */
  readonly wire: TargetSettings;
  /** The abilities that the target has, and for each one that it lacks the reason, which a reader is shown. */
  readonly lacks: Readonly<Partial<Record<Ability, string>>>;
  /** Whether an answer can be asked for by name, as mocks allow it. */
  readonly takesPreferences: boolean;
  /** Known violations that do not fail a run yet. */
  readonly deviations: readonly Deviation[];
  /** How long a call may take, in milliseconds. */
  readonly timeLimit: number;
  /** Carries its calls; over the network without it. */
  readonly carry?: SendHttp;
  /** Absent where the target has no control plane. */
  readonly control?: Control;
  /** What opens its doors, the tokens that it has issued so far among it; no answer is kept with any of it. */
  readonly secrets?: Secrets;
  /** Hears of what the run creates; absent for a target that ends with the run. */
  readonly traces?: Traces;
  /** Absent where the target lacks messages. */
  readonly messaging?: Messaging;
  /** Who one case speaks as: a user of its own where the target has users, created when it is first needed. */
  session(): Promise<Session>;
}

/** Who a case speaks as; what it needs and does not get throws NoAnswer. */
export interface Session {
  /** What cases name in braces. */
  readonly values: Values;
  /** An access token for a caller; undefined for nobody. */
  token(caller: Caller): Promise<string | undefined>;
  /** Creates the user of the case where there is none yet: a call may name one who makes none. */
  createUser(): Promise<void>;
  /** The lifetime of the token of a caller in seconds, as its token response says. */
  lifetime(of: 'client' | 'user'): Promise<number>;
}

/** How messages of a target reach the run and are read there. */
export interface MessagingPlace {
  readonly mailbox: Mailbox;
  readonly cipher: Cipher;
  /** How long to wait for further messages where nothing tells that there are none, in milliseconds. */
  readonly waitingTime?: number;
  /** What the control plane can do for messages; asks it once, when it is first needed. */
  offers(): Promise<Offers>;
}

export interface Offers {
  /** Whether the control plane says when every message has been delivered. */
  readonly tellsSettled: boolean;
  /** What is missing after all. */
  readonly lacks: Target['lacks'];
}

/** What scenarios use of a target beside its control plane. */
export interface Messaging extends MessagingPlace {
  /** Begins every id and handle that the run makes. */
  readonly prefix: string;
  /** A name that nobody has yet. */
  fresh(): string;
  /** A session of a user who exists already. Throws NoAnswer. */
  logIn(user: Pick<World['users'][number], 'id' | 'password'>): Promise<Session>;
}

/** What calls create on a target: no deletion is documented, so it stays there. */

export interface Created {
  readonly users: number;
  readonly rules: number;
  readonly payments: number;
  readonly webForms: number;
}

/** What a run leaves behind, as far as it was told: a call without an answer may have created something too. */
export interface LeftBehind extends Created {
  /** Begins the name of every user, to whom all the rest belongs. */
  readonly prefix: string;
  /** Whether the control plane put the target back to where it started, with nothing of the run in it. */
  readonly isPutBack: boolean;
}

const BY_CALL: Readonly<Partial<Record<OperationId, keyof Created>>> = {
  createUser: 'users',
  createNotificationRule: 'rules',
  createMoneyTransferV1: 'payments',
  importBankConnectionV1: 'webForms',
  submitPaymentV1: 'webForms',
  createBankConnectionImport: 'webForms',
  createStandalonePayment: 'webForms',
};

/** Of calls that succeed. */
export function createdBy(calls: Iterable<OperationId>): Created {
  const created = { users: 0, rules: 0, payments: 0, webForms: 0 };
  for (const operationId of calls) {
    const kind = BY_CALL[operationId];
    if (kind) created[kind]++;
  }
  return created;
}

/** Hears of every answered call of a run on a target that outlives it. */
export class Traces {
  readonly #prefix: string;
  readonly #succeeded: OperationId[] = [];
  #isPutBack = false;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  hear(operationId: OperationId, status: number): void {
    if (isSuccess(operationId, status)) this.#succeeded.push(operationId);
  }

  /** The target was put back to where it started. */
  clear(): void {
    this.#succeeded.length = 0;
    this.#isPutBack = true;
  }

  leftBehind(): LeftBehind {
    return { prefix: this.#prefix, isPutBack: this.#isPutBack, ...createdBy(this.#succeeded) };
  }
}
