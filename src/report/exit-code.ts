/** The exit code that a run comes to. */
import type { TargetRun } from '../runner/verdict.ts';
import { tally } from './clause-counts.ts';

/** What beside its results decides how a run ends. */
export interface Ending {
  /** Asks for every clause: out of reach fails too. */
  readonly requireAll?: boolean;
  /** The signal that ended the run before its last case. */
  readonly interrupted?: 'SIGINT' | 'SIGTERM';
}

/**
 * The first that is true: 130 or 143 interrupted; 1 a clause or case is violated; 2 one is unproven, or no clause of
 * any target could be judged; 1 a clause is out of reach though all are required; 0.
 */
export function exitCode(
  runs: readonly Pick<TargetRun, 'clauses' | 'cases'>[],
  { requireAll = false, interrupted }: Ending = {},
) {
  if (interrupted) return interrupted === 'SIGINT' ? 130 : 143;
  // A case can break a clause that the run was not asked for.
  const clauses = tally(runs.flatMap((run) => run.clauses));
  const cases = tally(runs.flatMap((run) => run.cases));
  if (clauses.violated + cases.violated > 0) return 1;
  if (clauses.unproven + cases.unproven > 0 || clauses.upheld + clauses.admitted === 0) return 2;
  return requireAll && clauses['out of reach'] > 0 ? 1 : 0;
}
