/** The past calls of a sandbox, for faults that need a memory. */
import type { FaultHooks } from '../sandbox/fault-hooks.ts';
import { Refusal } from '../sandbox/refusal.ts';
import type { JsonResponse, SandboxOperation, SandboxRequest } from '../sandbox/request-and-response.ts';
import type { Caller } from '../sandbox/state.ts';

export interface PastCall {
  readonly operationId: SandboxOperation;
  readonly request: SandboxRequest;
  readonly answer: JsonResponse;
  /** The caller, or the owner of the issued token; undefined if refused. */
  readonly caller: Caller | undefined;
  /** The time in epoch milliseconds. */
  readonly at: number;
}

/** How many of the latest calls are remembered. */
const MOST = 10_000;

export class PastCalls {
  /** The calls, oldest first. */
  readonly calls: PastCall[] = [];
  /** The caller of the current call, once its token or credentials are checked. */
  caller: Caller | undefined;

  /** The successful calls, including a 451 that returns a web form. */
  successes(): readonly PastCall[] {
    return this.calls.filter(({ answer: { status } }) => status < 300 || status === 451);
  }

  /** Adds the recording of calls to hooks. */
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
