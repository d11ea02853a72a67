/** What a sandbox was called with so far: the memory of the faults that need one. */
import type { FaultHooks } from '../sandbox/fault-hooks.ts';
import { Refusal } from '../sandbox/refusal.ts';
import type { SandboxAnswer, SandboxOperation, SandboxRequest } from '../sandbox/request-and-answer.ts';
import type { Caller } from '../sandbox/state.ts';

export interface PastCall {
  readonly operationId: SandboxOperation;
  readonly request: SandboxRequest;
  readonly answer: SandboxAnswer;
  /** Who made the call, or for whom the token is; undefined where this was refused. */
  readonly caller: Caller | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** So many of the latest calls are remembered. */
const MOST = 10_000;

export class PastCalls {
  /** Oldest first. */
  readonly calls: PastCall[] = [];
  /** That of the call under way, once its token or its credentials are decided on. */
  caller: Caller | undefined;

  /** The calls that succeeded, a 451 that returns a web form included. */
  successes(): readonly PastCall[] {
    return this.calls.filter(({ answer: { status } }) => status < 300 || status === 451);
  }

  /** The hooks, which from now on are remembered in this history. */
  noting(hooks: Partial<FaultHooks>): Partial<FaultHooks> {
    const { credentials, authorization, answer = (given) => given } = hooks;
    const notingCaller =
      (decide: FaultHooks['authorization'] = (outcome) => outcome): FaultHooks['authorization'] =>
      (outcome, context) => {
        const decided = decide(outcome, context);
        this.caller = decided instanceof Refusal ? undefined : decided;
        return decided;
      };
    return {
      ...hooks,
      credentials: notingCaller(credentials),
      authorization: notingCaller(authorization),
      answer: (given, context) => {
        const answered = answer(given, context);
        const { operationId, request, now: at } = context;
        this.calls.push({ operationId, request, answer: answered, caller: this.caller, at });
        if (this.calls.length > MOST) this.calls.shift();
        return answered;
      },
    };
  }
}
