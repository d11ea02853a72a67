/** Runs one case as a run does, with its users and its control. */
import type { Case } from '../runner/case.ts';
import { plannedCases, planningOf } from '../runner/planned-case.ts';
import type { Target } from '../runner/targets/target.ts';
import type { CaseResult } from '../runner/verdict.ts';

export async function runOneCase(target: Target, row: Case, file = 'a.ts'): Promise<CaseResult> {
  const catalogue = { exchanges: [{ file, cases: [row] }], migrations: [], scenarios: [] };
  const [planned] = plannedCases(planningOf(target), catalogue);
  if (!planned) throw new Error('a row is one case');
  return planned.run(target);
}
