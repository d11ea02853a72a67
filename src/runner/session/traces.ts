/** What a run creates on its target, and the calls that it may still make. */
import { type FlowOperation, flowOperations } from '../../../contracts/src/base/flows.ts';
import { isSuccess, type OperationId } from '../../../contracts/src/judge/operation.ts';
import { Unproven } from '../unproven.ts';

/** How much of each kind a run created on its target. */
interface Created {
  readonly users: number;
  readonly rules: number;
  readonly payments: number;
  readonly webForms: number;
}

/** What a run leaves on its target, as far as is known: a call without a response may have created something too. */
interface LeftBehind extends Created {
  /** Begins the name of every user, to whom all the rest belongs. */
  readonly prefix: string;
  /** Whether the control plane reset the target to its first state, which holds nothing of the run. */
  readonly isPutBack: boolean;
  /** The calls that create something and were sent twice, since the server closed the connection without a response. */
  readonly sentTwice?: readonly OperationId[];
}

/** What a run calls: an operation, or the page of a web form. */
export type Called = OperationId | 'openWebForm';

const CREATES: Readonly<Record<Called, keyof Created | undefined>> = {
  ...(Object.fromEntries(flowOperations.map((it) => [it, 'webForms'])) as Record<FlowOperation, 'webForms'>),
  openWebForm: undefined,
  createToken: undefined,
  getClientConfiguration: undefined,
  createUser: 'users',
  createNotificationRule: 'rules',
  createMoneyTransferV1: 'payments',
};

/** How many calls there are of each. */
type Calls = ReadonlyMap<Called, number>;

export function totalOf(calls: Calls): number {
  return [...calls.values()].reduce((sum, n) => sum + n, 0);
}

/** What so many successful calls create. */
export function createdBy(calls: Calls): Created {
  const created = { users: 0, rules: 0, payments: 0, webForms: 0 };
  for (const [called, times] of calls) {
    const kind = CREATES[called];
    if (kind) created[kind] += times;
  }
  return created;
}

/**
 * Counts what a run creates on a target that outlives it, since the documentation shows no deletion, and keeps it to its
 * budget of calls.
 */
export class Traces {
  readonly #prefix: string;
  readonly #succeeded = new Map<Called, number>();
  readonly #spent = { calls: 0, users: 0 };
  #budget = { calls: Number.POSITIVE_INFINITY, users: Number.POSITIVE_INFINITY };
  #failure: string | undefined;
  /** What may have been created twice. */
  readonly #sentTwice = new Set<OperationId>();
  #isPutBack = false;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  limit(most: Calls): void {
    this.#budget = { calls: totalOf(most), users: createdBy(most).users };
  }

  /** Counts a call, once however often it is sent. Throws Unproven if no further call may be made. */
  spend(called: Called): void {
    const { calls, users } = this.#budget;
    const used = (what: string) => new Unproven(this.#failure ?? `call budget used (${what})`);
    if (++this.#spent.calls > calls) throw used(`${calls}`);
    if (called === 'createUser' && ++this.#spent.users > users) throw used(`createUser ${users}`);
  }

  /** Why a user or a token could not be made: the next case that needs it tries again, beyond the plan. */
  failed(reason: string): void {
    this.#failure = reason;
  }

  /** A call is sent a second time, since the connection of the first was closed: what it creates may be there twice. */
  addTwice(called: OperationId): void {
    if (CREATES[called]) this.#sentTwice.add(called);
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
