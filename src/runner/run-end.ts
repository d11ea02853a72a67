/** When a run ends before its last case: it is interrupted, takes too long, or says so itself. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from './targets/target.ts';
import { Unproven } from './unproven.ts';

const INTERRUPTED = 'the run was interrupted';

export interface RunEnd extends Disposable {
  /** Why no further case is run. */
  readonly why: () => string | undefined;
  readonly end: (why: string) => void;
  readonly signal: AbortSignal;
}

/** Ends with the signal, when the run has taken too long, or as the run says. */
export function runEnding({ name, runLimit }: Target, interruption: AbortSignal | undefined): RunEnd {
  const ended = new AbortController();
  const late = `the run on ${name} has taken ${(runLimit ?? 0) / 1000} s, its runLimit`;
  const timer = runLimit === undefined ? undefined : setTimeout(() => ended.abort(late), runLimit);
  return {
    why: () =>
      interruption?.aborted ? INTERRUPTED : ended.signal.aborted ? String(ended.signal.reason) : undefined,
    end: (why) => ended.abort(why),
    signal: AbortSignal.any([ended.signal, ...(interruption ? [interruption] : [])]),
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}

/** A pause ends when the run does. */
export function pauseUntil({ why, signal }: RunEnd): (milliseconds: number) => Promise<void> {
  return async (milliseconds) => {
    const [slept] = await Promise.allSettled([sleep(milliseconds, undefined, { signal })]);
    if (slept.status === 'rejected') throw new Unproven(why() ?? INTERRUPTED);
  };
}
